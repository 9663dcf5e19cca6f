package io.github.dnfs4j.experiment.compare;

import io.github.dnfs4j.experiment.result.Models;
import io.github.dnfs4j.experiment.result.Trained;
import io.github.dnfs4j.factor.Approximation;
import io.github.dnfs4j.factor.BeliefPropagation;
import io.github.dnfs4j.factor.FactorGraph;
import io.github.dnfs4j.factor.Factorised;
import io.github.dnfs4j.factor.MeanField;
import io.github.dnfs4j.flow.FlowSampler;
import io.github.dnfs4j.gfn.GfnModel;
import io.github.dnfs4j.gfn.GfnSettings;
import io.github.dnfs4j.mcmc.AnnealedSampler;
import io.github.dnfs4j.mcmc.ChainSampler;
import io.github.dnfs4j.mcmc.LongRun;
import io.github.dnfs4j.mcmc.MarkovKernel;
import io.github.dnfs4j.mcmc.MarkovKernels;
import io.github.dnfs4j.mcmc.ParallelTempering;
import io.github.dnfs4j.mcmc.PopulationAnnealing;
import io.github.dnfs4j.mcmc.SimulatedAnnealing;
import io.github.dnfs4j.metric.Enumeration;
import io.github.dnfs4j.metric.Weights;
import io.github.dnfs4j.path.AnnealingPath;
import io.github.dnfs4j.run.Model;
import io.github.dnfs4j.sample.Cost;
import io.github.dnfs4j.sample.SampleSet;
import io.github.dnfs4j.sample.Sampler;
import io.github.dnfs4j.settings.FamilySettings;
import io.github.dnfs4j.settings.RunSettings;
import io.github.dnfs4j.settings.SettingsFile;
import io.github.dnfs4j.settings.TargetKinds;
import io.github.dnfs4j.settings.TargetSettings;
import io.github.dnfs4j.target.Target;
import io.github.dnfs4j.torch.Rng;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Samplers by name, run on one target: chains, annealings and flows by steps with the same number of steps, flows by jumps
 * in their cells.
 *
 * <pre>{@code
 * dnfs:DIR  dnfs+dmala:DIR     a trained flow, with moves after each cell or step
 * leaps:DIR                    the same, by its name in a table
 * gibbs gwg dmala wolff ...    a kernel's chains from uniform starts, one sample a chain
 * ais smc pa pt sa, ais:gwg .. annealing, also of populations, tempering; over Gibbs or the kernel named
 * gfn  gfn:DIR                 a GFlowNet, trained here or before
 * oracle                       fresh samples of the truth: what the number of samples alone leaves of an error
 * bp  mf                       loopy belief propagation, mean field: no samples, but a word on log Z
 * }</pre>
 *
 * <p>A name before it, {@code wide=dnfs:DIR}, is what the table calls it.
 */
final class Contestants {
    private static final int REPLICAS = 8;
    private static final double HOTTEST = 3;
    private static final double COLDEST = 0.1;
    /** At least, of what is resampled: a standard error needs some that are independent. */
    private static final int BATCHES = 4;

    private static final int POPULATIONS = 8;

    private static final List<String> OVER_KERNELS = List.of("ais", "smc", "pa", "pt", "sa");
    private static final List<String> WITHOUT_SAMPLES = List.of("bp", "mf");
    private static final Pattern LABELLED = Pattern.compile("([^=:/]+)=(.+)");

    private final TargetSettings settings;
    private final Target target;
    private final AnnealingPath path;
    private final ComparisonSettings comparison;

    /** Of a target and its settings. */
    Contestants(TargetSettings settings, Target target, ComparisonSettings comparison) {
        this.settings = settings;
        this.target = target;
        this.comparison = comparison;
        path = new AnnealingPath(target);
    }

    /** What the table calls a sampler: its label, or its name without the folder it was trained in. */
    static String label(String sampler) {
        Matcher labelled = LABELLED.matcher(sampler);
        if (labelled.matches()) {
            return labelled.group(1);
        }
        return sampler.matches("(dnfs|leaps|gfn)\\b.*") ? sampler.replaceFirst(":.*", "") : sampler;
    }

    /** The sampler without a label. */
    static String name(String sampler) {
        Matcher labelled = LABELLED.matcher(sampler);
        return labelled.matches() ? labelled.group(2) : sampler;
    }

    /** Refuses a sampler that is none of these, before the first of several runs for minutes. */
    static void check(@Nullable String sampler) {
        if (sampler == null) { // as a list in a file may have it
            throw new IllegalArgumentException("every sampler needs a name");
        }
        String name = name(sampler);
        String kind = name.replaceFirst(":.*", "");
        String argument = name.replaceFirst("^[^:]*:?", "");
        if (kind.equals("dnfs")
                || kind.equals("leaps")
                || kind.equals("gfn")
                || name.equals("oracle")
                || WITHOUT_SAMPLES.contains(name)) {
            return;
        }
        boolean refined = kind.startsWith("dnfs+");
        boolean over = OVER_KERNELS.contains(kind) && !argument.isEmpty();
        String kernel = refined ? kind.substring("dnfs+".length()) : over ? argument : name;
        if (!MarkovKernels.NAMES.contains(kernel) && !OVER_KERNELS.contains(name)) {
            throw new IllegalArgumentException("unknown sampler '" + sampler + "'; possible: dnfs:DIR, dnfs+KERNEL:DIR,"
                    + " leaps:DIR, gfn, gfn:DIR, oracle, bp, mf, " + String.join(", ", OVER_KERNELS)
                    + ", ais:KERNEL and so on, " + String.join(", ", MarkovKernels.NAMES));
        }
    }

    /** What comes of a name. */
    sealed interface Given {}

    /**
     * What a method without samples says.
     *
     * @param note how it came to it
     */
    record Told(Approximation said, double seconds, String note) implements Given {}

    /**
     * What a sampler gave.
     *
     * @param trace U along its chains, where it has some
     * @param acceptance of its proposals, where it makes some
     * @param group neighbours that are not independent of each other, because they were resampled together; 1 for none
     * @param families which samples descend from one state, because they were resampled; null where none do
     * @param setup what training or adapting took
     * @param note about its settings
     */
    record Drawn(
            SampleSet samples,
            double @Nullable [][] trace,
            @Nullable Double acceptance,
            int group,
            int @Nullable [] families,
            Cost setup,
            String note)
            implements Given {
        static Drawn of(SampleSet samples, int group, Cost setup, String note) {
            return new Drawn(samples, null, null, group, null, setup, note);
        }

        /** The normalised ESS of the weights; of families, whose samples count as one. */
        double ess() {
            return families == null ? Weights.ess(samples.logWeights()) : Weights.ess(samples.logWeights(), families);
        }
    }

    /** Refuses a flow that is not there or has another target, before the first sampler runs for minutes. */
    void checkFlow(String sampler) throws IOException {
        String name = name(sampler);
        if (!isFlow(name.replaceFirst(":.*", ""))) {
            return;
        }
        String trained = name.replaceFirst("^[^:]*:?", "");
        if (trained.isEmpty()) {
            throw new IllegalArgumentException("name the run folder or the model of a trained flow: dnfs:DIR");
        }
        Path run = Models.sampler(trained);
        TargetSettings own = Model.settings(run).target();
        if (!another(own)) {
            checkTarget(run, own);
        }
    }

    /** Whether a flow is that of a family, to be asked for another instance than its own. */
    private boolean another(TargetSettings trained) {
        return trained instanceof FamilySettings && !same(trained, settings);
    }

    private static boolean isFlow(String kind) {
        return kind.equals("leaps") || kind.equals("dnfs") || kind.startsWith("dnfs+");
    }

    Given draw(String sampler, Rng rng) throws IOException {
        String name = name(sampler);
        String kind = name.replaceFirst(":.*", "");
        String argument = name.replaceFirst("^[^:]*:?", "");
        if (isFlow(kind)) {
            return flow(kind.replaceFirst("leaps|dnfs\\+?", ""), argument, rng);
        }
        return switch (kind) {
            case "oracle" -> oracle(rng);
            case "bp", "mf" -> told(kind);
            case "gfn" -> argument.isEmpty() ? trainGfn(rng) : gfn(Path.of(argument), rng);
            case "ais", "smc", "pa", "pt", "sa" -> annealed(kind, argument.isEmpty() ? "gibbs" : argument, rng);
            default -> chains(name, rng);
        };
    }

    private Told told(String kind) {
        FactorGraph graph = Factorised.of(target)
                .orElseThrow(() -> new IllegalArgumentException(
                        kind + " needs a target that is a factor graph: a model of a file, or pairs such as ising"));
        boolean propagation = kind.equals("bp");
        long start = System.nanoTime();
        Approximation said = propagation
                ? BeliefPropagation.run(graph, BeliefPropagation.Settings.usual())
                : MeanField.run(graph, MeanField.Settings.usual());
        String note = String.format(
                Locale.ROOT,
                "log Z is %s; %s %,d iteration%s",
                propagation ? "Bethe's" : "a lower bound",
                said.converged() ? "converged in" : "not converged in",
                said.iterations(),
                said.iterations() == 1 ? "" : "s");
        return new Told(said, (System.nanoTime() - start) / 1e9, note);
    }

    private Drawn chains(String name, Rng rng) {
        MarkovKernels.Found found = MarkovKernels.named(name, path, rng);
        ChainSampler sampler = new ChainSampler(path, found.kernel(), comparison.timeSteps());
        int kept = comparison.timeSteps() / 2 >= 4 ? comparison.timeSteps() / 2 : 0;
        ChainSampler.Traced run = sampler.traced(comparison.samples(), kept, rng);
        return new Drawn(
                run.samples(),
                kept > 0 ? run.logDensity() : null,
                run.acceptance(),
                1,
                null,
                found.cost(),
                found.note());
    }

    private Drawn annealed(String kind, String kernelName, Rng rng) {
        MarkovKernels.Found found = MarkovKernels.named(kernelName, path, rng);
        MarkovKernel kernel = found.kernel();
        int steps = comparison.timeSteps();
        String note = kernelName + (found.note().isEmpty() ? "" : ", " + found.note());
        return switch (kind) {
            case "ais" -> draw(AnnealedSampler.ais(path, kernel, steps), found.cost(), note, rng);
            case "smc" -> {
                AnnealedSampler all = AnnealedSampler.smc(path, kernel, steps);
                AnnealedSampler smc = all.inBatches(Math.max(1, Math.min(all.batch(), comparison.samples() / BATCHES)));
                AnnealedSampler.Traced run = smc.traced(comparison.samples(), rng);
                yield resampled(run, smc.batch(), found.cost(), note + "; resampled");
            }
            case "pa" -> {
                int population = Math.max(2, comparison.samples() / POPULATIONS);
                PopulationAnnealing annealing = PopulationAnnealing.even(path, kernel, steps, population);
                AnnealedSampler.Traced run = annealing.traced(comparison.samples(), rng);
                yield resampled(run, population, found.cost(), note + "; " + families(run.families(), population));
            }
            case "pt" ->
                draw(
                        ParallelTempering.even(path, kernel, steps, REPLICAS),
                        found.cost(),
                        note + "; " + REPLICAS + " replicas",
                        rng);
            default -> {
                var annealing = SimulatedAnnealing.geometric(path, kernel, HOTTEST, COLDEST, steps);
                yield draw(annealing, found.cost(), note + "; best states, not the target's law", rng);
            }
        };
    }

    private static Drawn resampled(AnnealedSampler.Traced run, int group, Cost setup, String note) {
        return new Drawn(run.samples(), null, null, group, run.families(), setup, note);
    }

    /** How many replicas descend from one, in the worst of the populations. */
    private static String families(int[] families, int population) {
        double square = 0;
        double entropic = 0;
        for (int from = 0; from < families.length; from += population) {
            int until = Math.min(families.length, from + population);
            PopulationAnnealing.FamilySize size = PopulationAnnealing.FamilySize.of(families, from, until);
            square = Math.max(square, size.meanSquare());
            entropic = Math.max(entropic, size.entropic());
        }
        return String.format(
                Locale.ROOT, "populations of %,d, families rho_t %.1f, rho_s %.1f", population, square, entropic);
    }

    private Drawn draw(Sampler sampler, Cost setup, String note, Rng rng) {
        return Drawn.of(sampler.sample(comparison.samples(), rng), 1, setup, note);
    }

    private Drawn oracle(Rng rng) {
        if (Enumeration.fits(target.space())) {
            return draw(Enumeration.of(target), Cost.NONE, "exact", rng);
        }
        LongRun run = Oracle.longRun(target);
        LongRun.Result result = run.run((comparison.samples() + run.chains() - 1) / run.chains(), rng);
        return new Drawn(
                result.samples().first(comparison.samples()),
                result.logDensity(),
                null,
                1,
                null,
                Cost.NONE,
                "long run");
    }

    private Drawn flow(String refine, String name, Rng rng) throws IOException {
        Path run = Models.sampler(name);
        RunSettings read = Model.settings(run);
        SettingsFile<RunSettings> file =
                SettingsFile.of(read).set("device", rng.device().toString());
        file.set("sampling.timeSteps", String.valueOf(comparison.timeSteps()));
        if (comparison.cells() != null) {
            file.set("sampling.cells", String.valueOf(comparison.cells()));
        }
        try (Model model =
                another(read.target()) ? Model.load(run, file.settings(), target) : Model.load(run, file.settings())) {
            MarkovKernels.Found moves = refine.isEmpty() ? null : MarkovKernels.named(refine, path, rng);
            FlowSampler sampler = model.sampler().refined(moves == null ? null : moves.kernel());
            int group = sampler.simulator().resampleBelow() > 0 ? sampler.batch() : 1;
            SampleSet samples = sampler.sample(comparison.samples(), rng);
            return Drawn.of(samples, group, trainingOf(run), moves == null ? "" : moves.note());
        }
    }

    /** What the training of a run took, as its result says; nothing where it has none yet. */
    private static Cost trainingOf(Path run) throws IOException {
        @Nullable Trained training = Trained.in(run);
        return training == null ? Cost.NONE : training.cost();
    }

    private Drawn trainGfn(Rng rng) throws IOException {
        Path kept = comparison.gfnFolder();
        if (kept != null && Files.isDirectory(kept)) {
            return gfn(kept, rng);
        }
        GfnSettings gfn = GfnSettings.DEFAULT.withMinutes(comparison.gfnMinutes());
        try (GfnModel model = GfnModel.train(settings, gfn, rng, (k, loss, z) -> {}, () -> false)) {
            if (kept != null) {
                model.save(kept);
            }
            return draw(model.sampler(), model.training(), "", rng);
        }
    }

    private Drawn gfn(Path folder, Rng rng) throws IOException {
        try (GfnModel model = GfnModel.load(folder, rng)) {
            checkTarget(folder, model.targetSettings());
            return draw(model.sampler(), model.training(), "", rng);
        }
    }

    private void checkTarget(Path folder, TargetSettings trained) {
        if (!same(trained, settings)) {
            throw new IllegalArgumentException(
                    folder + " was trained on " + TargetKinds.text(trained) + ", not on " + TargetKinds.text(settings));
        }
    }

    /** Whether two settings mean one target: a file may be named in two ways, as long as its bytes are the same. */
    private static boolean same(TargetSettings a, TargetSettings b) {
        if (a.equals(b)) {
            return true;
        }
        Map<String, String> one = TargetKinds.values(a);
        Map<String, String> other = TargetKinds.values(b);
        if (!a.kind().equals(b.kind()) || !one.containsKey("sha256")) {
            return false;
        }
        one.remove("file");
        other.remove("file");
        return one.equals(other);
    }
}
