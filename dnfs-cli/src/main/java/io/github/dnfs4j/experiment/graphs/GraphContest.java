package io.github.dnfs4j.experiment.graphs;

import io.github.dnfs4j.combopt.Decoder;
import io.github.dnfs4j.combopt.Decoding;
import io.github.dnfs4j.combopt.GraphSampler;
import io.github.dnfs4j.combopt.Problem;
import io.github.dnfs4j.combopt.families.GraphGenerator;
import io.github.dnfs4j.target.Graph;
import io.github.dnfs4j.target.GraphProblem;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.torch.Words;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Methods side by side on graphs of a family that nobody trained on; the samples of all are decoded in the same way. */
public final class GraphContest {
    /** Which graphs; each kind has a seed of its own, and training graphs have others. */
    public enum Graphs {
        /** For tables. */
        TEST(1_000_001),
        /** For choices, of which no table is made. */
        VALIDATION(2_000_001);

        private final long seed;

        Graphs(long seed) {
            this.seed = seed;
        }

        public List<Graph> of(String family, int count) {
            return GraphGenerator.parse(family).graphs(count, seed);
        }

        @Override
        public String toString() {
            return Words.of(this);
        }
    }

    private static final double EXACT_SECONDS = 60;

    private final GraphProblem kind;
    private final String family;
    private final Graphs which;
    private final List<Graph> graphs;
    private final int samples;
    private final Decoding decoding;
    private final Device device;
    private final long seed;
    private final List<GraphScore> scores = new ArrayList<>();
    private double[] optima = {};
    private int proven;

    /** On the first {@code count} of these graphs, with so many samples of each. */
    public GraphContest(
            GraphProblem kind,
            String family,
            Graphs which,
            int count,
            int samples,
            Decoding decoding,
            long seed,
            Device device) {
        this.kind = kind;
        this.family = family;
        this.samples = samples;
        this.decoding = decoding;
        this.device = device;
        this.seed = seed;
        this.which = which;
        graphs = which.of(family, count);
    }

    /** Finds the optima, or reads them; the first thing to do. */
    public GraphContest exact(@Nullable Path file) throws IOException {
        String of = kind + " " + family + " " + graphs.size() + " seed " + which.seed;
        Optima exact = Optima.kept(file, of, kind, graphs, EXACT_SECONDS);
        optima = exact.values();
        proven = exact.proven();
        double[][] objectives = new double[optima.length][];
        for (int g = 0; g < objectives.length; g++) {
            objectives[g] = new double[] {optima[g]};
        }
        scores.add(GraphScore.of("exact", objectives, null, optima, exact.seconds()));
        return this;
    }

    /** The greedy completion of nothing. */
    public GraphContest greedy() {
        long start = System.nanoTime();
        double[][] objectives = new double[graphs.size()][];
        for (int g = 0; g < objectives.length; g++) {
            Problem.OfGraph problem = new Problem.OfGraph(kind, graphs.get(g));
            byte[] x = new Decoder(problem).complete(new byte[problem.size()]);
            objectives[g] = new double[] {problem.objective(x)};
        }
        scores.add(GraphScore.of("greedy", objectives, null, optima, seconds(start)));
        return this;
    }

    /** A sampler under a name. */
    public GraphScore add(String method, GraphSampler sampler) {
        try (Rng rng = Rng.seeded(seed, device)) {
            long start = System.nanoTime();
            byte[][][] states = sampler.sample(kind, graphs, samples, rng);
            double[][] objectives = GraphSampler.objectives(kind, graphs, states, decoding);
            double seconds = seconds(start);
            double[][] repaired = GraphSampler.objectives(kind, graphs, states, Decoding.PAPER);
            GraphScore score = GraphScore.of(method, objectives, repaired, optima, seconds);
            scores.add(score);
            return score;
        }
    }

    private static double seconds(long start) {
        return (System.nanoTime() - start) / 1e9;
    }

    public List<GraphScore> scores() {
        return List.copyOf(scores);
    }

    /** How many of the optima are proven. */
    public int proven() {
        return proven;
    }

    public int samples() {
        return samples;
    }

    /** What the table is about. */
    public String title() {
        return kind + " on " + graphs.size() + " " + which + " graphs of " + family + ", " + samples + " samples each, "
                + (decoding == Decoding.PAPER ? "repaired as the paper does" : "decoded greedily") + "; " + proven
                + " optima proven";
    }
}
