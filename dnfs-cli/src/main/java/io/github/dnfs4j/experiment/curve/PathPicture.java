package io.github.dnfs4j.experiment.curve;

import io.github.dnfs4j.flow.Flow;
import io.github.dnfs4j.flow.Jumps;
import io.github.dnfs4j.path.TimeGrid;
import io.github.dnfs4j.report.Figures;
import io.github.dnfs4j.target.Lattice;
import io.github.dnfs4j.target.Tempered;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.torch.Tensors;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import org.bytedeco.pytorch.Tensor;

/**
 * A few paths of a flow on a lattice, from noise to the target, as they are drawn: a row a path, a column an inverse
 * temperature, 0 on the left.
 */
public final class PathPicture {
    private static final int PATHS = 4;
    private static final int PARTS = 5;

    private PathPicture() {}

    /**
     * Follows the paths and draws them; nothing where sites have no lattice to lie on.
     *
     * @param cells at least so many over the whole path
     */
    public static Optional<Path> png(Path file, Flow flow, int cells, Rng rng) throws IOException {
        Lattice lattice = flow.path().target().structure().lattice().orElse(null);
        if (lattice == null || flow.path().begin() != 0) {
            return Optional.empty();
        }
        int each = (cells + PARTS - 1) / PARTS;
        int sites = lattice.sites();
        byte[][] states = new byte[PATHS * (PARTS + 1)][];
        new Jumps(flow, TimeGrid.uniform(each * PARTS), null, 0).forward(PATHS, rng, (int k, Tensor x) -> {
            if (k % each == 0) {
                byte[] all = Tensors.bytes(x);
                for (int path = 0; path < PATHS; path++) {
                    states[path * (PARTS + 1) + k / each] = Arrays.copyOfRange(all, path * sites, (path + 1) * sites);
                }
            }
        });
        double beta = Tempered.of(flow.path().target());
        String[] headings = new String[PARTS + 1];
        Arrays.setAll(headings, k -> k == 0 ? "β = 0" : String.format(Locale.ROOT, "%.3f", beta * k / PARTS));
        int values = flow.path().target().space().states();
        return Optional.of(Figures.paths(file, states, lattice.rows(), lattice.columns(), values, headings));
    }
}
