package io.github.dnfs4j.target;

import static io.github.dnfs4j.torch.Ops.plus;
import static io.github.dnfs4j.torch.Ops.scalar;
import static io.github.dnfs4j.torch.Ops.stack;
import static io.github.dnfs4j.torch.Ops.times;

import java.util.List;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.jspecify.annotations.Nullable;

/**
 * {@code U(x) = -E(x) / T} for a {@link QuadraticForm}, or for a batch of them, one a row:
 *
 * <pre>{@code
 * E(x) = c + h'x + 1/2 x'wx        x in {0, 1}^d, w symmetric with a zero diagonal
 * U(x with x_i set to tau) - U(x) = -(tau - x_i) (h_i + (wx)_i) / T
 * }</pre>
 *
 * A form with fewer variables than the largest of its batch has no say in the sites beyond them: those are uniform
 * and independent of the rest, as under the prior, and {@link #mask} is zero there.
 */
public final class Quadratic implements Target, Tempered {
    private final QuadraticTerms terms;
    private final double temperature;

    private Quadratic(QuadraticTerms terms, double temperature) {
        if (!(temperature > 0 && Double.isFinite(temperature))) {
            throw new IllegalArgumentException("the temperature must be above 0, not " + temperature);
        }
        this.terms = terms;
        this.temperature = temperature;
    }

    /** One form at a temperature. */
    public static Quadratic of(QuadraticForm form, double temperature) {
        return new Quadratic(QuadraticTerms.of(form), temperature);
    }

    /** A batch: row k has the k-th form, padded to the size of the largest. */
    public static Quadratic batch(List<QuadraticForm> forms, double temperature) {
        return new Quadratic(QuadraticTerms.batch(forms), temperature);
    }

    /** A batch in tensors that the caller keeps and may rewrite: w [n, d, d], h [n, d], c [n], mask [n, d], all fp64. */
    public static Quadratic over(Tensor couplings, Tensor linear, Tensor offset, Tensor mask, double temperature) {
        return new Quadratic(QuadraticTerms.over(couplings, linear, offset, mask), temperature);
    }

    /** These energies at another temperature. */
    public Quadratic at(double newTemperature) {
        return new Quadratic(terms, newTemperature);
    }

    /** 1 where a row has a variable and 0 where it is padded, fp64 [n, d] ([1, d] unless a batch), beside x. */
    public Tensor mask(Tensor x) {
        return terms.mask().like(x);
    }

    @Override
    public Structure structure() {
        return new Structure() {
            @Override
            public @Nullable Tensor real(Tensor x) {
                return terms.batch() ? mask(x).gt(scalar(0.5)) : null;
            }

            @Override
            public @Nullable Tensor couplings(Tensor x) {
                Tensor w = terms.couplings().matrix(x);
                return w == null ? null : times(w, -1 / temperature);
            }
        };
    }

    @Override
    public StateSpace space() {
        return terms.space();
    }

    @Override
    public double inverseTemperature() {
        return 1 / temperature;
    }

    @Override
    public Quadratic rows(Tensor index) {
        return terms.batch() ? new Quadratic(terms.rows(index), temperature) : this;
    }

    @Override
    public Tensor logDensity(Tensor x) {
        return times(terms.energy(x.to(ScalarType.Double)), -1 / temperature);
    }

    @Override
    public Tensor logRatios(Tensor x) {
        Tensor y = x.to(ScalarType.Double);
        return flips(y, terms.force(y));
    }

    @Override
    public Tensor logRatiosAt(Tensor x, int site) {
        Tensor y = x.to(ScalarType.Double);
        return flips(y.select(1, site), terms.forceAt(y, site));
    }

    /** {@code -(tau - x_i) force_i / T} for tau = 0 and 1. */
    private Tensor flips(Tensor y, Tensor force) {
        Tensor f = times(force, 1 / temperature);
        return stack(-1, y.mul(f), plus(y, -1).mul(f));
    }
}
