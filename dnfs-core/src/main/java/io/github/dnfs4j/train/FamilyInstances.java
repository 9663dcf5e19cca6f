package io.github.dnfs4j.train;

import io.github.dnfs4j.settings.FamilySettings;
import io.github.dnfs4j.settings.TrainSettings;
import io.github.dnfs4j.target.Target;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.torch.Scope;
import java.util.Map;
import org.bytedeco.pytorch.Tensor;

/** Each round draws new instances of a family for every {@value #PATHS} of its paths, fp64 [rows, ..]. */
public final class FamilyInstances implements Instances, AutoCloseable {
    /** Enough for a mean of xi; with more of them there were fewer instances in a round. */
    private static final int PATHS = 16;

    private final FamilySettings family;
    private final int groups;
    private final Tensor rows;

    /** For the share of so many processes. */
    public FamilyInstances(FamilySettings family, TrainSettings ofAll, int processes, Device device) {
        TrainSettings.Paths paths = ofAll.share(processes).paths();
        if (paths.trajectories() % PATHS != 0) {
            throw new IllegalArgumentException("a " + family.kind() + " is trained with " + PATHS
                    + " paths for each instance: trajectories must be a multiple of " + PATHS * processes);
        }
        this.family = family;
        groups = paths.trajectories() / PATHS;
        try (Scope scope = Scope.open();
                Rng any = Rng.seeded(0, device)) {
            rows = Scope.own(family.draw(paths.replayRounds() * groups, any));
        }
    }

    /** The rows, as they are and as they will be. */
    public Target target() {
        return family.over(rows);
    }

    @Override
    public int groups() {
        return groups;
    }

    @Override
    public void draw(int slot, Rng rng) {
        try (Scope scope = Scope.open()) {
            rows.narrow(0, (long) slot * groups, groups).copy_(family.draw(groups, rng));
        }
    }

    @Override
    public Map<String, Tensor> state() {
        return Map.of(family.kind() + ".bonds", rows);
    }

    @Override
    public void close() {
        rows.close();
    }
}
