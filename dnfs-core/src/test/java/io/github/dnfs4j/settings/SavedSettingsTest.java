package io.github.dnfs4j.settings;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SavedSettingsTest {
    private static final String NOW = "network: {hidden: 32, symmetric: false}\ntrain: {ladder: [0.1, 0.2]}\nseed: 1\n";

    @Test
    void keysThatAnOlderVersionDidNotKnowMayBeThere() throws Exception {
        assertThat(SavedSettings.agree(NOW, NOW)).isTrue();
        assertThat(SavedSettings.agree("network: {hidden: 32}\ntrain: {ladder: [0.1, 0.2]}\nseed: 1\n", NOW))
                .isTrue();
    }

    @Test
    void keysThatMeantNothingMayBeGone() throws Exception {
        assertThat(SavedSettings.agree(
                        "network: {hidden: 32}\nsampling: {sublattices: true, paced: true}\ntrain: {pace: []}\n",
                        NOW + "sampling: {}\n"))
                .isTrue();
        assertThat(SavedSettings.agree("train: {pace: [0, 0.5, 1]}\n", NOW)).isFalse();
    }

    @Test
    void otherValuesAndKeysThatAreGoneMayNot() throws Exception {
        assertThat(SavedSettings.agree("network: {hidden: 64}\nseed: 1\n", NOW)).isFalse();
        assertThat(SavedSettings.agree("train: {ladder: [0.1]}\n", NOW)).isFalse();
        assertThat(SavedSettings.agree("network: {hidden: 32, gone: 1}\n", NOW)).isFalse();
        assertThat(SavedSettings.agree("network: 32\n", NOW)).isFalse();
    }
}
