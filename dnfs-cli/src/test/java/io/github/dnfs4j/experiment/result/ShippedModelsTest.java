package io.github.dnfs4j.experiment.result;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dnfs4j.combopt.amortised.AmortisedModel;
import io.github.dnfs4j.run.Kind;
import io.github.dnfs4j.run.Model;
import io.github.dnfs4j.run.RunFolder;
import io.github.dnfs4j.settings.RunSettings;
import io.github.dnfs4j.settings.SettingsFile;
import io.github.dnfs4j.torch.Device;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What is in models/ was written by several versions; this one must read all of it. */
class ShippedModelsTest {
    @Test
    void everyShippedModelLoads() throws IOException {
        List<Path> folders;
        try (Stream<Path> all = Files.list(Path.of("..", "models"))) {
            folders = all.filter(Files::isDirectory).sorted().toList();
        }
        assertThat(folders).hasSizeGreaterThan(8);
        for (Path folder : folders) {
            if (RunFolder.of(folder).kind() == Kind.SOLVER) {
                try (AmortisedModel model = AmortisedModel.load(folder, Device.CPU)) {
                    assertThat(model.weights()).isEqualTo(told(folder));
                }
            } else {
                RunSettings here = SettingsFile.of(Model.settings(folder))
                        .set("device", "cpu")
                        .settings();
                try (Model model = Model.load(folder, here)) {
                    assertThat(model.flow().net().parameters().count()).isEqualTo(told(folder));
                }
            }
        }
    }

    private static long told(Path folder) throws IOException {
        return Json.readTree(folder.resolve("result.json")).path("parameters").asLong();
    }
}
