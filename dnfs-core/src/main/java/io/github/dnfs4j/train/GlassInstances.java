package io.github.dnfs4j.train;

import static io.github.dnfs4j.torch.Ops.plus;
import static io.github.dnfs4j.torch.Ops.times;

import io.github.dnfs4j.settings.TargetSettings;
import io.github.dnfs4j.settings.TrainSettings;
import io.github.dnfs4j.target.Glasses;
import io.github.dnfs4j.target.Lattice;
import io.github.dnfs4j.target.Layout;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.torch.Tensors;
import java.util.Map;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;

/** Each round draws new bonds of a glass for every {@value #PATHS} of its paths: {@code K = beta J}, fp64 [rows, d, 2]. */
public final class GlassInstances implements Instances, AutoCloseable {
    /** Enough for a mean of xi; with more of them there were fewer instances in a round. */
    private static final int PATHS = 16;

    private final TargetSettings.Glass family;
    private final int groups;
    private final Tensor bonds;

    /** For the share of so many processes. */
    public GlassInstances(TargetSettings.Glass family, TrainSettings ofAll, int processes, Device device) {
        TrainSettings.Paths paths = ofAll.share(processes).paths();
        if (paths.trajectories() % PATHS != 0) {
            throw new IllegalArgumentException("a glass is trained with " + PATHS
                    + " paths for each instance: trajectories must be a multiple of " + PATHS * processes);
        }
        this.family = family;
        groups = paths.trajectories() / PATHS;
        try (Scope scope = Scope.open()) {
            long rows = (long) paths.replayRounds() * groups;
            bonds = Scope.own(Tensors.zeros(ScalarType.Double, device, rows, family.sites(), 2));
        }
    }

    /** The rows, as they are and as they will be. */
    public Glasses target() {
        return Glasses.over(new Lattice(family.side(), family.side()), bonds);
    }

    @Override
    public int groups() {
        return groups;
    }

    @Override
    public void draw(int slot, Rng rng) {
        try (Scope scope = Scope.open()) {
            int d = family.sites();
            Tensor j = family.bonds() == Layout.Law.PM
                    ? plus(times(rng.integers(2, groups, 2L * d), 2), -1)
                    : rng.normal(groups * 2L * d);
            bonds.narrow(0, (long) slot * groups, groups).copy_(times(j.view(groups, d, 2), family.beta()));
        }
    }

    @Override
    public Map<String, Tensor> state() {
        return Map.of("glass.bonds", bonds);
    }

    @Override
    public void close() {
        bonds.close();
    }
}
