package io.github.dnfs4j.settings;

import io.github.dnfs4j.target.Differentiable;
import io.github.dnfs4j.target.Target;
import io.github.dnfs4j.target.Taylor;
import io.github.dnfs4j.torch.Words;

/** Where the log ratios of neighbours come from. */
public enum Ratios {
    /** The target's own. */
    EXACT {
        @Override
        public Target of(Target target) {
            return target;
        }
    },
    /** One gradient for all neighbours, see {@link Taylor}. */
    TAYLOR {
        @Override
        public Target of(Target target) {
            if (target instanceof Differentiable smooth) {
                return new Taylor(smooth);
            }
            throw new IllegalArgumentException("Taylor ratios need a differentiable target; use train.ratios=exact");
        }
    };

    public abstract Target of(Target target);

    @Override
    public String toString() {
        return Words.of(this);
    }
}
