package org.example.clock;

import static io.github.dnfs4j.torch.Ops.times;

import io.github.dnfs4j.settings.TargetKind;
import io.github.dnfs4j.settings.TargetSettings;
import io.github.dnfs4j.target.Lattice;
import io.github.dnfs4j.target.StateSpace;
import io.github.dnfs4j.target.Structure;
import io.github.dnfs4j.target.Target;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;

/** The clock model of three hours on a periodic lattice: {@code U(x) = beta sum over edges of cos(2 pi (x_i - x_j) / 3)}. */
public record Clock(int side, double beta) implements Target, TargetSettings {
    /** Makes it {@code clock:side=4,beta=0.6} to every command. */
    public static final class Kind extends TargetKind.Keyed {
        public Kind() {
            super(new Clock(3, 0.6));
        }
    }

    @Override
    public String kind() {
        return "clock";
    }

    @Override
    public Target build() {
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
        Tensor angle = times(x.to(ScalarType.Double).view(-1, side, side), 2 * Math.PI / 3);
        Tensor right = angle.sub(angle.roll(new long[] {1}, 2)).cos();
        Tensor below = angle.sub(angle.roll(new long[] {1}, 1)).cos();
        return times(right.add(below).sum(1, 2), beta);
    }
}
