package io.github.dnfs4j.cli;

import io.github.dnfs4j.experiment.run.Draw;
import io.github.dnfs4j.experiment.run.Judge;
import io.github.dnfs4j.experiment.terminal.Console;
import io.github.dnfs4j.experiment.terminal.Numbers;
import io.github.dnfs4j.experiment.terminal.Waiting;
import io.github.dnfs4j.flow.FlowSampler;
import io.github.dnfs4j.io.format.SampleTable;
import io.github.dnfs4j.metric.Trust;
import io.github.dnfs4j.metric.Weights;
import io.github.dnfs4j.run.Model;
import io.github.dnfs4j.sample.SampleSet;
import io.github.dnfs4j.sample.Sampler;
import io.github.dnfs4j.settings.RunSettings;
import io.github.dnfs4j.target.Target;
import io.github.dnfs4j.torch.Ranks;
import io.github.dnfs4j.torch.Rng;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code dnfs sample}. */
@Command(name = "sample", description = "Draws states from a trained model.")
final class SampleCommand extends ConsoleCommand {
    @Mixin
    LoadOptions load = new LoadOptions();

    @Mixin
    InstanceOptions instance = new InstanceOptions();

    @Option(names = "--count", paramLabel = "N", required = true, description = "How many states.")
    int count;

    @Mixin
    StatesOption out = new StatesOption();

    @Option(
            names = "--weighted",
            description = "States as drawn with their log weights, which .npy keeps in FILE.logw.npy;"
                    + " without it, states of equal weight, thinned out of more paths where weights differ.")
    boolean weighted;

    @Mixin
    RefineOptions refinement = new RefineOptions();

    @Option(names = "--spins", description = "Write -1 and 1 in place of 0 and 1.")
    boolean spins;

    @Option(
            names = "--shape",
            description = "Of .npy: sites, [N, D], or lattice, [N, rows, columns] (default: ${DEFAULT-VALUE}).")
    String shape = "sites";

    @Mixin
    ProcessesOption processes = new ProcessesOption();

    SampleCommand(Console console) {
        super(console);
    }

    /** Of the lattice that was asked for; 0 for rows of sites. */
    private int columns(Target target) {
        return shape.equals("sites")
                ? 0
                : target.structure()
                        .lattice()
                        .orElseThrow(() -> new IllegalArgumentException("these sites form no lattice"))
                        .columns();
    }

    /** Paths for the states that were asked for: more of them where weights would else leave copies. */
    private SampleSet draw(FlowSampler flow, Rng rng, Console console) {
        AtomicInteger drawn = new AtomicInteger();
        AtomicInteger told = new AtomicInteger();
        // A second drawing, of more paths, is told of from 0 on.
        Sampler sampler = flow.telling(paths -> {
            int more = paths - told.getAndSet(paths);
            drawn.addAndGet(more < 0 ? paths : more);
        });
        try (Waiting sign = Waiting.on(
                console,
                () -> "drawing " + Numbers.count(count) + " states: " + Numbers.count(drawn.get()) + " paths")) {
            return weighted ? sampler.sample(count, rng) : Draw.forStates(sampler, count, rng);
        }
    }

    @Override
    public Integer call() throws IOException {
        return processes.run(console, this::sample);
    }

    private int sample(Ranks ranks, Console console) throws IOException {
        Checks.positive("--count", count);
        if (ranks.first()) {
            out.check(weighted);
        }
        refinement.check();
        if (!List.of("sites", "lattice").contains(shape)) {
            throw new IllegalArgumentException("--shape is sites or lattice, not " + shape);
        }
        if (shape.equals("lattice") && !out.npy()) {
            throw new IllegalArgumentException("--shape lattice is of .npy files: add --out FILE.npy");
        }
        if (out.file == null && ranks.size() > 1) {
            throw new IllegalArgumentException(
                    "several processes need --out: Gloo writes a line of its own to the standard output");
        }
        RunSettings settings = load.settings();
        ProcessesOption.agree(ranks, settings, count, weighted, refinement.text(), instance.text());
        try (Model model = instance.load(load.folder(), settings);
                Rng rng = Judge.rng(settings)) {
            int sites = model.target().space().sites();
            Checks.fitsMemory("--count", count, sites);
            if (spins && model.target().space().states() != 2) {
                throw new IllegalArgumentException("--spins needs sites of 2 states, these have "
                        + model.target().space().states());
            }
            int columns = columns(model.target());
            SampleSet drawn =
                    draw(model.sampler().refined(refinement.kernel(model, rng)).over(ranks), rng, console);
            console.warn(Trust.few(Weights.ess(drawn.logWeights()), drawn.count()), Optional.empty());
            SampleSet samples = weighted ? drawn : StatesOption.thinned(drawn, count, rng, console);
            double[] logWeights = weighted ? samples.logWeights() : null;
            if (!ranks.first()) {
                return 0; // the first writes for all
            }
            List<Path> written =
                    out.write(console, new SampleTable(samples.states(), sites, logWeights, spins, columns));
            if (!written.isEmpty()) {
                console.say("wrote " + Numbers.count(count) + " states to " + Console.list(written) + " in "
                        + Numbers.duration(samples.cost().seconds()));
            }
        }
        return 0;
    }
}
