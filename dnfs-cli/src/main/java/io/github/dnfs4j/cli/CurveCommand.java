package io.github.dnfs4j.cli;

import io.github.dnfs4j.evaluate.TemperatureCurve;
import io.github.dnfs4j.experiment.curve.CurveFiles;
import io.github.dnfs4j.experiment.curve.PathPicture;
import io.github.dnfs4j.experiment.result.Json;
import io.github.dnfs4j.experiment.run.Judge;
import io.github.dnfs4j.experiment.terminal.Console;
import io.github.dnfs4j.experiment.terminal.Numbers;
import io.github.dnfs4j.experiment.terminal.Waiting;
import io.github.dnfs4j.io.durable.AtomicDirectory;
import io.github.dnfs4j.run.Model;
import io.github.dnfs4j.settings.RunSettings;
import io.github.dnfs4j.settings.SamplingSettings;
import io.github.dnfs4j.settings.TargetKinds;
import io.github.dnfs4j.target.Tempered;
import io.github.dnfs4j.torch.Rng;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code dnfs curve}. */
@Command(
        name = "curve",
        description =
                "Free energy, energy, entropy, heat capacity and order at every temperature down to the target's, from"
                        + " one set of paths of a trained model.")
final class CurveCommand extends ConsoleCommand {
    private static final int SHOWN = 12;

    @Mixin
    LoadOptions load = new LoadOptions();

    @Mixin
    JsonOption json = new JsonOption();

    @Option(names = "--points", paramLabel = "N", description = "Temperatures (default: ${DEFAULT-VALUE}).")
    int points = 40;

    @Option(
            names = "--from",
            paramLabel = "BETA",
            description = "The smallest inverse temperature (default: the largest over the number of points).")
    @Nullable
    Double from;

    @Option(
            names = "--to",
            paramLabel = "BETA",
            description = "The largest inverse temperature (default: the target's own).")
    @Nullable
    Double to;

    @Option(names = "--samples", paramLabel = "N", description = "Paths (default: ${DEFAULT-VALUE}).")
    int samples = 1000;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "A new folder for curve.json, curve.csv, curve.svg, curve.png and, of lattices, paths.png.")
    @Nullable
    Path out;

    CurveCommand(Console console) {
        super(console);
    }

    @Override
    public Integer call() throws IOException {
        Checks.positive("--samples", samples);
        Checks.positive("--points", points);
        Checks.positive("--from", from);
        Checks.positive("--to", to);
        if (out != null) {
            Checks.fresh(out);
        }
        RunSettings settings = load.settings();
        SamplingSettings sampling = settings.sampling();
        try (Model model = Model.load(load.folder(), settings);
                Rng rng = Judge.rng(settings)) {
            double beta = Tempered.of(model.target());
            double last = to == null ? 1 : to / beta;
            double first = from == null ? last / points : from / beta;
            if (last > 1 + 1e-12) {
                throw new IllegalArgumentException(
                        "--to is beyond the target's own inverse temperature, " + beta + ": nothing was learnt there");
            }
            double[] shares = TemperatureCurve.shares(points, first, Math.min(1, last));
            TemperatureCurve curve = follow(model, shares, sampling, rng);
            var tree = CurveFiles.json(TargetKinds.text(settings.target()), curve);
            if (out != null) {
                write(out, curve, Json.text(tree), model, sampling.cells(), rng);
            }
            json.print(console, tree, () -> {
                console.out().print(CurveFiles.table(curve, SHOWN));
                console.out()
                        .println("from " + Numbers.count(samples) + " paths in "
                                + Numbers.duration(curve.cost().seconds())
                                + "; in brackets: standard errors from the exact value, where it is known");
            });
            return console.warn(curve.warning(), Optional.empty());
        }
    }

    /** Says how far it is when it takes long. */
    private TemperatureCurve follow(Model model, double[] shares, SamplingSettings sampling, Rng rng) {
        AtomicInteger percent = new AtomicInteger();
        try (Waiting sign = Waiting.on(
                console, () -> "following " + Numbers.count(samples) + " paths: " + percent.get() + " % of the way")) {
            return TemperatureCurve.of(
                    model.flow(),
                    shares,
                    sampling.cells(),
                    samples,
                    Math.min(samples, sampling.batch()),
                    rng,
                    share -> percent.set((int) (100 * share)));
        }
    }

    private void write(Path folder, TemperatureCurve curve, String tree, Model model, int cells, Rng rng)
            throws IOException {
        AtomicDirectory.write(folder, made -> {
            Files.write(made.resolve("curve.json"), (tree + "\n").getBytes(StandardCharsets.UTF_8));
            CurveFiles.csv(made.resolve("curve.csv"), curve);
            CurveFiles.svg(made.resolve("curve.svg"), curve);
            console.drawn(() -> CurveFiles.png(made.resolve("curve.png"), curve));
            console.drawn(() -> PathPicture.png(made.resolve("paths.png"), model.flow(), cells, rng));
        });
        console.say("wrote " + folder);
    }
}
