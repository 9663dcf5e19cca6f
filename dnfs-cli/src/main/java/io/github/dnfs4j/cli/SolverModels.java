package io.github.dnfs4j.cli;

import io.github.dnfs4j.combopt.AmortisedModel;
import io.github.dnfs4j.torch.Device;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Trained solvers: folders, or names of those that come with the program under {@code models/}. */
final class SolverModels {
    private SolverModels() {}

    /** Where {@code --model NAME} is looked for: as it stands, under models/ here, and under models/ of the program. */
    static Path find(String name) throws IOException {
        List<Path> places =
                new ArrayList<>(List.of(Path.of(name), Path.of("models").resolve(name)));
        Path command = Path.of(System.getProperty("dnfs.command", "dnfs")).toAbsolutePath();
        if (Files.exists(command) && command.toRealPath().getParent() != null) {
            places.add(command.toRealPath().resolveSibling("models").resolve(name));
        }
        for (Path place : places) {
            if (Files.isDirectory(place)) {
                return place;
            }
        }
        throw new NoSuchFileException(name, null, "no such folder, and no such model under models/");
    }

    static AmortisedModel load(String name, Device device) throws IOException {
        return AmortisedModel.load(find(name), device);
    }
}
