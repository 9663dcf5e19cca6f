package io.github.dnfs4j.train;

import io.github.dnfs4j.optim.DivergedException;
import java.util.ArrayList;
import java.util.List;

/** Steps that the listener has not heard of. A GPU would stand still if it were asked after each. */
final class Reports {
    private static final int MOST_SKIPPED_IN_A_ROW = 100;

    private final OptimiserStep optimiser;
    private final List<Pending> pending = new ArrayList<>();
    private double losses;
    private int counted;

    /** What the host knows of a step. */
    private record Pending(long number, double progress, double rate) {}

    Reports(OptimiserStep optimiser) {
        this.optimiser = optimiser;
    }

    void add(long number, double progress, double rate) {
        pending.add(new Pending(number, progress, rate));
    }

    int pending() {
        return pending.size();
    }

    /** The mean loss of the steps that were told of since the last call; NaN without any. */
    double meanLoss() {
        double mean = counted == 0 ? Double.NaN : losses / counted;
        losses = 0;
        counted = 0;
        return mean;
    }

    /** What {@link #meanLoss} will be made of. */
    double[] losses() {
        return new double[] {losses, counted};
    }

    void losses(double sum, double steps) {
        losses = sum;
        counted = (int) steps;
    }

    void tell(TrainListener listener) {
        if (pending.isEmpty()) {
            return;
        }
        OptimiserStep.Outcome[] outcomes = optimiser.read();
        List<Pending> told = List.copyOf(pending);
        pending.clear();
        for (int k = 0; k < outcomes.length; k++) {
            Pending p = told.get(k);
            OptimiserStep.Outcome o = outcomes[k];
            if (o.skippedInARow() >= MOST_SKIPPED_IN_A_ROW) {
                throw new DivergedException(o.skippedInARow(), o.loss(), o.gradientNorm());
            }
            if (Double.isFinite(o.loss())) {
                losses += o.loss();
                counted++;
            }
            listener.step(new TrainListener.Step(
                    p.number(), p.progress(), o.loss(), o.gradientNorm(), p.rate(), o.skipped()));
        }
    }
}
