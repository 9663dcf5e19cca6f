package io.github.dnfs4j.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.dnfs4j.metric.Enumeration;
import io.github.dnfs4j.net.Readout;
import io.github.dnfs4j.path.AnnealingPath;
import io.github.dnfs4j.path.TimeGrid;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.torch.Tensors;
import java.util.Arrays;
import java.util.function.IntFunction;
import org.bytedeco.pytorch.Tensor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** E[w] over all paths, summed by transfer matrices from the log probabilities of the step kernel itself. */
class ExactWeightsTest {
    @ParameterizedTest
    @MethodSource("io.github.dnfs4j.flow.Cases#withLinksAndKernels")
    void meanIsZForEveryNetworkFloorAndNumberOfSteps(Cases c, StepRule kernel) {
        double logZ = Enumeration.of(c.target()).logZ();
        for (RateFloor floor : new RateFloor[] {Cases.REVERSIBLE, Cases.CONSTANT, new RateFloor(0, 1e-4)}) {
            for (int steps : new int[] {1, 2, 3, 7}) {
                double mean = mean(c, kernel, floor, TimeGrid.uniform(steps));
                assertThat(mean / Math.exp(logZ))
                        .as("%s, %d steps", floor, steps)
                        .isCloseTo(1, within(1e-10));
            }
            double uneven = mean(c, kernel, floor, new TimeGrid(0, 0.05, 0.6, 1));
            assertThat(uneven / Math.exp(logZ)).isCloseTo(1, within(1e-10));
        }
    }

    /** On a grid that ends early the paths estimate Z_t of its end. */
    @Test
    void meanIsTheNormalisationOfTheHorizon() {
        Cases c = Cases.spins(4, Readout.ENERGY, 1);
        double[] u = Enumeration.of(c.target()).logDensity();
        double z = Arrays.stream(u)
                .map(v -> Math.exp(0.4 * v - 0.6 * 4 * Math.log(2)))
                .sum();
        double mean = mean(c, StepRule.EXPONENTIAL, Cases.REVERSIBLE, TimeGrid.uniform(3, 0.4));
        assertThat(mean / z).isCloseTo(1, within(1e-10));
    }

    /** A move that only the reverse chain can make is missing from every path. */
    @ParameterizedTest
    @MethodSource("io.github.dnfs4j.flow.Cases#withKernels")
    void withoutAFloorOneWayRatesLoseMass(Cases c, StepRule kernel) {
        double z = Math.exp(Enumeration.of(c.target()).logZ());
        assertThat(mean(c, kernel, RateFloor.NONE, TimeGrid.uniform(4)) / z).isBetween(0.05, 0.998);
    }

    /** Rates both ways need no floor. */
    @ParameterizedTest
    @MethodSource("io.github.dnfs4j.flow.Cases#withKernels")
    void softplusNeedsNoFloor(Cases c, StepRule kernel) {
        double z = Math.exp(Enumeration.of(c.target()).logZ());
        assertThat(mean(c.softplus(), kernel, RateFloor.NONE, TimeGrid.uniform(4)) / z)
                .isCloseTo(1, within(1e-10));
    }

    /** E[w] of the left and the trapezoid weights, from tables alone: wrong at few steps, right in the limit. */
    @ParameterizedTest
    @EnumSource(StepRule.class)
    void integralWeightsTendToZ(StepRule kernel) {
        ExactChain exact = Cases.spins(4, Readout.ENERGY, 1).chain(Cases.REVERSIBLE);
        double z = Math.exp(exact.logZ);
        for (double share : new double[] {1, 0.5}) {
            double[] error = new double[3];
            for (int k = 0; k < error.length; k++) {
                error[k] = Math.abs(integral(exact, kernel, 16 << (2 * k), share) / z - 1);
            }
            assertThat(error[0]).isGreaterThan(1e-4);
            assertThat(error[0] / error[1]).isGreaterThan(3);
            assertThat(error[1] / error[2]).isGreaterThan(3);
        }
    }

    /** Weight {@code dt (share xi(x_k, t_k) + (1 - share) xi(x_{k+1}, t_{k+1}))} a step. */
    private static double integral(ExactChain exact, StepRule kernel, int steps, double share) {
        double dt = 1.0 / steps;
        double[] v = exact.density(0);
        for (int k = 0; k < steps; k++) {
            double[] left = exact.xi(k * dt);
            double[] right = exact.xi((k + 1) * dt);
            for (int x = 0; x < exact.size; x++) {
                v[x] *= Math.exp(dt * share * left[x]);
            }
            v = ExactChain.apply(v, exact.step(exact.forward(k * dt), dt, kernel));
            for (int x = 0; x < exact.size; x++) {
                v[x] *= Math.exp(dt * (1 - share) * right[x]);
            }
        }
        return Arrays.stream(v).sum();
    }

    /** The sum over paths of probability times weight. */
    private static double mean(Cases c, StepRule kernel, RateFloor floor, TimeGrid grid) {
        return mean(c.flow(), kernel, floor, grid);
    }

    static double mean(Flow flow, StepRule kernel, RateFloor floor, TimeGrid grid) {
        try (Scope scope = Scope.open()) {
            AnnealingPath path = flow.path();
            Pairs pairs = new Pairs(path.space());
            IntFunction<Point> at = k -> flow.at(pairs.states(), grid.at(k), floor);
            double[] v = new double[pairs.size()];
            Arrays.fill(v, Math.exp(path.logPrior()));
            Point now = at.apply(0);
            for (int k = 0; k < grid.steps(); k++) {
                Point next = at.apply(k + 1);
                double[][] logF = pairs.logProbability(kernel, now.forward(), grid.width(k));
                double[][] logB = pairs.logProbability(kernel, next.reverse(), grid.width(k));
                double[] before = Tensors.doubles(path.logDensity(now.u(), time(grid.at(k))));
                double[] after = Tensors.doubles(path.logDensity(next.u(), time(grid.at(k + 1))));
                double[] sum = new double[v.length];
                for (int x = 0; x < v.length; x++) {
                    for (int y = 0; y < v.length; y++) {
                        if (logF[x][y] > Double.NEGATIVE_INFINITY) {
                            double logw = after[y] - before[x] + logB[y][x] - logF[x][y];
                            sum[y] += v[x] * Math.exp(logF[x][y]) * Math.exp(logw);
                        }
                    }
                }
                v = sum;
                now = next;
            }
            return Arrays.stream(v).sum();
        }
    }

    private static Tensor time(double t) {
        return Tensors.full(t, Device.CPU);
    }
}
