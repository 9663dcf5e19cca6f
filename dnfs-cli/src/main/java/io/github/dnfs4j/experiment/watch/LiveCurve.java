package io.github.dnfs4j.experiment.watch;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Arrays;

/**
 * A curve that never has more than {@value #MOST} points: when it is full, neighbours become their mean, and from then on
 * each point stands for twice as many values. Not safe for several threads.
 */
final class LiveCurve {
    static final int MOST = 800;

    private double[] steps = new double[MOST];
    private double[] values = new double[MOST];
    private int size;
    /** Values that make one point. */
    private long stride = 1;

    private long gathered;
    private double stepSum;
    private double sum;

    LiveCurve() {}

    private LiveCurve(LiveCurve other) {
        steps = Arrays.copyOf(other.steps, other.size);
        values = Arrays.copyOf(other.values, other.size);
        size = other.size;
    }

    /** Adds a value; one that is not finite is left out. */
    void add(double step, double value) {
        if (!Double.isFinite(value)) {
            return;
        }
        stepSum += step;
        sum += value;
        if (++gathered < stride) {
            return;
        }
        if (size == MOST) {
            halve();
        }
        steps[size] = stepSum / gathered;
        values[size++] = sum / gathered;
        gathered = 0;
        stepSum = 0;
        sum = 0;
    }

    private void halve() {
        for (int k = 0; k < MOST / 2; k++) {
            steps[k] = (steps[2 * k] + steps[2 * k + 1]) / 2;
            values[k] = (values[2 * k] + values[2 * k + 1]) / 2;
        }
        size = MOST / 2;
        stride *= 2;
    }

    /** A copy that stays as it is. */
    LiveCurve copy() {
        return new LiveCurve(this);
    }

    /** The last point; NaN where there is none. */
    double last() {
        return size == 0 ? Double.NaN : values[size - 1];
    }

    /** As {@code {steps: [...], values: [...]}}. */
    void write(ObjectNode to) {
        ArrayNode s = to.putArray("steps");
        ArrayNode v = to.putArray("values");
        for (int k = 0; k < size; k++) {
            s.add(Math.rint(steps[k]));
            v.add((float) values[k]);
        }
    }
}
