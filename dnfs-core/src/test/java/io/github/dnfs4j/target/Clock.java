package io.github.dnfs4j.target;

import io.github.dnfs4j.settings.TargetKind;
import io.github.dnfs4j.settings.TargetSettings;
import io.github.dnfs4j.torch.Ops;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;

/** A target as a user writes it, settings and density in one: {@code U = beta sum over edges of cos(2 pi (x_i - x_j) / 3)}. */
public record Clock(int side, double beta) implements Target, TargetSettings {
    /** Named in the tests' services. */
    public static final class Kind extends TargetKind.Keyed {
        public Kind() {
            super(new Clock(3, 0.4));
        }
    }

    @Override
    public String kind() {
        return "clock";
    }

    @Override
    public Clock build() {
        return this;
    }

    @Override
    public StateSpace space() {
        return new StateSpace(side * side, 3);
    }

    @Override
    public Structure structure() {
        return Structure.on(new Lattice(side, side));
    }

    @Override
    public Tensor logDensity(Tensor x) {
        Tensor angle = Ops.times(x.to(ScalarType.Double).view(-1, side, side), 2 * Math.PI / 3);
        Tensor right = angle.sub(angle.roll(new long[] {1}, 2)).cos();
        Tensor below = angle.sub(angle.roll(new long[] {1}, 1)).cos();
        return Ops.times(right.add(below).sum(1, 2), beta);
    }
}
