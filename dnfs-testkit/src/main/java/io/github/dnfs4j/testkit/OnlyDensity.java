package io.github.dnfs4j.testkit;

import io.github.dnfs4j.target.StateSpace;
import io.github.dnfs4j.target.Target;
import org.bytedeco.pytorch.Tensor;

/** A target stripped of its closed forms: what is left goes through the defaults of {@link Target}. */
public record OnlyDensity(Target target) implements Target {
    @Override
    public StateSpace space() {
        return target.space();
    }

    @Override
    public Tensor logDensity(Tensor x) {
        return target.logDensity(x);
    }

    @Override
    public Target rows(Tensor index) {
        return new OnlyDensity(target.rows(index));
    }
}
