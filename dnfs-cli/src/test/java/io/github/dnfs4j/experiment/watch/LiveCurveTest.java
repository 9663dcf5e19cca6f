package io.github.dnfs4j.experiment.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.Test;

class LiveCurveTest {
    @Test
    void staysShortAndKeepsTheShapeOfALine() {
        LiveCurve curve = new LiveCurve();
        for (int k = 1; k <= 1_000_000; k++) {
            curve.add(k, 3.0 * k);
            if (k % 10 == 0) {
                curve.add(k, Double.NaN);
            }
        }
        ObjectNode tree = new ObjectMapper().createObjectNode();
        curve.copy().write(tree);
        int n = tree.path("steps").size();
        assertThat(n).isBetween(LiveCurve.MOST / 2, LiveCurve.MOST);
        double before = 0;
        for (int k = 0; k < n; k++) {
            double step = tree.path("steps").get(k).asDouble();
            assertThat(step).isGreaterThan(before);
            assertThat(tree.path("values").get(k).asDouble()).isCloseTo(3 * step, within(2.0));
            before = step;
        }
        assertThat(before).isGreaterThan(990_000);
    }

    @Test
    void aCopyDoesNotChange() {
        LiveCurve curve = new LiveCurve();
        curve.add(1, 5);
        LiveCurve copy = curve.copy();
        curve.add(2, 6);
        assertThat(copy.last()).isEqualTo(5);
        assertThat(curve.last()).isEqualTo(6);
        assertThat(new LiveCurve().last()).isNaN();
    }
}
