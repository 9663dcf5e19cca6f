package io.github.dnfs4j.combopt;

import io.github.dnfs4j.target.Graph;
import io.github.dnfs4j.target.GraphProblem;
import io.github.dnfs4j.torch.Rng;
import java.util.Arrays;
import java.util.List;

/** Draws states of graph problems, good ones more often. */
public interface GraphSampler {
    /** {@code samples} states for each graph, as they were drawn: [graph][sample], a value for each vertex. */
    byte[][][] sample(GraphProblem kind, List<Graph> graphs, int samples, Rng rng);

    /** Objectives of states [graph][sample], decoded. */
    static double[][] objectives(GraphProblem kind, List<Graph> graphs, byte[][][] states, Decoding decoding) {
        double[][] values = new double[graphs.size()][];
        for (int g = 0; g < values.length; g++) {
            Problem.OfGraph problem = new Problem.OfGraph(kind, graphs.get(g));
            Decoder decoder = new Decoder(problem);
            values[g] = Arrays.stream(states[g])
                    .mapToDouble(x -> problem.objective(decoding.solution(decoder, x)))
                    .toArray();
        }
        return values;
    }

    /** Offers samples of one graph, decoded greedily, to a pool. */
    default void solve(Problem.OfGraph problem, int samples, SolutionPool pool, Rng rng) {
        Decoder decoder = new Decoder(problem);
        for (byte[] x : sample(problem.kind(), List.of(problem.graph()), samples, rng)[0]) {
            pool.offer(Decoding.GREEDY.solution(decoder, x), "samples");
        }
    }
}
