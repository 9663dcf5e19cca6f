package io.github.dnfs4j.experiment;

import io.github.dnfs4j.combopt.AmortisedModel;
import io.github.dnfs4j.combopt.AmortisedSettings;
import io.github.dnfs4j.combopt.GraphGenerator;
import io.github.dnfs4j.combopt.GraphGfn;
import io.github.dnfs4j.combopt.Langevin;
import io.github.dnfs4j.combopt.LangevinSolver;
import io.github.dnfs4j.combopt.NeuralSolver;
import io.github.dnfs4j.combopt.SingleFlips;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Rng;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a table of solvers, by name:
 *
 * <pre>{@code
 * greedy  annealing        classical
 * dmala:N                  N moves at each time of the path, without a network
 * random                   the flow with a network as it starts out
 * gflownet                 trained here, on the same graphs
 * dnfs  dnfs+dmala:N       the trained flow, refined by N moves after each step
 * feasible                 the trained flow that never leaves the independent sets
 * }</pre>
 */
final class GraphMethods {
    private static final Pattern NAME =
            Pattern.compile("greedy|annealing|random|gflownet|feasible|dnfs|(dnfs\\+)?dmala:([1-9]\\d?)");

    private static final double GFN_RATE = 1e-3;

    private GraphMethods() {}

    static void check(String name) {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException("unknown method '" + name
                    + "'; possible: greedy, annealing, random, gflownet, feasible, dmala:N, dnfs, dnfs+dmala:N");
        }
    }

    /** Whether a method needs a trained model, of feasible states or of all. */
    static boolean trained(String name, boolean feasible) {
        return feasible ? name.equals("feasible") : name.startsWith("dnfs");
    }

    private static boolean trained(String name) {
        return trained(name, true) || trained(name, false);
    }

    /** Adds one row to a contest. */
    static void add(
            String name,
            GraphContest contest,
            AmortisedSettings s,
            @Nullable AmortisedModel model,
            double gfnMinutes,
            Rng rng) {
        check(name);
        Matcher m = NAME.matcher(name);
        int moves = m.matches() && m.group(2) != null ? Integer.parseInt(m.group(2)) : 0;
        int steps = s.sampling().timeSteps();
        int batch = s.sampling().batch();
        if (name.equals("greedy")) {
            contest.greedy();
        } else if (name.equals("annealing")) {
            contest.add(name, new SingleFlips(s.penalty()));
        } else if (name.equals("random")) {
            try (AmortisedModel untrained = AmortisedModel.untrained(s, rng)) {
                contest.add(name, NeuralSolver.of(untrained, 0));
            }
        } else if (name.equals("gflownet")) {
            try (GraphGfn gfn = gfn(s, gfnMinutes, rng)) {
                contest.add(name, gfn);
            }
        } else if (model != null && trained(name)) {
            contest.add(name, NeuralSolver.of(model, moves));
        } else {
            contest.add(name, new LangevinSolver(s.beta(), s.penalty(), steps, batch, Langevin.of(moves)));
        }
    }

    private static GraphGfn gfn(AmortisedSettings s, double minutes, Rng rng) {
        boolean large = rng.device() == Device.CUDA;
        GraphGfn.Settings settings = new GraphGfn.Settings(
                minutes, 0, large ? 256 : 64, large ? 256 : 64, large ? 5 : 3, GFN_RATE, s.beta());
        return GraphGfn.train(
                s.problem(), GraphGenerator.parse(s.graphs()).graphs(s.count(), s.seed()), settings, rng, () -> false);
    }
}
