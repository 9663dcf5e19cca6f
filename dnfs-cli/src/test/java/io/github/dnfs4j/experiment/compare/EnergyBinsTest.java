package io.github.dnfs4j.experiment.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class EnergyBinsTest {
    @Test
    void aLevelLiesInTheMiddleOfItsBin() {
        EnergyBins bins = EnergyBins.over(new double[] {-8, -4 + 1e-12, 8}, new double[] {0});
        assertThat(bins.centres()).containsExactly(new double[] {-8, -4, 0, 4, 8}, within(1e-6));
    }

    @Test
    void manyLevelsShareBinsInEqualNumbers() {
        EnergyBins bins = EnergyBins.over(
                IntStream.rangeClosed(0, 100).mapToDouble(k -> 4 * k).toArray());
        assertThat(bins.count()).isEqualTo(34);
        assertThat((bins.max() - bins.min()) / bins.count()).isEqualTo(12, within(1e-9));
        assertThat(bins.min()).isEqualTo(-2, within(1e-6));
    }

    @Test
    void unevenEnergiesGetEqualBinsOverTheirRange() {
        assertThat(EnergyBins.over(new double[] {0, 1, 1 + Math.sqrt(2), 7})).isEqualTo(new EnergyBins(0, 7, 50));
    }

    @Test
    void oneEnergyIsOneBin() {
        assertThat(EnergyBins.over(new double[] {3, 3})).isEqualTo(new EnergyBins(2.5, 3.5, 1));
        assertThat(EnergyBins.over(new double[] {Double.NaN}).count()).isEqualTo(1);
    }
}
