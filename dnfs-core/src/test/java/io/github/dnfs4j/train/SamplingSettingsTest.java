package io.github.dnfs4j.train;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dnfs4j.flow.Flow;
import io.github.dnfs4j.path.Pace;
import io.github.dnfs4j.path.TimeGrid;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Rng;
import org.junit.jupiter.api.Test;

class SamplingSettingsTest {
    private static final int STEPS = 6;
    private static final Pace LATE = new Pace(0, 0.7, 1);

    /** Lattices of even side have two sublattices, those of odd side more. */
    private static double[] times(int side, boolean paced, Pace pace) {
        RunSettings settings = SettingsFile.of(Tiny.run(1))
                .set("target.side", String.valueOf(side))
                .set("sampling.timeSteps", String.valueOf(STEPS))
                .set("sampling.paced", String.valueOf(paced))
                .settings();
        try (Rng rng = Rng.seeded(1, Device.CPU);
                Model model = Model.create(settings, rng)) {
            Flow flow = model.flow();
            return settings.sampling().simulator(flow, pace).grid().times();
        }
    }

    @Test
    void stepsKeepTheMeasuredPaceAndTwoSublatticesHaveHalfAStepAtBothEnds() {
        assertThat(times(4, true, LATE)).isEqualTo(LATE.gridOfTurns(STEPS).times());
        assertThat(times(3, true, LATE)).isEqualTo(LATE.grid(STEPS).times());
    }

    @Test
    void stepsAreEqualWithoutAPaceOrWhereItShallNotCount() {
        double[] equal = TimeGrid.uniform(STEPS).times();
        for (int side : new int[] {3, 4}) {
            assertThat(times(side, false, LATE)).isEqualTo(equal);
            assertThat(times(side, true, Pace.EVEN)).isEqualTo(equal);
        }
    }
}
