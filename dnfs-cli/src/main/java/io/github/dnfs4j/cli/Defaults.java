package io.github.dnfs4j.cli;

import io.github.dnfs4j.experiment.plan.Overlay;
import io.github.dnfs4j.settings.RunSettings;
import io.github.dnfs4j.settings.SettingsFile;
import io.github.dnfs4j.settings.TargetSettings;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ListResourceBundle;
import java.util.stream.Stream;

/** The default settings; as a bundle, so that the help texts can name them as {@code ${bundle:default.train.batch}}. */
final class Defaults extends ListResourceBundle {
    /** Without it picocli would take the key {@code seed} for the whole description of {@code --seed}. */
    private static final String PREFIX = "default.";

    private static final int DECIMALS = 7;

    static RunSettings ising() {
        return RunSettings.defaults(TargetSettings.defaults("ising"));
    }

    @Override
    protected Object[][] getContents() {
        RunSettings potts = RunSettings.defaults(TargetSettings.defaults("potts"));
        return Stream.of(
                        entries(PREFIX, ising()),
                        entries(PREFIX + "potts.", potts),
                        entries(PREFIX + "letf.", ising().withNetwork("letf")))
                .flatMap(e -> e)
                .toArray(Object[][]::new);
    }

    private static Stream<Object[]> entries(String prefix, RunSettings settings) {
        return Overlay.of(SettingsFile.of(settings).json()).values().entrySet().stream()
                .map(e -> new Object[] {prefix + e.getKey(), readable(e.getValue())});
    }

    private static String readable(String value) {
        try {
            BigDecimal number = new BigDecimal(value);
            BigDecimal rounded = number.scale() > DECIMALS ? number.setScale(DECIMALS, RoundingMode.HALF_UP) : number;
            return rounded.signum() == 0 ? "0" : rounded.stripTrailingZeros().toPlainString();
        } catch (NumberFormatException text) {
            return value;
        }
    }
}
