package io.github.dnfs4j.ebm;

import static io.github.dnfs4j.torch.Ops.plus;
import static io.github.dnfs4j.torch.Ops.scalar;
import static io.github.dnfs4j.torch.Ops.stack;
import static io.github.dnfs4j.torch.Ops.times;

import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.torch.Words;
import java.util.List;
import java.util.Locale;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;

/** Distributions of points in the plane, fp64 [n, 2]. u are uniforms on [0, 1), e standard normals. */
public enum Planar {
    /** {@code n = sqrt(u) 3 pi, (-n cos n + u'/2, n sin n + u''/2)} and its negation, / 3, + 0.1 e. */
    SPIRALS2("2spirals") {
        @Override
        Tensor draw(long n, Rng rng) {
            Tensor r = times(rng.uniform(n).sqrt(), 3 * Math.PI);
            Tensor x = r.mul(r.cos()).neg().add(times(rng.uniform(n), 0.5));
            Tensor y = r.mul(r.sin()).add(times(rng.uniform(n), 0.5));
            Tensor sign = plus(times(rng.integers(2, n).to(ScalarType.Double), 2), -1);
            return times(pairs(x.mul(sign), y.mul(sign)), 1.0 / 3).add(times(normals(n, rng), 0.1));
        }
    },
    /** Radius 4 every 45 degrees, deviation 0.5, / 1.414. */
    GAUSSIANS8("8gaussians") {
        @Override
        Tensor draw(long n, Rng rng) {
            Tensor angle = times(rng.integers(8, n).to(ScalarType.Double), Math.PI / 4);
            Tensor centre = times(pairs(angle.cos(), angle.sin()), 4);
            return times(centre.add(times(normals(n, rng), 0.5)), 1 / 1.414);
        }
    },
    /** Radii 3 and 1.5, deviation 0.24. */
    CIRCLES("circles") {
        @Override
        Tensor draw(long n, Rng rng) {
            Tensor radius = plus(times(rng.integers(2, n).to(ScalarType.Double), 0.5), 0.5);
            return times(round(radius, rng).add(times(normals(n, rng), 0.08)), 3);
        }
    },
    /** Two half circles, {@code (cos t, sin t)} and {@code (1 - cos t, 1/2 - sin t)}, + 0.1 e, * 2 + (-1, -0.2). */
    MOONS("moons") {
        @Override
        Tensor draw(long n, Rng rng) {
            Tensor t = times(rng.uniform(n), Math.PI);
            Tensor second = rng.integers(2, n).to(ScalarType.Double);
            Tensor sign = plus(times(second, -2), 1);
            Tensor x = t.cos().mul(sign).add(second);
            Tensor y = t.sin().mul(sign).add(times(second, 0.5));
            Tensor p = times(pairs(x, y).add(times(normals(n, rng), 0.1)), 2);
            return pairs(plus(p.select(1, 0), -1), plus(p.select(1, 1), -0.2));
        }
    },
    /** Five arms: {@code f = (1 + 0.3 e, 0.1 e')} turned by {@code 2 pi k / 5 + exp(f_0) / 4}, * 2. */
    PINWHEEL("pinwheel") {
        @Override
        Tensor draw(long n, Rng rng) {
            Tensor e = normals(n, rng);
            Tensor f = plus(times(e.select(1, 0), 0.3), 1);
            Tensor g = times(e.select(1, 1), 0.1);
            Tensor arm = times(rng.integers(5, n).to(ScalarType.Double), 2 * Math.PI / 5);
            Tensor a = arm.add(times(f.exp(), 0.25));
            // The row (f, g) times [[cos, -sin], [sin, cos]].
            Tensor x = f.mul(a.cos()).add(g.mul(a.sin()));
            Tensor y = g.mul(a.cos()).sub(f.mul(a.sin()));
            return times(pairs(x, y), 2);
        }
    },
    /** {@code t = 1.5 pi (1 + 2u), ((t cos t, t sin t) + e) / 5}. */
    SWISSROLL("swissroll") {
        @Override
        Tensor draw(long n, Rng rng) {
            Tensor t = times(plus(times(rng.uniform(n), 2), 1), 1.5 * Math.PI);
            return times(pairs(t.mul(t.cos()), t.mul(t.sin())).add(normals(n, rng)), 0.2);
        }
    },
    /** Every second square of side 2 in a board of 4 x 4. */
    CHECKERBOARD("checkerboard") {
        @Override
        Tensor draw(long n, Rng rng) {
            Tensor x = plus(times(rng.uniform(n), 4), -2);
            Tensor down = times(rng.integers(2, n).to(ScalarType.Double), 2);
            Tensor y = rng.uniform(n).sub(down).add(x.floor().remainder(scalar(2.0)));
            return times(pairs(x, y), 2);
        }
    },
    /** Radii 0.8, 1.6, 2.4 and 3.2, deviation 0.05. */
    RINGS("rings") {
        @Override
        Tensor draw(long n, Rng rng) {
            Tensor radius = times(plus(rng.integers(4, n).to(ScalarType.Double), 1), 0.8);
            return round(radius, rng).add(times(normals(n, rng), 0.05));
        }
    },
    /** Centres {-4, -2, 0, 2, 4} each way, deviation 0.2, / 1.414. */
    GAUSSIANS25("25gaussians") {
        @Override
        Tensor draw(long n, Rng rng) {
            Tensor centre = plus(times(rng.integers(5, n, 2).to(ScalarType.Double), 2), -4);
            return times(centre.add(times(normals(n, rng), 0.2)), 1 / 1.414);
        }
    };

    /** The seven of the paper's table. */
    public static final List<Planar> TABLE =
            List.of(SPIRALS2, GAUSSIANS8, CIRCLES, MOONS, PINWHEEL, SWISSROLL, CHECKERBOARD);

    private final String title;

    Planar(String title) {
        this.title = title;
    }

    abstract Tensor draw(long n, Rng rng);

    /** n points, [n, 2]. */
    public Tensor points(long n, Rng rng) {
        try (Scope scope = Scope.open()) {
            return scope.keep(draw(n, rng));
        }
    }

    /** The density that the points have. */
    public PlanarDensity density() {
        return PlanarDensities.of(this);
    }

    static Tensor pairs(Tensor x, Tensor y) {
        return stack(-1, x, y);
    }

    static Tensor round(Tensor radius, Rng rng) {
        Tensor angle = times(rng.uniform(radius.size(0)), 2 * Math.PI);
        return pairs(radius.mul(angle.cos()), radius.mul(angle.sin()));
    }

    static Tensor normals(long n, Rng rng) {
        return rng.normal(n, 2).to(ScalarType.Double);
    }

    public static Planar parse(String name) {
        return Words.parse("data set", Planar.class, name.toLowerCase(Locale.ROOT));
    }

    @Override
    public String toString() {
        return title;
    }
}
