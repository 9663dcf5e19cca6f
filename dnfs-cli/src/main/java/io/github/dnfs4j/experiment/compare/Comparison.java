package io.github.dnfs4j.experiment.compare;

import io.github.dnfs4j.experiment.compare.Contestants.Told;
import io.github.dnfs4j.experiment.terminal.Numbers;
import io.github.dnfs4j.metric.ChainDiagnostics;
import io.github.dnfs4j.metric.Estimate;
import io.github.dnfs4j.metric.Histogram;
import io.github.dnfs4j.metric.Statistics;
import io.github.dnfs4j.metric.Thermodynamics;
import io.github.dnfs4j.metric.Trust;
import io.github.dnfs4j.metric.Weights;
import io.github.dnfs4j.report.Figures;
import io.github.dnfs4j.sample.Cost;
import io.github.dnfs4j.sample.SampleSet;
import io.github.dnfs4j.settings.TargetSettings;
import io.github.dnfs4j.target.Target;
import io.github.dnfs4j.target.Tempered;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Rng;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Several samplers on one target, each held against the oracle, with what they cost. Energies are -U / beta a site. */
public final class Comparison {
    private static final Device HOST = Device.CPU;

    private final TargetSettings target;
    private final double beta;
    private final Oracle oracle;
    private final Map<String, Contestants.Given> given;
    private final EnergyBins bins;
    private final Histogram truth;
    /** Log density of the highest state that the oracle or any sampler has seen. */
    private final double highest;

    private final List<Row> rows;

    /**
     * One sampler, or one method without samples. What it does not know is null.
     *
     * @param ess normalised, of its weights
     * @param rHat split, of U along the second half of its chains
     * @param autocorrelationTime of the same, in steps
     * @param logZ its standard error is NaN where all samples were resampled together, which leaves nothing independent
     * @param effectivePerSecond how many independent samples its weights or its chains are worth, by its own account
     * @param effectivePerEvaluation the same by log densities looked at
     * @param energy mean with its standard error and the oracle's value
     * @param totalVariation of the histogram of energies, weighted, against the oracle's
     * @param totalVariationDrawn the same without weights
     * @param cost of the samples
     * @param setup of training or adapting before
     * @param warning where its weights leave few samples, or its log Z cannot be true
     */
    public record Row(
            String name,
            int samples,
            @Nullable Double ess,
            @Nullable Double rHat,
            @Nullable Double autocorrelationTime,
            @Nullable Double acceptance,
            @Nullable Double effectivePerSecond,
            @Nullable Double effectivePerEvaluation,
            @Nullable Estimate logZ,
            @Nullable Estimate energy,
            @Nullable Double totalVariation,
            @Nullable Double totalVariationDrawn,
            Cost cost,
            Cost setup,
            String note,
            @Nullable String warning) {}

    /** Of all samplers. */
    public List<String> warnings() {
        return rows.stream().map(Row::warning).filter(Objects::nonNull).toList();
    }

    private Comparison(TargetSettings target, double beta, Oracle oracle, Map<String, Contestants.Given> given) {
        this.target = target;
        this.beta = beta;
        this.oracle = oracle;
        this.given = given;
        List<double[]> all = new ArrayList<>(List.of(oracle.logDensity()));
        drawn().values().forEach(d -> all.add(d.samples().logDensity()));
        bins = EnergyBins.over(all.stream().map(this::energies).toArray(double[][]::new));
        highest = all.stream().flatMapToDouble(Arrays::stream).max().orElseThrow();
        truth = mass(oracle.logDensity(), oracle.logWeights());
        rows = given.entrySet().stream()
                .map(e -> judge(e.getKey(), e.getValue()))
                .toList();
    }

    /** Runs all samplers, each from the same seed; {@code say} hears of each that ends. */
    public static Comparison run(
            TargetSettings target, List<String> samplers, ComparisonSettings how, Device device, Consumer<String> say)
            throws IOException {
        Target built = target.build();
        try {
            return run(target, built, samplers, how, device, say);
        } finally {
            Target.close(built);
        }
    }

    private static Comparison run(
            TargetSettings settings,
            Target target,
            List<String> samplers,
            ComparisonSettings how,
            Device device,
            Consumer<String> say)
            throws IOException {
        Contestants contestants = new Contestants(settings, target, how);
        for (String name : samplers) {
            contestants.checkFlow(name);
        }
        Oracle oracle;
        try (Rng rng = Rng.seeded(how.seed() + 1, HOST)) {
            oracle = Oracle.of(target, how.samples(), rng);
        }
        Map<String, Contestants.Given> given = new LinkedHashMap<>();
        for (String name : samplers) {
            // The oracle's own stream is another, or its fresh samples would be those it is made of.
            boolean truth = Contestants.name(name).equals("oracle");
            try (Rng rng = Rng.seeded(how.seed() + 2, truth ? HOST : device)) {
                Contestants.Given g = contestants.draw(name, rng);
                given.put(Contestants.label(name), g);
                say.accept(name + ": " + Numbers.duration(seconds(g)));
            }
        }
        return new Comparison(settings, Tempered.of(target), oracle, given);
    }

    private static double seconds(Contestants.Given given) {
        return given instanceof Contestants.Drawn drawn ? drawn.samples().cost().seconds() : ((Told) given).seconds();
    }

    /** Refuses two samplers that would share a line. */
    public static void check(List<String> samplers) {
        if (samplers.isEmpty()) {
            throw new IllegalArgumentException("name the samplers to compare");
        }
        samplers.forEach(Contestants::check);
        if (samplers.stream().map(Contestants::label).distinct().count() < samplers.size()) {
            throw new IllegalArgumentException("two samplers would have the same name in " + String.join(", ", samplers)
                    + "; give them names: A=dnfs:DIR");
        }
    }

    private Row judge(String name, Contestants.Given of) {
        if (of instanceof Told told) {
            return new Row(
                    name,
                    0,
                    null,
                    null,
                    null,
                    null,
                    null,
                    null,
                    new Estimate(told.said().logZ(), Double.NaN, oracle.logZ()),
                    null,
                    null,
                    null,
                    new Cost(0, 0, told.seconds()),
                    Cost.NONE,
                    told.note(),
                    null);
        }
        Contestants.Drawn drawn = (Contestants.Drawn) of;
        SampleSet set = drawn.samples();
        int sites = set.space().sites();
        double[] logw = set.logWeights();
        boolean weighted = Arrays.stream(logw).anyMatch(w -> w != 0);
        Estimate raw = Thermodynamics.of(set.logDensity(), logw, beta, sites, null, drawn.group())
                .internalEnergyPerSite();
        ChainDiagnostics chains = drawn.trace() == null ? null : ChainDiagnostics.of(drawn.trace());
        boolean oneEach = drawn.trace() == null || drawn.trace().length == set.count();
        double error = chains == null || oneEach
                ? raw.standardError()
                : Math.sqrt(Statistics.variance(set.logDensity()) / chains.ess()) / Math.abs(beta * sites);
        Double effective = weighted ? Double.valueOf(set.count() * drawn.ess()) : chains == null ? null : chains.ess();
        Estimate logZ = weighted
                ? new Estimate(Weights.logMean(logw), Weights.logMeanStandardError(logw, drawn.group()), oracle.logZ())
                : null;
        return new Row(
                name,
                set.count(),
                weighted ? drawn.ess() : null,
                chains == null ? null : chains.rHat(),
                chains == null ? null : chains.autocorrelationTime(),
                drawn.acceptance(),
                effective == null ? null : effective / set.cost().seconds(),
                effective == null ? null : effective / set.cost().targetEvaluations(),
                logZ,
                new Estimate(raw.value(), error, -oracle.meanLogDensity() / beta / sites),
                mass(set.logDensity(), logw).totalVariation(truth),
                mass(set.logDensity(), new double[logw.length]).totalVariation(truth),
                set.cost(),
                drawn.setup(),
                drawn.note(),
                logZ == null ? null : warning(name, set, drawn.ess(), logZ));
    }

    private @Nullable String warning(String name, SampleSet set, double ess, Estimate logZ) {
        return Trust.impossible(logZ.value(), set.logDensity(), set.space())
                .or(() -> Trust.few(ess, set.count()))
                .or(() -> Trust.contradicted(logZ, highest))
                .map(line -> name + ": " + line)
                .orElse(null);
    }

    private double[] energies(double[] u) {
        return Arrays.stream(u).map(v -> -v / beta).toArray();
    }

    private Histogram mass(double[] u, double[] logw) {
        return Histogram.of(energies(u), logw, bins.min(), bins.max(), bins.count());
    }

    /** Those with samples. */
    private Map<String, Contestants.Drawn> drawn() {
        Map<String, Contestants.Drawn> drawn = new LinkedHashMap<>();
        given.forEach((name, g) -> {
            if (g instanceof Contestants.Drawn d) {
                drawn.put(name, d);
            }
        });
        return drawn;
    }

    public List<Row> rows() {
        return rows;
    }

    public TargetSettings target() {
        return target;
    }

    /** How the oracle knows. */
    public String oracle() {
        return oracle.name();
    }

    /** log Z, where a sum over states, a formula or elimination gives it. */
    public @Nullable Double exactLogZ() {
        return oracle.logZ();
    }

    /** The histograms of energies, weighted, over the oracle's. */
    public Path figure(Path png) throws IOException {
        List<Figures.Series> series = new ArrayList<>();
        drawn().forEach((name, d) -> {
            SampleSet set = d.samples();
            // Fresh samples of the oracle would only draw over the area that is there already.
            if (!name.equals("oracle")) {
                series.add(new Figures.Series(
                        name, mass(set.logDensity(), set.logWeights()).mass()));
            }
        });
        series.add(new Figures.Series("oracle (" + oracle.name() + ")", truth.mass()));
        return Figures.energyHistogram(png, bins.centres(), series);
    }
}
