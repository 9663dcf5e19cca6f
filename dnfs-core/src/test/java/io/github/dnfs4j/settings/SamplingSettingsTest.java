package io.github.dnfs4j.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.dnfs4j.flow.Jumps;
import io.github.dnfs4j.flow.RateFloor;
import io.github.dnfs4j.flow.Simulator;
import io.github.dnfs4j.flow.StepRule;
import io.github.dnfs4j.flow.Steps;
import io.github.dnfs4j.path.TimeGrid;
import io.github.dnfs4j.run.Model;
import io.github.dnfs4j.target.StateSpace;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.train.Tiny;
import org.junit.jupiter.api.Test;

class SamplingSettingsTest {
    private static Simulator simulator(String... keysAndValues) {
        SettingsFile<RunSettings> file = SettingsFile.of(Tiny.run(1));
        for (int k = 0; k < keysAndValues.length; k += 2) {
            file.set("sampling." + keysAndValues[k], keysAndValues[k + 1]);
        }
        RunSettings settings = file.settings();
        try (Rng rng = Rng.seeded(1, Device.CPU);
                Model model = Model.create(settings, rng)) {
            Simulator simulator = model.sampler().simulator();
            assertThat(simulator.flow()).isSameAs(model.flow());
            return simulator;
        }
    }

    @Test
    void jumpsHaveTheirCells() {
        for (String by : new String[] {"auto", "jumps"}) {
            Simulator simulator = simulator("by", by, "cells", "6", "timeSteps", "9", "resampleBelow", "0.5");
            assertThat(simulator).isInstanceOf(Jumps.class);
            assertThat(simulator.grid().times()).isEqualTo(TimeGrid.uniform(6).times());
            assertThat(simulator.resampleBelow()).isEqualTo(0.5);
            assertThat(simulator.between()).isNull();
        }
    }

    @Test
    void stepsHaveTheirTimesRuleAndFloor() {
        Simulator simulator = simulator(
                "by",
                "steps",
                "cells",
                "6",
                "timeSteps",
                "9",
                "rule",
                "euler",
                "reversibleFloor",
                "0.25",
                "constantFloor",
                "18",
                "sweeps",
                "2");
        assertThat(simulator).isInstanceOfSatisfying(Steps.class, s -> {
            assertThat(s.grid().times()).isEqualTo(TimeGrid.uniform(9).times());
            assertThat(s.rule()).isEqualTo(StepRule.EULER);
            assertThat(s.floor()).isEqualTo(new RateFloor(0.25, 2));
            assertThat(s.between()).isNotNull();
            assertThat(s.resampleBelow()).isZero();
        });
    }

    /** A path by jumps costs about as many network calls as there are sites. */
    @Test
    void autoTakesStepsBeyondTheMostSites() {
        StateSpace most = new StateSpace(SamplingSettings.MOST_SITES, 2);
        StateSpace more = new StateSpace(SamplingSettings.MOST_SITES + 1, 2);
        SamplingSettings auto = SamplingSettings.DEFAULT;
        assertThat(auto.by()).isEqualTo(SamplingSettings.By.AUTO);
        assertThat(auto.byJumps(most)).isTrue();
        assertThat(auto.byJumps(more)).isFalse();
        assertThat(auto.jumps(8, 64).byJumps(more)).isTrue();
        assertThat(auto.steps(8, 64).byJumps(most)).isFalse();
        assertThat(auto.batches(7).by()).isEqualTo(SamplingSettings.By.AUTO);
    }

    @Test
    void cellsAreLimited() {
        for (int cells : new int[] {0, -1, Jumps.MOST_CELLS + 1}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> SamplingSettings.DEFAULT.jumps(cells, 64))
                    .withMessage("cells must be 1 to 1000000, not " + cells);
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> simulator("by", "leaps"))
                .withMessageContaining("sampling.by");
    }
}
