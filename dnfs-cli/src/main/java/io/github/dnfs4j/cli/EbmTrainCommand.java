package io.github.dnfs4j.cli;

import io.github.dnfs4j.ebm.DataSettings;
import io.github.dnfs4j.ebm.EbmSettings;
import io.github.dnfs4j.ebm.Method;
import io.github.dnfs4j.experiment.Console;
import io.github.dnfs4j.experiment.EbmExecutor;
import io.github.dnfs4j.train.SettingsTree;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code dnfs ebm train}. */
@Command(
        name = "train",
        description = "Learns an energy from data and reports how well it fits.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false)
final class EbmTrainCommand implements Callable<Integer> {
    @Option(
            names = "--data",
            paramLabel = "NAME|FILE",
            description = "A planar set (2spirals, 8gaussians, circles, moons, pinwheel, swissroll, checkerboard,"
                    + " rings, 25gaussians) or a table of bits, .npy or .csv (default: ${DEFAULT-VALUE}).")
    String data = "checkerboard";

    @Option(names = "--bits", description = "Of each coordinate of a planar set (default: ${DEFAULT-VALUE}).")
    int bits = 16;

    @Option(names = "--held-out", description = "Share of a table kept for judging (default: ${DEFAULT-VALUE}).")
    double heldOut = 0.1;

    @Option(
            names = "--method",
            description = "ed-bern, ed-grid, cd, pcd, eb-dnfs, eb-dnfs-mh, eb-gfn, aloe or aloe-plus"
                    + " (default: ${DEFAULT-VALUE}).")
    String method = "eb-dnfs";

    @Option(names = "--minutes", paramLabel = "M", description = "Train for this long (default: 3).")
    @Nullable
    Double minutes;

    @Option(names = "--steps", paramLabel = "N", description = "Train for this many updates of the energy instead.")
    @Nullable
    Integer steps;

    @Option(names = "--device", description = "cpu, cuda or auto (default: auto).")
    @Nullable
    String device;

    @Option(names = "--seed", description = "Of all randomness (default: 1).")
    @Nullable
    Long seed;

    @Option(names = "--set", paramLabel = "KEY=VALUE", description = "Any single setting, such as fit.batch=128.")
    Map<String, String> set = new LinkedHashMap<>();

    @Option(names = "--preset", description = "Settings of a kind: quick, gpu or paper (default: ${DEFAULT-VALUE}).")
    String preset = "quick";

    @Option(names = "--out", paramLabel = "DIR", required = true, description = "Run folder, which must be new.")
    @SuppressWarnings("NullAway.Init")
    Path out;

    @Option(names = "--resume", description = "Continue the run of --out from its last checkpoint.")
    boolean resume;

    private final Console console;

    EbmTrainCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws IOException {
        EbmExecutor executor = new EbmExecutor(console);
        return resume ? executor.resume(out) : executor.create(out, settings());
    }

    private EbmSettings settings() {
        Checks.positive("--minutes", minutes);
        Checks.positive("--steps", steps);
        if (minutes != null && steps != null) {
            throw new IllegalArgumentException("--minutes and --steps are mutually exclusive");
        }
        EbmSettings below = EbmSettings.preset(preset, DataSettings.parse(data, bits, heldOut), Method.parse(method));
        SettingsTree<EbmSettings> tree = SettingsTree.of(EbmSettings.class, below);
        if (steps != null) {
            tree.set("fit.steps", String.valueOf(steps)).set("fit.minutes", "0");
        }
        if (minutes != null) {
            tree.set("fit.minutes", String.valueOf(minutes)).set("fit.steps", "0");
        }
        if (device != null) {
            tree.set("device", device);
        }
        if (seed != null) {
            tree.set("seed", String.valueOf(seed));
        }
        set.forEach(tree::set);
        return tree.settings();
    }
}
