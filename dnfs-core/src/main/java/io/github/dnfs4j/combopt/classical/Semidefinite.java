package io.github.dnfs4j.combopt.classical;

import io.github.dnfs4j.combopt.Deadline;
import io.github.dnfs4j.combopt.FastRandom;
import io.github.dnfs4j.target.QuadraticForm;
import java.util.Arrays;
import java.util.stream.DoubleStream;

/**
 * A bound for dense energies of spins, {@code E(s) = 1/2 s'As}. For any numbers u and {@code y >= 0}, and triangles t of
 * spins i, j, k with signs of which none or two are minus, {@code t(s) = +-s_i s_j +- s_i s_k +- s_j s_k >= -1}, so that
 *
 * <pre>{@code
 * E(s) >= 1/2 s'Ms - sum_t y_t >= -1/2 sum_i u_i - sum_t y_t    if  M = A - sum_t y_t T_t  and  M + Diag(u) >= 0
 * }</pre>
 *
 * Good u and y are those of the semidefinite relaxation, {@code X = VV'} with rows of length 1, [n, rank]: a row is moved to
 * the best place given the others, against {@code g_i = sum_j M_ij v_j}, and nearly as far beyond it, which takes fewer
 * sweeps, until nothing moves; then u_i = |g_i|. Triangles that X breaks get weights y, in steps. Whatever u and y are, the
 * bound holds: u and y are rounded to multiples of a power of two, which leaves all sums exact, and u is raised until a
 * Cholesky factorisation succeeds on a matrix with less on its diagonal, by more than the factorisation can be off (Rump
 * 2006).
 */
final class Semidefinite {
    /** Multiples of 2^-SPARE of the largest sum have room for exact sums. */
    private static final int SPARE = 44;

    private static final double UNIT_ROUNDOFF = 0x1p-53;
    /** How far beyond its best place a row is moved: 0 is not at all, 1 its mirror image, which is no better than before. */
    private static final double BEYOND = 0.9;

    private static final double BROKEN = 0.02;
    private static final double SLACK = 0.05;
    private static final double CAUTION = 0.9;
    private static final double CLOSE = 1.3;
    private static final int REFINEMENTS = 8;
    private static final double STRIDE = 0.3;
    private static final int NEW_TRIANGLES = 4;
    private static final int MOST_TRIANGLES = 25;

    private final int n;
    private final int rank;
    private final double[] a;
    private final double quantum;
    /** Sums of multiples of the quantum are exact up to this. */
    private final double most;

    private final double[] m;
    private final double[] v;
    private final double[] u;
    private final double[] g;
    private double[] products = new double[0];
    private double[] factor = new double[0];
    private double shift;

    /** Triangles by their spins, with a kind: 0 without a minus, else which of ij, ik, jk has none. */
    private int[] corners = new int[0];

    private double[] y = new double[0];
    private int triangles;

    /**
     * For a symmetric matrix, [n, n], with a zero diagonal.
     *
     * @param rank of the relaxation: beyond sqrt(2n) without triangles, more with them
     */
    Semidefinite(double[] a, int n, int rank, FastRandom random) {
        this(a, n, rank);
        for (int k = 0; k < v.length; k++) {
            v[k] = random.uniform() + random.uniform() + random.uniform() - 1.5;
        }
        for (int i = 0; i < n; i++) {
            normalise(i, 1 / length(v, i));
        }
    }

    private Semidefinite(double[] a, int n, int rank) {
        this.a = a;
        this.n = n;
        this.rank = rank;
        double sum = 0;
        for (double w : a) {
            sum += Math.abs(w);
        }
        quantum = Math.scalb(1.0, Math.getExponent(Math.max(sum, Double.MIN_NORMAL)) - SPARE);
        most = quantum * 0x1p51;
        m = new double[n * n];
        System.arraycopy(a, 0, m, 0, m.length);
        v = new double[n * rank];
        u = new double[n];
        g = new double[rank];
        shift = 1e-3 * sum / n;
    }

    /** The problem in which spin {@code gone} is {@code sign} times spin 0, with what is known of this one. */
    Semidefinite contracted(int gone, int sign) {
        int less = n - 1;
        double[] b = new double[less * less];
        for (int i = 0; i < less; i++) {
            for (int j = 0; j < less; j++) {
                b[i * less + j] = a[(i < gone ? i : i + 1) * n + (j < gone ? j : j + 1)];
            }
        }
        for (int j = 1; j < less; j++) {
            b[j] += sign * a[gone * n + (j < gone ? j : j + 1)];
            b[j * less] = b[j];
        }
        Semidefinite next = new Semidefinite(b, less, rank);
        for (int i = 0; i < less; i++) {
            System.arraycopy(v, (i < gone ? i : i + 1) * rank, next.v, i * rank, rank);
        }
        next.shift = shift;
        next.inherit(this, gone, sign);
        return next;
    }

    /** What spins 0 and i are coupled by. */
    double coupling(int i) {
        return a[i];
    }

    private void inherit(Semidefinite parent, int gone, int sign) {
        for (int t = 0; t < parent.triangles; t++) {
            int i = parent.corners[4 * t];
            int j = parent.corners[4 * t + 1];
            int k = parent.corners[4 * t + 2];
            int kind = parent.corners[4 * t + 3];
            boolean has = i == gone || j == gone || k == gone;
            if (has && i == 0) {
                continue;
            }
            if (has) {
                // Spin 0 takes the place of the one that is gone: the signs of its two products change, or none.
                int[] signs = signs(kind);
                int x = i == gone ? j : i;
                int z = k == gone ? j : k;
                int xz = i == gone ? signs[2] : j == gone ? signs[1] : signs[0];
                int sx = i == gone ? signs[0] : j == gone ? signs[0] : signs[1];
                int sz = i == gone ? signs[1] : signs[2];
                sx *= sign;
                sz *= sign;
                kind = sx == 1 && sz == 1 ? 0 : sx == 1 ? 1 : sz == 1 ? 2 : 3;
                if (sx * sz * xz != 1) {
                    throw new IllegalStateException("a triangle with an odd number of signs");
                }
                i = 0;
                j = x;
                k = z;
            }
            append(i > gone ? i - 1 : i, j > gone ? j - 1 : j, k > gone ? k - 1 : k, kind, parent.y[t]);
        }
        weigh();
    }

    private static int[] signs(int kind) {
        return kind == 0 ? new int[] {1, 1, 1} : new int[] {kind == 1 ? 1 : -1, kind == 2 ? 1 : -1, kind == 3 ? 1 : -1};
    }

    private void append(int i, int j, int k, int kind, double weight) {
        if (triangles == y.length) {
            y = Arrays.copyOf(y, 2 * triangles + 16);
            corners = Arrays.copyOf(corners, 4 * y.length);
        }
        corners[4 * triangles] = i;
        corners[4 * triangles + 1] = j;
        corners[4 * triangles + 2] = k;
        corners[4 * triangles + 3] = kind;
        y[triangles++] = weight;
    }

    private double length(double[] rows, int i) {
        double square = 0;
        for (int k = 0; k < rank; k++) {
            square += rows[i * rank + k] * rows[i * rank + k];
        }
        return Math.sqrt(square);
    }

    private void normalise(int i, double by) {
        for (int k = 0; k < rank; k++) {
            v[i * rank + k] *= by;
        }
    }

    /** Moves every row beyond its best place; by how much the energy would have fallen there. */
    double sweep() {
        double off = 0;
        for (int i = 0; i < n; i++) {
            Arrays.fill(g, 0);
            int at = i * n;
            for (int j = 0; j < n; j++) {
                double w = m[at + j];
                if (w != 0) {
                    axpy(w, j * rank);
                }
            }
            double length = length(g, 0);
            u[i] = length;
            if (length > 0) {
                off += length + move(i, (1 + BEYOND) / length);
            }
        }
        return off;
    }

    /** Row i against the field; what it had of the field before. */
    private double move(int i, double against) {
        double before = 0;
        double square = 0;
        for (int k = 0; k < rank; k++) {
            double old = v[i * rank + k];
            double next = -against * g[k] - BEYOND * old;
            before += g[k] * old;
            square += next * next;
            v[i * rank + k] = next;
        }
        normalise(i, 1 / Math.sqrt(square));
        return before;
    }

    private void axpy(double w, int from) {
        for (int k = 0; k < rank; k++) {
            g[k] += w * v[from + k];
        }
    }

    private void multiply() {
        products = products.length == 0 ? new double[n * n] : products;
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < i; j++) {
                double sum = 0;
                for (int k = 0; k < rank; k++) {
                    sum += v[i * rank + k] * v[j * rank + k];
                }
                products[i * n + j] = sum;
                products[j * n + i] = sum;
            }
        }
    }

    /** How far spins 0 and i are from being equal or opposite, 0 when they are, times what spin i means to the others. */
    double doubt(int i) {
        double sum = 0;
        for (int k = 0; k < rank; k++) {
            sum += v[k] * v[i * rank + k];
        }
        return (1 - Math.abs(sum)) * u[i];
    }

    /** {@code t(s) + 1} for the relaxation. */
    private double slack(int t) {
        double x = products[corners[4 * t] * n + corners[4 * t + 1]];
        double z = products[corners[4 * t] * n + corners[4 * t + 2]];
        double w = products[corners[4 * t + 1] * n + corners[4 * t + 2]];
        return 1 + slack(x, z, w, corners[4 * t + 3]);
    }

    private static double slack(double ij, double ik, double jk, int kind) {
        return switch (kind) {
            case 0 -> ij + ik + jk;
            case 1 -> ij - ik - jk;
            case 2 -> ik - ij - jk;
            default -> jk - ij - ik;
        };
    }

    /** One step of the weights of triangles against the relaxation as it is: more for the broken, less for the loose. */
    void step() {
        multiply();
        double length = STRIDE * DoubleStream.of(u).sum() / ((double) n * n);
        for (int t = 0; t < triangles; t++) {
            y[t] = Math.max(0, y[t] - length * slack(t));
        }
        weigh();
    }

    /** Forgets loose triangles, and adds those that the relaxation breaks most; how many. */
    int separate() {
        multiply();
        int kept = 0;
        long[] known = new long[triangles];
        for (int t = 0; t < triangles; t++) {
            if (y[t] > 0 || slack(t) < SLACK) {
                System.arraycopy(corners, 4 * t, corners, 4 * kept, 4);
                y[kept] = y[t];
                known[kept++] = key(t);
            }
        }
        triangles = kept;
        Arrays.sort(known, 0, kept);
        int room = Math.min(NEW_TRIANGLES * n, MOST_TRIANGLES * n - triangles);
        if (room <= 0) {
            return 0;
        }
        // How broken, in 1000 classes; the worst that there is room for.
        int[] classes = new int[1001];
        visit((i, j, k, kind, slack) -> classes[worse(slack)]++);
        int least = 1000;
        for (int sum = classes[1000]; least > 0 && sum < room; ) {
            sum += classes[--least];
        }
        int from = least;
        int[] left = {room};
        visit((i, j, k, kind, slack) -> {
            if (left[0] > 0 && worse(slack) >= from) {
                long key = key(i, j, k, kind);
                if (Arrays.binarySearch(known, 0, known.length == 0 ? 0 : triangles - (room - left[0]), key) < 0) {
                    append(i, j, k, kind, 0);
                    left[0]--;
                }
            }
        });
        return room - left[0];
    }

    private static int worse(double slack) {
        return (int) Math.min(1000, -slack * 500);
    }

    private long key(int t) {
        return key(corners[4 * t], corners[4 * t + 1], corners[4 * t + 2], corners[4 * t + 3]);
    }

    private long key(int i, int j, int k, int kind) {
        return (((long) i * n + j) * n + k) * 4 + kind;
    }

    private interface Triangle {
        void broken(int i, int j, int k, int kind, double slack);
    }

    private void visit(Triangle visitor) {
        for (int i = 0; i < n; i++) {
            for (int j = i + 1; j < n; j++) {
                double ij = products[i * n + j];
                for (int k = j + 1; k < n; k++) {
                    double ik = products[i * n + k];
                    double jk = products[j * n + k];
                    double sum = ij + ik + jk;
                    // All signs minus but one: the sum of all without the sum, and twice that one.
                    double most = Math.min(ij, Math.min(ik, jk));
                    if (sum < -1 - BROKEN) {
                        visitor.broken(i, j, k, 0, 1 + sum);
                    }
                    if (2 * most - sum < -1 - BROKEN) {
                        int kind = most == ij ? 1 : most == ik ? 2 : 3;
                        visitor.broken(i, j, k, kind, 1 + 2 * most - sum);
                    }
                }
            }
        }
    }

    /** M, from weights rounded to what sums hold exactly. */
    private void weigh() {
        System.arraycopy(a, 0, m, 0, m.length);
        for (int t = 0; t < triangles; t++) {
            y[t] = Math.rint(y[t] / quantum) * quantum;
            if (y[t] > 0) {
                int kind = corners[4 * t + 3];
                subtract(corners[4 * t], corners[4 * t + 1], kind == 0 || kind == 1 ? y[t] : -y[t]);
                subtract(corners[4 * t], corners[4 * t + 2], kind == 0 || kind == 2 ? y[t] : -y[t]);
                subtract(corners[4 * t + 1], corners[4 * t + 2], kind == 0 || kind == 3 ? y[t] : -y[t]);
            }
        }
    }

    private void subtract(int i, int j, double w) {
        m[i * n + j] -= w;
        m[j * n + i] -= w;
    }

    /** What the bound would be, were the relaxation solved. */
    double estimate() {
        double sum = 0;
        for (int i = 0; i < n; i++) {
            sum -= u[i] / 2;
        }
        for (int t = 0; t < triangles; t++) {
            sum -= y[t];
        }
        return sum;
    }

    /** What the bound is with u raised by so much; minus infinity where sums would not be exact. */
    private double bound(double more) {
        double sum = 0;
        for (int i = 0; i < n; i++) {
            sum -= rounded(u[i] + more) / 2;
        }
        for (int t = 0; t < triangles; t++) {
            sum -= y[t];
        }
        return -sum < most ? sum : Double.NEGATIVE_INFINITY;
    }

    /** Whether a bound that holds is above the goal: one factorisation says so. */
    boolean above(double goal) {
        double more = 2 * ((estimate() - goal) / n - quantum);
        return more > 0 && bound(more) > goal && positive(more);
    }

    /** A bound that holds. */
    double bound() {
        double trace = 0;
        for (int i = 0; i < n; i++) {
            trace += u[i];
        }
        double tiny = Math.max(1e-12 * trace / n, quantum);
        // The least shift that will do: from one that does, down by what inverse iteration says is left.
        double high = Math.max(shift, tiny);
        while (!positive(high)) {
            high *= 4;
            if (!(n * high < most)) {
                return Double.NEGATIVE_INFINITY;
            }
        }
        double low = Math.max(tiny, high - CAUTION * smallest());
        for (int k = 0; k < REFINEMENTS && high > CLOSE * low; k++) {
            double middle = k == 0 ? low : Math.sqrt(low * high);
            if (positive(middle)) {
                high = middle;
                low = k == 0 ? Math.max(tiny, middle / 16) : low;
            } else {
                low = middle;
            }
        }
        shift = high;
        return bound(high);
    }

    /** {@code E = constant + 1/2 s'As}, [n + 1, n + 1], where spin 0 stands for the fields. */
    static double[] matrix(QuadraticForm binary, double[] constant) {
        int n = binary.size() + 1;
        double[] a = new double[n * n];
        constant[0] = binary.offset();
        for (int i = 1; i < n; i++) {
            a[i] = binary.linear(i - 1) / 2;
            constant[0] += binary.linear(i - 1) / 2;
        }
        binary.couplings().forEachEdge((u, v, w) -> {
            a[u + 1] += w / 4;
            a[v + 1] += w / 4;
            constant[0] += w / 4;
            a[(u + 1) * n + v + 1] = w / 4;
            a[(v + 1) * n + u + 1] = w / 4;
        });
        for (int i = 1; i < n; i++) {
            a[i * n] = a[i];
        }
        return a;
    }

    /** Whether sums of its entries are exact here. */
    static boolean exact(double[] a) {
        Semidefinite one = new Semidefinite(a, 1, 1);
        for (double w : a) {
            if (one.rounded(w) != w) {
                return false;
            }
        }
        return true;
    }

    private double rounded(double x) {
        return Math.rint(x / quantum) * quantum;
    }

    /** Whether M + Diag(u) + more I is positive definite beyond doubt. */
    private boolean positive(double more) {
        factor = factor.length == 0 ? new double[n * n] : factor;
        double trace = 0;
        for (int i = 0; i < n; i++) {
            trace += rounded(u[i] + more);
        }
        // |rounding of the factorisation| <= gamma / (1 - gamma) trace, gamma = (n + 1) eps / (1 - (n + 1) eps); twice
        // that.
        double off = 4 * (n + 2) * UNIT_ROUNDOFF * trace;
        for (int i = 0; i < n; i++) {
            int row = i * n;
            for (int j = 0; j < i; j++) {
                double sum = m[row + j] - dot(row, j * n, j);
                factor[row + j] = sum / factor[j * n + j];
            }
            double pivot = rounded(u[i] + more) - off - dot(row, row, i);
            if (!(pivot > 0)) {
                return false;
            }
            factor[row + i] = Math.sqrt(pivot);
        }
        return true;
    }

    /** Four sums at a time: their order does not matter to the bound on rounding. */
    private double dot(int from, int other, int length) {
        double p = 0;
        double q = 0;
        double r = 0;
        double s = 0;
        int k = 0;
        for (; k + 3 < length; k += 4) {
            p += factor[from + k] * factor[other + k];
            q += factor[from + k + 1] * factor[other + k + 1];
            r += factor[from + k + 2] * factor[other + k + 2];
            s += factor[from + k + 3] * factor[other + k + 3];
        }
        for (; k < length; k++) {
            p += factor[from + k] * factor[other + k];
        }
        return p + q + r + s;
    }

    /** About the smallest eigenvalue of what was factored, never much less than it is. */
    private double smallest() {
        double[] x = new double[n];
        Arrays.fill(x, 1);
        for (int i = 0; i < n; i++) {
            x[i] = ((i * 2654435761L >>> 7) & 1) == 0 ? 1 : 0.5;
        }
        double value = 0;
        for (int k = 0; k < 4; k++) {
            double norm = 0;
            for (double c : x) {
                norm += c * c;
            }
            norm = Math.sqrt(norm);
            for (int i = 0; i < n; i++) {
                double sum = x[i] / norm;
                for (int j = 0; j < i; j++) {
                    sum -= factor[i * n + j] * x[j];
                }
                x[i] = sum / factor[i * n + i];
            }
            for (int i = n - 1; i >= 0; i--) {
                x[i] /= factor[i * n + i];
                for (int j = 0; j < i; j++) {
                    x[j] -= factor[i * n + j] * x[i];
                }
            }
            double size = 0;
            for (double c : x) {
                size += c * c;
            }
            value = 1 / Math.sqrt(size);
        }
        return value;
    }

    /** Solves the relaxation without triangles, as well as the time allows. */
    void relax(int sweeps, double accuracy, Deadline deadline) {
        for (int k = 0; k < sweeps && !deadline.passed(moves()); k++) {
            if (sweep() < accuracy) {
                break;
            }
        }
    }

    int size() {
        return n;
    }

    /** What a sweep takes, in flips of single spins. */
    long moves() {
        return (long) n * rank;
    }
}
