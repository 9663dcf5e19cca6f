package io.github.dnfs4j.experiment.run;

import io.github.dnfs4j.evaluate.TemperatureCurve;
import io.github.dnfs4j.experiment.compare.EnergyBins;
import io.github.dnfs4j.experiment.compare.Oracle;
import io.github.dnfs4j.experiment.curve.CurveFiles;
import io.github.dnfs4j.experiment.curve.PathPicture;
import io.github.dnfs4j.experiment.result.MetricCurve;
import io.github.dnfs4j.experiment.result.Metrics;
import io.github.dnfs4j.experiment.terminal.Numbers;
import io.github.dnfs4j.flow.FlowSampler;
import io.github.dnfs4j.metric.Histogram;
import io.github.dnfs4j.report.Figures;
import io.github.dnfs4j.report.RunReport.Figure;
import io.github.dnfs4j.run.Model;
import io.github.dnfs4j.sample.SampleSet;
import io.github.dnfs4j.settings.SamplingSettings.By;
import io.github.dnfs4j.target.Lattice;
import io.github.dnfs4j.target.Tempered;
import io.github.dnfs4j.torch.Rng;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** Draws what there is to see of a run into {@code figures/}. */
final class RunFigures {
    private static final int LATTICES = 24;

    private final Path folder;
    private final List<Figure> drawn = new ArrayList<>();

    private RunFigures(Path folder) {
        this.folder = folder;
    }

    static List<Figure> draw(
            Path run,
            Model model,
            Metrics metrics,
            FlowSampler.Weighted samples,
            CallsCurve curve,
            Optional<TemperatureCurve> temperatures,
            Oracle oracle)
            throws IOException {
        RunFigures figures = new RunFigures(Files.createDirectories(run.resolve("figures")));
        figures.curves(metrics);
        figures.energies(Tempered.of(model.target()), samples.samples(), oracle);
        figures.add(
                Figures.weightHistogram(
                        figures.file("weights.png"), samples.samples().logWeights()),
                "Histogram of the log weights",
                "Exact log weights of the samples about the log of their mean: the narrower, the better.");
        figures.costs(curve);
        if (temperatures.isPresent()) {
            figures.temperatures(temperatures.get());
            figures.paths(model);
        }
        figures.lattices(model, samples.samples());
        return figures.drawn;
    }

    private void curves(Metrics metrics) throws IOException {
        MetricCurve.Points loss = MetricCurve.LOSS.in(metrics);
        MetricCurve.Points horizon = MetricCurve.HORIZON.in(metrics);
        add(
                Figures.lossCurve(file("loss.png"), loss.steps(), loss.values()),
                "Loss against training step",
                "The mean squared residual of each batch; it grows where the time horizon does.");
        add(
                Figures.essCurve(
                        file("ess.png"),
                        horizon.steps(),
                        horizon.values(),
                        MetricCurve.ESS_TRAPEZOID.in(metrics).values(),
                        MetricCurve.ESS_EXACT.in(metrics).values()),
                "Effective sample size against training step",
                "Normalised ESS of the training paths up to the time horizon of the moment, on the coarser time grid"
                        + " of training and without weight averaging: the final weights do better.");
    }

    private void costs(CallsCurve curve) throws IOException {
        if (!curve.points().isEmpty()) {
            add(
                    Figures.essAgainstCalls(
                            file("calls.png"),
                            curve.calls(By.JUMPS),
                            curve.ess(By.JUMPS),
                            curve.calls(By.STEPS),
                            curve.ess(By.STEPS)),
                    "Effective sample size against network calls, by jumps and by steps",
                    "What network calls buy: the same trained network, simulated by exact jumps in "
                            + "more and more cells, and by more and more time steps; "
                            + Numbers.count(curve.points().get(0).paths()) + " paths each, exact weights.");
        }
    }

    private void temperatures(TemperatureCurve curve) throws IOException {
        CurveFiles.png(file("curve.png"), curve);
        boolean known = curve.points().stream().anyMatch(p -> p.logZ().reference() != null);
        add(
                file("curve.png"),
                "Log Z, energy, entropy, heat capacity and order against the inverse temperature",
                "Every temperature from one set of " + Numbers.count(curve.paths()) + " paths, with exact weights and"
                        + " standard errors" + (known ? "; the lines are exact values." : ".")
                        + " dnfs curve has it as a table, with more temperatures.");
    }

    private void paths(Model model) throws IOException {
        try (Rng rng = Judge.rng(model.settings())) {
            PathPicture.png(
                            file("paths.png"),
                            model.flow(),
                            model.settings().sampling().cells(),
                            rng)
                    .ifPresent(png -> add(
                            png,
                            "Lattices along four paths, from noise to the target",
                            "Four paths on their way, a row each; above them the inverse temperature that they pass."));
        }
    }

    private void energies(double beta, SampleSet samples, Oracle oracle) throws IOException {
        double[] drawnEnergies = energies(samples.logDensity(), beta);
        double[] known = energies(oracle.logDensity(), beta);
        if (Arrays.stream(samples.logWeights()).noneMatch(Double::isFinite)) {
            return;
        }
        EnergyBins bins = EnergyBins.over(drawnEnergies, known);
        List<Figures.Series> series = List.of(
                new Figures.Series("samples, weighted", mass(bins, drawnEnergies, samples.logWeights())),
                new Figures.Series("samples, as drawn", mass(bins, drawnEnergies, new double[samples.count()])),
                new Figures.Series(oracle.name(), mass(bins, known, oracle.logWeights())));
        add(
                Figures.energyHistogram(file("energies.png"), bins.centres(), series),
                "Histogram of the energies of the samples over that of the reference",
                "Energies of the samples with their exact weights and as drawn, over "
                        + (oracle.magnetisation() == null ? oracle.name() : "the exact distribution") + ".");
    }

    private void lattices(Model model, SampleSet samples) throws IOException {
        Lattice lattice = model.target().structure().lattice().orElse(null);
        if (lattice == null || Arrays.stream(samples.logWeights()).noneMatch(Double::isFinite)) {
            return;
        }
        int count = Math.min(LATTICES, samples.count());
        SampleSet chosen = samples.resample(count, 0.5);
        byte[][] states = IntStream.range(0, count).mapToObj(chosen::state).toArray(byte[][]::new);
        int values = samples.space().states();
        add(
                Figures.lattices(file("samples.png"), states, lattice.rows(), lattice.columns(), values),
                count + " sample lattices",
                "Samples drawn in proportion to their weights.");
    }

    private static double[] energies(double[] logDensity, double beta) {
        return Arrays.stream(logDensity).map(u -> -u / beta).toArray();
    }

    private static double[] mass(EnergyBins bins, double[] energies, double[] logWeights) {
        return Histogram.of(energies, logWeights, bins.min(), bins.max(), bins.count())
                .mass();
    }

    private Path file(String name) {
        return folder.resolve(name);
    }

    private void add(Path png, String alt, String caption) {
        drawn.add(new Figure(png, alt, caption));
    }
}
