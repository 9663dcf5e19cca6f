package io.github.dnfs4j.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.github.dnfs4j.experiment.Overlay;
import io.github.dnfs4j.target.Ising;
import io.github.dnfs4j.train.RunSettings;
import io.github.dnfs4j.train.SettingsFile;
import io.github.dnfs4j.train.TargetSettings;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ListResourceBundle;

/** The default settings; as a bundle, so that the help texts can name them as {@code ${bundle:default.train.batch}}. */
final class Defaults extends ListResourceBundle {
    /** Without it picocli would take the key {@code seed} for the whole description of {@code --seed}. */
    private static final String PREFIX = "default.";

    private static final int SIDE = 6;
    private static final int DECIMALS = 7;

    static RunSettings ising() {
        return RunSettings.defaults(new TargetSettings.Ising(SIDE, Ising.CRITICAL, 0));
    }

    @Override
    protected Object[][] getContents() {
        try {
            return Overlay.of(new YAMLMapper().readTree(SettingsFile.of(ising()).yaml())).values().entrySet().stream()
                    .map(e -> new Object[] {PREFIX + e.getKey(), readable(e.getValue())})
                    .toArray(Object[][]::new);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
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
