package io.github.dnfs4j.cli;

import io.github.dnfs4j.ebm.EbmEvaluation;
import io.github.dnfs4j.ebm.EbmModel;
import io.github.dnfs4j.experiment.ebm.EbmJudge;
import io.github.dnfs4j.experiment.run.Draw;
import io.github.dnfs4j.experiment.terminal.Console;
import io.github.dnfs4j.experiment.terminal.Numbers;
import io.github.dnfs4j.experiment.terminal.Waiting;
import io.github.dnfs4j.flow.FlowSampler;
import io.github.dnfs4j.io.format.SampleTable;
import io.github.dnfs4j.metric.Enumeration;
import io.github.dnfs4j.metric.Trust;
import io.github.dnfs4j.metric.Weights;
import io.github.dnfs4j.sample.SampleSet;
import io.github.dnfs4j.target.NeuralEnergy;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.torch.Tensors;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code dnfs ebm sample}. */
@Command(
        name = "sample",
        description = "Draws states of a learned energy: by the flow that was trained along, exactly, or by chains.")
final class EbmSampleCommand extends ConsoleCommand {
    private static final List<String> WAYS = List.of("flow", "exact", "chains");

    @Parameters(paramLabel = "DIR", description = "Run folder of dnfs ebm train.")
    @SuppressWarnings("NullAway.Init")
    Path run;

    @Option(names = "--count", paramLabel = "N", required = true, description = "How many states.")
    int count;

    @Mixin
    StatesOption out = new StatesOption();

    @Option(
            names = "--by",
            description = "flow, exact (up to 20 bits) or chains (default: the first of these that is possible).")
    @Nullable
    String by;

    @Option(
            names = "--weighted",
            description = "Of a flow, its states as drawn with their log weights, which .npy keeps in FILE.logw.npy;"
                    + " without it, states of equal weight, thinned out of more paths where weights differ.")
    boolean weighted;

    @Option(
            names = "--moves",
            paramLabel = "N",
            description = "Of each chain, of ten proposals each (default: ${DEFAULT-VALUE}).")
    int moves = EbmEvaluation.Effort.DEFAULT.moves();

    @Mixin
    DeviceOptions on = new DeviceOptions();

    EbmSampleCommand(Console console) {
        super(console);
    }

    @Override
    public Integer call() throws IOException {
        Checks.positive("--count", count);
        Checks.positive("--moves", moves);
        if (by != null && !WAYS.contains(by)) {
            throw new IllegalArgumentException("--by is flow, exact or chains, not " + by);
        }
        out.check(weighted);
        Device hardware = on.hardware();
        try (EbmModel model = EbmModel.load(run, hardware);
                Rng rng = EbmJudge.rng(on.seed, hardware)) {
            NeuralEnergy target = model.target();
            int sites = target.space().sites();
            Checks.fitsMemory("--count", count, sites);
            FlowSampler flow = model.sampler();
            boolean small = Enumeration.fits(target.space());
            String way = by != null ? by : flow != null ? "flow" : small ? "exact" : "chains";
            if (weighted && !way.equals("flow")) {
                throw new IllegalArgumentException("--weighted is of a flow; these states all count alike");
            }
            byte[] states;
            double[] logWeights = null;
            if (way.equals("flow")) {
                if (flow == null) {
                    throw new IllegalArgumentException(
                            run + " has no flow; methods that train one are eb-dnfs and eb-dnfs-mh");
                }
                SampleSet drawn = drawn(flow, rng);
                states = drawn.states();
                logWeights = weighted ? drawn.logWeights() : null;
            } else {
                if (way.equals("exact") && !small) {
                    throw new IllegalArgumentException(
                            "of " + sites + " bits not all states can be listed; take --by flow or chains");
                }
                states = listedOrWalked(target, way, rng);
            }
            List<Path> written = out.write(console, new SampleTable(states, sites, logWeights, false, 0));
            if (!written.isEmpty()) {
                console.say("wrote " + Numbers.count(count) + " states by " + way + " to " + Console.list(written));
            }
        }
        return 0;
    }

    private SampleSet drawn(FlowSampler flow, Rng rng) {
        SampleSet paths = paths(flow, rng);
        console.warn(Trust.few(Weights.ess(paths.logWeights()), paths.count()), Optional.empty());
        return weighted ? paths : StatesOption.thinned(paths, count, rng, console);
    }

    private SampleSet paths(FlowSampler flow, Rng rng) {
        try (Waiting sign = Waiting.on(console, "drawing " + Numbers.count(count) + " states")) {
            return weighted ? flow.sample(count, rng) : Draw.forStates(flow, count, rng);
        }
    }

    /** Chains from uniform starts, or the truth where it can be listed. */
    private byte[] listedOrWalked(NeuralEnergy target, String way, Rng rng) {
        try (Waiting sign = Waiting.on(console, "drawing " + Numbers.count(count) + " states");
                Scope scope = Scope.open()) {
            return Tensors.bytes(
                    way.equals("exact")
                            ? EbmEvaluation.exactSamples(target, count, rng)
                            : EbmEvaluation.chainSamples(target, count, moves, rng));
        }
    }
}
