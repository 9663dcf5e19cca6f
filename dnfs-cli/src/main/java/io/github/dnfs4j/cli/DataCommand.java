package io.github.dnfs4j.cli;

import io.github.dnfs4j.ebm.GrayCode;
import io.github.dnfs4j.ebm.Planar;
import io.github.dnfs4j.experiment.ebm.EbmFigures;
import io.github.dnfs4j.experiment.terminal.Console;
import io.github.dnfs4j.report.HeatMaps;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.torch.Scope;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code dnfs data show}. */
@Command(name = "show", description = "Draws data sets, encoded and decoded again.")
final class DataCommand extends ConsoleCommand {
    private static final int ACROSS = 3;

    @Parameters(paramLabel = "NAME", description = "Of a planar set, or all.")
    String name = "";

    @Option(names = "--bits", description = "Of each coordinate (default: ${DEFAULT-VALUE}).")
    int bits = 16;

    @Option(names = "--points", description = "How many (default: ${DEFAULT-VALUE}).")
    int points = 20_000;

    @Option(names = "--seed", description = "Of the points (default: ${DEFAULT-VALUE}).")
    long seed = 1;

    @Option(names = "--out", paramLabel = "X.png", required = true, description = "The picture, which must be new.")
    @SuppressWarnings("NullAway.Init")
    Path out;

    DataCommand(Console console) {
        super(console);
    }

    @Override
    public Integer call() throws IOException {
        Checks.positive("--points", points);
        if (!out.toString().toLowerCase(Locale.ROOT).endsWith(".png")) {
            throw new IllegalArgumentException("--out must end in .png, not " + out);
        }
        Checks.fresh(out);
        List<Planar> sets = name.equals("all") ? List.of(Planar.values()) : List.of(Planar.parse(name));
        List<List<HeatMaps.Map>> rows = new ArrayList<>();
        try (Scope scope = Scope.open();
                Rng rng = Rng.seeded(seed, Device.CPU)) {
            for (int k = 0; k < sets.size(); k++) {
                if (k % ACROSS == 0) {
                    rows.add(new ArrayList<>());
                }
                Planar set = sets.get(k);
                GrayCode code = GrayCode.of(set, bits);
                rows.get(k / ACROSS)
                        .add(EbmFigures.density(set.toString(), code, code.encode(set.points(points, rng))));
            }
        }
        HeatMaps.draw(out, rows);
        console.out().println(out);
        return 0;
    }
}
