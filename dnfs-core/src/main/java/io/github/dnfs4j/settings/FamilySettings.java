package io.github.dnfs4j.settings;

import io.github.dnfs4j.target.Target;
import io.github.dnfs4j.torch.Rng;
import org.bytedeco.pytorch.Tensor;

/**
 * A target that is one of a family, for all of which a network is trained: each round of paths draws instances anew, and
 * this one, which no training draws, judges it.
 */
public interface FamilySettings extends TargetSettings {
    /** Which instance this is. */
    long bondSeed();

    /** Another instance of the family. */
    FamilySettings withSeed(long seed);

    /** The inverse temperature of all. */
    double beta();

    /** What tells instances apart, of so many that are drawn, fp64 [count, ..]. */
    Tensor draw(int count, Rng rng);

    /** The target whose rows are such instances, which the caller keeps and may rewrite. */
    Target over(Tensor instances);
}
