package io.github.dnfs4j.ebm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.dnfs4j.metric.Enumeration;
import io.github.dnfs4j.metric.Weights;
import io.github.dnfs4j.target.StateSpace;
import io.github.dnfs4j.target.Target;
import io.github.dnfs4j.testkit.Tabulated;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Ops;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.torch.Tensors;
import java.util.Arrays;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.junit.jupiter.api.Test;

class EditSamplerTest {
    private static EditSampler rough(StateSpace space, int edits, Rng rng) {
        EditSampler sampler = new EditSampler(space, 12, edits, rng);
        try (Scope scope = Scope.open()) {
            Tensor w = sampler.parameters().values();
            w.add_(Ops.times(rng.normal(w.numel()), 0.3));
        }
        return sampler;
    }

    /** Only a sampler that never looks ahead has conditionals whose product sums to one over all states. */
    @Test
    void probabilitiesOfAllStatesSumToOne() {
        for (StateSpace space : new StateSpace[] {new StateSpace(4, 2), new StateSpace(3, 3)}) {
            try (Scope scope = Scope.open();
                    Rng rng = Rng.seeded(1, Device.CPU);
                    EditSampler sampler = rough(space, 0, rng)) {
                Tensor all = Enumeration.states(space);
                Tensor none = Tensors.zeros(ScalarType.Long, Device.CPU, 0, all.size(0));
                Tensor logq = sampler.logProbability(new EditSampler.Drafts(all.unsqueeze(0), none));
                double sum = Arrays.stream(Tensors.doubles(logq)).map(Math::exp).sum();
                assertThat(sum).isCloseTo(1, within(1e-6));
            }
        }
    }

    /** Also where there are more sites than units, the last sites must matter to those after them. */
    @Test
    void laterSitesDependOnLateOnes() {
        StateSpace space = new StateSpace(40, 2);
        try (Scope scope = Scope.open();
                Rng rng = Rng.seeded(4, Device.CPU);
                EditSampler sampler = rough(space, 0, rng)) {
            Tensor none = Tensors.zeros(ScalarType.Long, Device.CPU, 0, 4);
            // All four values of the sites 30 and 39, the others 0.
            Tensor x = Tensors.zeros(ScalarType.Long, Device.CPU, 4, 40);
            x.select(1, 30).copy_(Tensors.of(new long[] {0, 0, 1, 1}, Device.CPU, 4));
            x.select(1, 39).copy_(Tensors.of(new long[] {0, 1, 0, 1}, Device.CPU, 4));
            double[] q = Tensors.doubles(sampler.logProbability(new EditSampler.Drafts(x.unsqueeze(0), none)));
            assertThat(Math.abs(q[3] - q[2] - (q[1] - q[0]))).isGreaterThan(1e-4);
        }
    }

    @Test
    void weightsAreUnbiasedForAnySampler() {
        Target target = Tabulated.random(3, 2, 1, 5);
        double exact = Enumeration.of(target).logZ();
        try (Scope scope = Scope.open();
                Rng rng = Rng.seeded(2, Device.CPU);
                EditSampler sampler = rough(target.space(), 2, rng)) {
            EditSampler.Drafts drafts = sampler.draw(40_000, rng);
            double logUndone = -2 * Math.log(3 * 2); // two edits undone at random: a site and a value each
            double[] logw = Tensors.doubles(
                    Ops.plus(target.logDensity(drafts.last()).sub(sampler.logProbability(drafts)), logUndone));
            double error = Weights.logMeanStandardError(logw);
            assertThat(error).isLessThan(0.05);
            assertThat(Weights.logMean(logw)).isCloseTo(exact, within(4 * error));
        }
    }
}
