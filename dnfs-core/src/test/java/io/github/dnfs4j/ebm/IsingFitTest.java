package io.github.dnfs4j.ebm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class IsingFitTest {
    private static final Offset<Double> ROUNDING = within(1e-12);

    /** One entry of 81 is off by 0.9: the root of 0.81 / 81 is 0.1. */
    @Test
    void theErrorIsTheRootMeanSquareOverAllEntries() {
        double[] truth = IsingFit.lattice(3, 0.2);
        double[] learned = truth.clone();
        learned[5] -= 0.9;
        assertThat(new IsingFit(truth, learned).negativeLogRmse()).isCloseTo(-Math.log(0.1), ROUNDING);
    }

    /** 36 entries of 81 are not zero. */
    @Test
    void theMatrixOfZerosHasTheScoreOfTheTruthsSize() {
        double score = -Math.log(0.2 * Math.sqrt(36 / 81.0));
        assertThat(new IsingFit(IsingFit.lattice(3, 0.2), new double[81]).zeroScore())
                .isCloseTo(score, ROUNDING);
    }

    /** Four neighbours each and symmetric; the two neighbours of a lattice of side 2 are met twice. */
    @Test
    void latticesArePeriodic() {
        for (int side : new int[] {2, 3, 4}) {
            int d = side * side;
            double[] j = IsingFit.lattice(side, 0.2);
            for (int i = 0; i < d; i++) {
                double sum = 0;
                int neighbours = 0;
                for (int k = 0; k < d; k++) {
                    assertThat(j[i * d + k]).isEqualTo(j[k * d + i]);
                    sum += j[i * d + k];
                    neighbours += j[i * d + k] == 0 ? 0 : 1;
                }
                assertThat(sum).isCloseTo(0.8, ROUNDING);
                assertThat(neighbours).isEqualTo(side == 2 ? 2 : 4);
                assertThat(j[i * d + i]).isZero();
            }
        }
    }
}
