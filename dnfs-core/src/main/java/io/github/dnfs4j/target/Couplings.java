package io.github.dnfs4j.target;

import io.github.dnfs4j.torch.Constant;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.jspecify.annotations.Nullable;

/**
 * Symmetric couplings w with a zero diagonal, and how to multiply by them. x is fp64 [n, d].
 *
 * <pre>{@code
 * Dense  w [d, d]            one instance, all pairs
 * Sparse i, j [2 m], w [2 m] one instance, its edges in both directions
 * Batch  w [n, d, d]         row k has couplings of its own
 * }</pre>
 */
sealed interface Couplings {
    /** {@code (wx)_i}, [n, d]. */
    Tensor times(Tensor x);

    /** {@code (wx)_i} at one site, [n]. */
    Tensor timesAt(Tensor x, int site);

    /** w of each row, [n, d, d], where rows differ; else null. */
    default @Nullable Tensor matrix(Tensor x) {
        return null;
    }

    /** Row {@code index[k]} as row k. */
    default Couplings rows(Tensor index) {
        return this;
    }

    record Dense(Constant w) implements Couplings {
        @Override
        public Tensor times(Tensor x) {
            return x.matmul(w.like(x));
        }

        @Override
        public Tensor timesAt(Tensor x, int site) {
            return x.mv(w.like(x).select(0, site));
        }
    }

    /** The work is that of the edges, and so is the memory: n times 2 m numbers. */
    record Sparse(Constant i, Constant j, Constant w, Graph graph) implements Couplings {
        static Sparse of(Graph graph) {
            int m = 2 * graph.edges();
            double[] i = new double[m];
            double[] j = new double[m];
            double[] w = new double[m];
            for (int u = 0; u < graph.vertices(); u++) {
                for (int p = graph.start(u); p < graph.start(u + 1); p++) {
                    i[p] = u;
                    j[p] = graph.neighbour(p);
                    w[p] = graph.weightAt(p);
                }
            }
            return new Sparse(Constant.of(i, m), Constant.of(j, m), Constant.of(w, m), graph);
        }

        @Override
        public Tensor times(Tensor x) {
            Tensor terms = x.index_select(1, j.like(x).to(ScalarType.Long)).mul(w.like(x));
            return torch.zeros_like(x).index_add(1, i.like(x).to(ScalarType.Long), terms);
        }

        @Override
        public Tensor timesAt(Tensor x, int site) {
            int from = graph.start(site);
            int count = graph.degree(site);
            Tensor at = j.like(x).narrow(0, from, count).to(ScalarType.Long);
            return x.index_select(1, at).mv(w.like(x).narrow(0, from, count));
        }
    }

    record Batch(PerRow w) implements Couplings {
        @Override
        public Tensor matrix(Tensor x) {
            return w.like(x);
        }

        @Override
        public Tensor times(Tensor x) {
            return w.like(x).bmm(x.unsqueeze(-1)).squeeze(-1);
        }

        @Override
        public Tensor timesAt(Tensor x, int site) {
            return w.like(x).select(1, site).mul(x).sum(-1);
        }

        @Override
        public Couplings rows(Tensor index) {
            return new Batch(w.rows(index));
        }
    }
}
