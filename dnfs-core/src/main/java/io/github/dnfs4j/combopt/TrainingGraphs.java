package io.github.dnfs4j.combopt;

import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.train.Instances;
import org.bytedeco.pytorch.Tensor;

/** Each round draws graphs of a table, in a new order of their vertices: a sampler must not learn orders. */
record TrainingGraphs(GraphTable all, GraphTable rows, int groups) implements Instances {
    @Override
    public void draw(int slot, Rng rng) {
        try (Scope scope = Scope.open()) {
            Tensor index = rng.integers(all.size(), groups);
            rows.put((long) slot * groups, all, index, all.shuffled(index, rng));
        }
    }
}
