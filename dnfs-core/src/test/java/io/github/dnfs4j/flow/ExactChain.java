package io.github.dnfs4j.flow;

import io.github.dnfs4j.metric.Enumeration;
import io.github.dnfs4j.metric.Weights;
import io.github.dnfs4j.net.Context;
import io.github.dnfs4j.net.RateNet;
import io.github.dnfs4j.target.StateSpace;
import io.github.dnfs4j.target.Target;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.torch.Tensors;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.bytedeco.pytorch.Tensor;

/**
 * A flow on a small space in plain Java: every quantity a sum over all states, with nothing of the code under test but
 * the network and the table of U. State k has the digits of k, site 0 first. Matrices are [from][to].
 */
final class ExactChain {
    final int size;
    final int d;
    final int s;
    final double logZ;
    private final StateSpace space;
    private final int[] places;
    private final double[] u;
    private final RateNet net;
    private final RateFloor floor;
    private final Link link;
    private final Map<Double, double[][]> asked = new HashMap<>();

    ExactChain(Target target, RateNet net, RateFloor floor, Link link) {
        this.link = link;
        Enumeration e = Enumeration.of(target);
        this.net = net;
        this.floor = floor;
        space = target.space();
        d = space.sites();
        s = space.states();
        u = e.logDensity();
        logZ = e.logZ();
        size = u.length;
        places = new int[d];
        Arrays.setAll(places, i -> (int) Math.round(Math.pow(s, d - 1 - i)));
    }

    int digit(int x, int i) {
        return x / places[i] % s;
    }

    /** x with site i set to tau. */
    int swap(int x, int i, int tau) {
        return x + (tau - digit(x, i)) * places[i];
    }

    double logDensity(int x, double t) {
        return t * u[x] - (1 - t) * d * Math.log(s);
    }

    /** p_t. */
    double[] density(double t) {
        double[] p = new double[size];
        Arrays.setAll(p, x -> logDensity(x, t));
        return Weights.normalised(p);
    }

    /** d/dt log Z_t = E_t[d/dt log p~_t]. */
    double slope(double t) {
        double[] p = density(t);
        double sum = d * Math.log(s);
        for (int x = 0; x < size; x++) {
            sum += p[x] * u[x];
        }
        return sum;
    }

    /** G at [x][i * S + tau], which the caller may change. */
    double[][] g(double t) {
        return Arrays.stream(asked.computeIfAbsent(t, this::ask))
                .map(double[]::clone)
                .toArray(double[][]::new);
    }

    private double[][] ask(double t) {
        double[] c = new double[size * d * s];
        for (int x = 0; x < size; x++) {
            for (int i = 0; i < d; i++) {
                double mean = 0;
                for (int tau = 0; tau < s; tau++) {
                    mean += u[swap(x, i, tau)] / s;
                }
                for (int tau = 0; tau < s; tau++) {
                    c[(x * d + i) * s + tau] = u[swap(x, i, tau)] - mean;
                }
            }
        }
        try (Scope scope = Scope.open()) {
            Context context = new Context(Tensors.of(c, Device.CPU, size, d, s));
            Tensor g = net.antisymmetric(Enumeration.states(space), Tensors.full(t, Device.CPU, size), context);
            return rows(Tensors.doubles(g));
        }
    }

    private double[][] rows(double[] flat) {
        double[][] rows = new double[size][];
        for (int x = 0; x < size; x++) {
            rows[x] = Arrays.copyOfRange(flat, x * d * s, (x + 1) * d * s);
        }
        return rows;
    }

    double ratio(int x, int i, int tau, double t) {
        return Math.exp(t * (u[swap(x, i, tau)] - u[x]));
    }

    /** Rates out of x at [x][i * S + tau]: sign +1 forward, -1 of the reversed chain; with their floor. */
    private double[][] rates(double t, int sign) {
        double[][] r = g(t);
        for (int x = 0; x < size; x++) {
            for (int m = 0; m < d * s; m++) {
                double q = ratio(x, m / s, m % s, t);
                double own = phi(sign * r[x][m]) * (sign > 0 ? 1 : q);
                double extra = floor.reversible() * q / (1 + q) + floor.constant();
                r[x][m] = digit(x, m / s) == m % s ? 0 : own + extra;
            }
        }
        return r;
    }

    private double phi(double g) {
        return link == Link.RELU ? Math.max(g, 0) : Math.log1p(Math.exp(g));
    }

    double[][] forward(double t) {
        return rates(t, 1);
    }

    double[][] reverse(double t) {
        return rates(t, -1);
    }

    /** Rates of the reversed chain out of x, without floor, with the network at time m and the ratios at time u. */
    double[][] reverse(double m, double u) {
        double[][] r = g(m);
        for (int x = 0; x < size; x++) {
            for (int k = 0; k < d * s; k++) {
                r[x][k] = digit(x, k / s) == k % s ? 0 : phi(-r[x][k]) * ratio(x, k / s, k % s, u);
            }
        }
        return r;
    }

    /** xi_t of every state, without the floor. */
    double[] xi(double t) {
        double[][] g = g(t);
        double[] xi = new double[size];
        for (int x = 0; x < size; x++) {
            xi[x] = u[x] + d * Math.log(s);
            for (int m = 0; m < d * s; m++) {
                xi[x] += phi(g[x][m]) - phi(-g[x][m]) * ratio(x, m / s, m % s, t);
            }
        }
        return xi;
    }

    /** One step of all sites at once: a product over sites. */
    double[][] step(double[][] rates, double dt, StepRule kernel) {
        double[][] f = new double[size][size];
        for (int x = 0; x < size; x++) {
            double[] total = new double[d];
            for (int m = 0; m < d * s; m++) {
                total[m / s] += rates[x][m];
            }
            for (int y = 0; y < size; y++) {
                f[x][y] = 1;
                for (int i = 0; i < d; i++) {
                    double a = total[i] * dt;
                    double leave = kernel == StepRule.EULER ? Math.min(a, 0.999) : 1 - Math.exp(-a);
                    boolean stays = digit(x, i) == digit(y, i);
                    f[x][y] *= stays ? 1 - leave : total[i] == 0 ? 0 : leave * rates[x][i * s + digit(y, i)] / total[i];
                }
            }
        }
        return f;
    }

    /** The rates as a matrix between states, diagonal included. */
    double[][] generator(double t) {
        return generator(forward(t));
    }

    /** Any rates as a matrix between states, diagonal included. */
    double[][] generator(double[][] rates) {
        double[][] q = new double[size][size];
        for (int x = 0; x < size; x++) {
            for (int m = 0; m < d * s; m++) {
                q[x][swap(x, m / s, m % s)] += rates[x][m];
                q[x][x] -= rates[x][m];
            }
        }
        return q;
    }

    /** p after a time under a constant generator: {@code p exp(Q time)} by uniformisation. */
    static double[] evolve(double[] p, double[][] q, double time) {
        double most = 0;
        for (int x = 0; x < p.length; x++) {
            most = Math.max(most, -q[x][x]);
        }
        // Parts short enough that the series needs few terms.
        int parts = (int) Math.ceil(most * time) + 1;
        double[] now = p.clone();
        for (int part = 0; part < parts; part++) {
            double[] term = now.clone();
            for (int k = 1; k < 40; k++) {
                double[] next = apply(term, q);
                for (int x = 0; x < next.length; x++) {
                    term[x] = next[x] * time / parts / k;
                    now[x] += term[x];
                }
            }
        }
        return now;
    }

    /** p after one step of a chain, or its time derivative under a generator. */
    static double[] apply(double[] p, double[][] m) {
        double[] q = new double[p.length];
        for (int x = 0; x < p.length; x++) {
            for (int y = 0; y < p.length; y++) {
                q[y] += p[x] * m[x][y];
            }
        }
        return q;
    }
}
