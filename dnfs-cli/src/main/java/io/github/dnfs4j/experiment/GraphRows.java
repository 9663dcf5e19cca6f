package io.github.dnfs4j.experiment;

import io.github.dnfs4j.combopt.AmortisedModel;
import io.github.dnfs4j.combopt.AmortisedSettings;
import io.github.dnfs4j.combopt.Langevin;
import io.github.dnfs4j.combopt.LangevinSolver;
import io.github.dnfs4j.combopt.NeuralSolver;
import io.github.dnfs4j.combopt.SingleFlips;
import io.github.dnfs4j.train.SamplingSettings;
import java.util.Locale;

/**
 * The rows by which a trained solver is judged:
 *
 * <pre>{@code
 * annealing                    single flips
 * random  dnfs                 the flow before and after training, sampled as its settings say
 * random plain  dnfs plain     the same with a floor of 1 and without resampling, where the settings say otherwise
 * dmala                        the moves alone, at the same times
 * dnfs+dmala                   the moves after each step of the flow
 * }</pre>
 *
 * <p>A floor is heat-bath dynamics along the path, and resampling is selection among the paths of one graph: without the
 * plain rows nobody could tell what the network did and what they did.
 *
 * @param moves DMALA moves a step
 */
public record GraphRows(GraphContest contest, AmortisedSettings settings, SamplingSettings sampling, int moves) {

    /** Adds all rows; a model of feasible states takes no moves. */
    public void add(AmortisedModel untrained, AmortisedModel trained) {
        Langevin none = Langevin.of(0);
        Langevin some = Langevin.of(moves);
        SamplingSettings plain = plain(sampling);
        contest.add("annealing", new SingleFlips(settings.penalty()));
        if (!sampling.equals(plain)) {
            contest.add("random plain", new NeuralSolver(untrained, plain, none));
            contest.add("dnfs plain", new NeuralSolver(trained, plain, none));
        }
        contest.add("random", new NeuralSolver(untrained, sampling, none));
        contest.add("dnfs", new NeuralSolver(trained, sampling, none));
        contest.add(
                "dmala",
                new LangevinSolver(settings.beta(), settings.penalty(), sampling.timeSteps(), sampling.batch(), some));
        if (!settings.feasible()) {
            contest.add("dnfs+dmala", new NeuralSolver(trained, sampling, some));
        }
    }

    private static SamplingSettings plain(SamplingSettings s) {
        return new SamplingSettings(
                s.timeSteps(), s.batch(), s.kernel(), 1, s.constantFloor(), s.sweeps(), 0, s.sublattices());
    }

    /** How the flow was sampled, in words. */
    public static String caption(SamplingSettings s, int moves) {
        String resampling = s.resampleBelow() == 0
                ? "no resampling"
                : String.format(
                        Locale.ROOT,
                        "paths of a graph resampled when their ESS is below %s",
                        Numbers.significant(s.resampleBelow()));
        return String.format(
                Locale.ROOT,
                "%d time steps, heat-bath floor %s, %s; %d DMALA moves a step",
                s.timeSteps(),
                Numbers.significant(s.reversibleFloor()),
                resampling,
                moves);
    }
}
