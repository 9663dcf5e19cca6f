package io.github.dnfs4j.experiment.graphs;

import io.github.dnfs4j.combopt.amortised.AmortisedModel;
import io.github.dnfs4j.combopt.amortised.AmortisedSettings;
import io.github.dnfs4j.combopt.amortised.GraphGfn;
import io.github.dnfs4j.combopt.amortised.Langevin;
import io.github.dnfs4j.combopt.amortised.LangevinSolver;
import io.github.dnfs4j.combopt.amortised.NeuralSolver;
import io.github.dnfs4j.combopt.classical.SingleFlips;
import io.github.dnfs4j.combopt.families.GraphGenerator;
import io.github.dnfs4j.experiment.terminal.Numbers;
import io.github.dnfs4j.settings.SamplingSettings;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Rng;
import java.util.ArrayList;
import java.util.List;
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
 * gflownet                 trained here, on the same graphs and for as many minutes as the flow
 * dnfs  dnfs+dmala:N       the trained flow, refined by N moves after each cell or step
 * feasible                 the trained flow that never leaves the independent sets
 * smc:NAME                 random, dnfs, dmala:N or dnfs+dmala:N with the samples of each graph drawn anew by their
 *                          weights on the way
 * }</pre>
 */
public final class GraphMethods {
    private static final Pattern NAME =
            Pattern.compile("greedy|annealing|gflownet|feasible|(smc:)?(random|dnfs|(dnfs\\+)?dmala:([1-9]\\d{0,2}))");

    private static final String SMC = "smc:";
    private static final double GFN_RATE = 1e-3;

    private GraphMethods() {}

    static void check(String name) {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException(
                    "unknown method '" + name
                            + "'; possible: greedy, annealing, random, gflownet, feasible, dmala:N, dnfs, dnfs+dmala:N, smc:NAME");
        }
    }

    /** Whether a method needs a trained model, of feasible states or of all. */
    static boolean trained(String name, boolean feasible) {
        return feasible ? name.equals("feasible") : plain(name).startsWith("dnfs");
    }

    private static boolean trained(String name) {
        return trained(name, true) || trained(name, false);
    }

    private static String plain(String name) {
        return name.startsWith(SMC) ? name.substring(SMC.length()) : name;
    }

    /** The rows by which a trained solver is judged, with each of these numbers of DMALA moves after a cell or step. */
    public static List<String> ofModel(AmortisedSettings s, List<Integer> moves) {
        List<String> plain = new ArrayList<>(List.of("random", "dnfs"));
        if (!s.feasible()) {
            moves.forEach(n -> plain.add("dmala:" + n));
            moves.forEach(n -> plain.add("dnfs+dmala:" + n));
        }
        List<String> all = new ArrayList<>(List.of("greedy", "annealing"));
        all.addAll(plain);
        if (s.sampling().resampleBelow() > 0) {
            plain.forEach(name -> all.add(SMC + name));
        }
        return all;
    }

    /** How a flow is sampled, in words. */
    public static String caption(SamplingSettings s) {
        String smc = s.resampleBelow() == 0
                ? ""
                : "; smc: samples of a graph drawn anew when their ESS falls below "
                        + Numbers.significant(s.resampleBelow());
        String flow = s.by() == SamplingSettings.By.STEPS
                ? "flows by " + s.timeSteps() + " time steps, heat-bath floor "
                        + Numbers.significant(s.reversibleFloor())
                : "flows by jumps in " + s.cells() + " cells";
        String sweeps = s.sweeps() == 0
                ? ""
                : ", Gibbs sweeps after each where DMALA does not move and sets may conflict: " + s.sweeps();
        return flow + sweeps + "; chains of " + s.timeSteps() + " steps" + smc;
    }

    /** Adds one row to a contest. */
    public static void add(
            String name, GraphContest contest, AmortisedSettings s, @Nullable AmortisedModel model, Rng rng) {
        check(name);
        Matcher m = NAME.matcher(name);
        Langevin moves = Langevin.of(m.matches() && m.group(4) != null ? Integer.parseInt(m.group(4)) : 0);
        SamplingSettings sampling = s.sampling().resampling(0);
        if (name.startsWith(SMC)) {
            sampling = s.sampling();
            if (sampling.resampleBelow() == 0) {
                throw new IllegalArgumentException(name + " needs sampling.resampleBelow above 0");
            }
        }
        if (name.equals("greedy")) {
            contest.greedy();
        } else if (name.equals("annealing")) {
            contest.add(name, new SingleFlips(s.penalty()));
        } else if (plain(name).equals("random")) {
            try (AmortisedModel untrained = AmortisedModel.untrained(s, rng)) {
                contest.add(name, new NeuralSolver(untrained, sampling, moves));
            }
        } else if (name.equals("gflownet")) {
            try (GraphGfn gfn = gfn(s, rng)) {
                contest.add(name, gfn);
            }
        } else if (model != null && trained(name)) {
            contest.add(name, new NeuralSolver(model, sampling, moves));
        } else {
            contest.add(name, new LangevinSolver(s.beta(), s.penalty(), sampling, moves));
        }
    }

    /** As long as the flow was. */
    private static GraphGfn gfn(AmortisedSettings s, Rng rng) {
        boolean large = rng.device() == Device.CUDA;
        GraphGfn.Settings settings = new GraphGfn.Settings(
                s.train().budget().minutes(), 0, large ? 256 : 64, large ? 256 : 64, large ? 5 : 3, GFN_RATE, s.beta());
        return GraphGfn.train(
                s.problem(), GraphGenerator.parse(s.graphs()).graphs(s.count(), s.seed()), settings, rng, () -> false);
    }
}
