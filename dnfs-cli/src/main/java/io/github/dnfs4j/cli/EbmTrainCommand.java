package io.github.dnfs4j.cli;

import io.github.dnfs4j.ebm.DataSettings;
import io.github.dnfs4j.ebm.EbmEvaluation;
import io.github.dnfs4j.ebm.EbmModel;
import io.github.dnfs4j.ebm.EbmSettings;
import io.github.dnfs4j.ebm.Method;
import io.github.dnfs4j.experiment.ebm.EbmExecutor;
import io.github.dnfs4j.experiment.terminal.Console;
import io.github.dnfs4j.settings.SettingsFile;
import io.github.dnfs4j.settings.TrainSettings.Budget;
import io.github.dnfs4j.torch.Ranks;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code dnfs ebm train}. */
@Command(name = "train", description = "Learns an energy from data and reports how well it fits.")
final class EbmTrainCommand extends ConsoleCommand {
    private static final double HELD_OUT = 0.1;

    @Option(
            names = "--data",
            paramLabel = "NAME|FILE",
            description = "A planar set (2spirals, 8gaussians, circles, moons, pinwheel, swissroll, checkerboard,"
                    + " rings, 25gaussians) or a table of bits, .npy or .csv (default: checkerboard).")
    @Nullable
    String data;

    @Option(names = "--bits", description = "Of each coordinate of a planar set (default: 16).")
    @Nullable
    Integer bits;

    @Option(names = "--held-out", description = "Share of a table kept for judging (default: 0.1).")
    @Nullable
    Double heldOut;

    @Option(
            names = "--method",
            description = "ed-bern, ed-grid, cd, pcd, eb-dnfs, eb-dnfs-mh, eb-gfn, aloe or aloe-plus"
                    + " (default: eb-dnfs).")
    @Nullable
    String method;

    @Mixin
    BudgetOptions budget = new BudgetOptions();

    @Option(names = "--device", description = "cpu, cuda or auto (default: auto).")
    @Nullable
    String device;

    @Option(names = "--seed", description = "Of all randomness (default: 1).")
    @Nullable
    Long seed;

    @Option(names = "--set", paramLabel = "KEY=VALUE", description = "Any single setting, such as fit.batch=128.")
    Map<String, String> set = new LinkedHashMap<>();

    @Option(names = "--preset", description = "Settings of a kind: quick, gpu or paper (default: quick).")
    @Nullable
    String preset;

    @Option(names = "--out", paramLabel = "DIR", required = true, description = "Run folder, which must be new.")
    @SuppressWarnings("NullAway.Init")
    Path out;

    @Option(names = "--resume", description = TrainRun.RESUME)
    boolean resume;

    @Mixin
    ProcessesOption processes = new ProcessesOption();

    @Spec
    @SuppressWarnings("NullAway.Init")
    CommandSpec spec;

    EbmTrainCommand(Console console) {
        super(console);
    }

    private static EbmSettings usual() {
        return EbmSettings.preset("quick", DataSettings.parse("checkerboard", 16, HELD_OUT), Method.parse("eb-dnfs"));
    }

    static double minutes() {
        return usual().fit().budget().minutes();
    }

    @Override
    public Integer call() throws IOException {
        return processes.run(console, this::train);
    }

    private int train(Ranks ranks, Console own) throws IOException {
        String typed = Console.typed(spec.root().commandLine().getParseResult().originalArgs());
        EbmExecutor executor = new EbmExecutor(own, EbmEvaluation.Effort.DEFAULT, typed, ranks);
        if (!ranks.first()) {
            return executor.follow(given -> {
                if (!resume) {
                    ProcessesOption.checkAsked(given, asked().resolved());
                }
            });
        }
        if (!resume) {
            return executor.create(out, asked());
        }
        EbmSettings kept = EbmModel.settings(out);
        Budget longer =
                budget.given == null ? kept.fit().budget() : over(kept).fit().budget();
        Optional<String> changed = change(kept.with(longer));
        if (changed.isPresent()) {
            throw new IllegalArgumentException("a resumed run keeps its settings; " + out + " has " + changed.get());
        }
        return longer.equals(kept.fit().budget()) ? executor.resume(out) : executor.resume(out, longer);
    }

    /** The settings of a new run. */
    private EbmSettings asked() {
        DataSettings chosen = data("checkerboard", 16);
        Method how = Method.parse(Objects.requireNonNullElse(method, "eb-dnfs"));
        return over(EbmSettings.preset(Objects.requireNonNullElse(preset, "quick"), chosen, how));
    }

    /** The first setting of a run that the options would change. */
    private Optional<String> change(EbmSettings kept) {
        DataSettings chosen = kept.data();
        if (data != null || bits != null || heldOut != null) {
            chosen = kept.data() instanceof DataSettings.Plane plane
                    ? data(plane.set(), plane.bits())
                    : kept.data() instanceof DataSettings.Table table && (data == null || data.equals(table.file()))
                            ? table.with(Objects.requireNonNullElse(heldOut, table.heldOut()))
                            : data("checkerboard", 16);
        }
        if (!chosen.title().equals(kept.data().title())) { // single keys say little, or are not in both
            return Optional.of("data: " + kept.data().title() + ", not " + chosen.title());
        }
        Method how = method == null ? kept.method() : Method.parse(method);
        EbmSettings below = preset == null ? kept : EbmSettings.preset(preset, chosen, how);
        EbmSettings wanted = over(new EbmSettings(
                chosen,
                below.energy(),
                how,
                below.fit(),
                below.negatives(),
                below.sampler(),
                below.gfn(),
                kept.seed(),
                kept.device()));
        return SettingsFile.difference(kept, wanted.resolved());
    }

    private DataSettings data(String name, int bitsBelow) {
        return DataSettings.parse(
                Objects.requireNonNullElse(data, name),
                Objects.requireNonNullElse(bits, bitsBelow),
                Objects.requireNonNullElse(heldOut, HELD_OUT));
    }

    /** Settings with the options over them. */
    private EbmSettings over(EbmSettings below) {
        Map<String, String> values = new LinkedHashMap<>();
        budget.put(values, "fit");
        TrainOptions.put(values, "device", device);
        TrainOptions.put(values, "seed", seed);
        values.putAll(set);
        return SettingsFile.of(below).set(values).settings();
    }
}
