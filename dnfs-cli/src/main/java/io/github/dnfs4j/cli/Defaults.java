package io.github.dnfs4j.cli;

import io.github.dnfs4j.combopt.amortised.AmortisedSettings;
import io.github.dnfs4j.experiment.plan.Overlay;
import io.github.dnfs4j.settings.RunSettings;
import io.github.dnfs4j.settings.SettingsFile;
import io.github.dnfs4j.settings.TargetSettings;
import io.github.dnfs4j.target.GraphProblem;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ListResourceBundle;
import java.util.function.DoubleSupplier;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * The default settings; as a bundle, so that the help texts can name them as {@code ${bundle:default.train.batch}}. A command
 * whose settings are others has a bundle of its own.
 */
final class Defaults extends ListResourceBundle {
    /** Without it picocli would take the key {@code seed} for the whole description of {@code --seed}. */
    private static final String PREFIX = "default.";

    private static final int DECIMALS = 7;

    private final Supplier<Stream<Object[]>> entries;

    private Defaults(Supplier<Stream<Object[]>> entries) {
        this.entries = entries;
    }

    /** Of lattices. */
    static Defaults lattices() {
        return new Defaults(() -> Stream.of(
                        entries(PREFIX, ising()),
                        entries(PREFIX + "potts.", RunSettings.defaults(TargetSettings.defaults("potts"))),
                        entries(PREFIX + "glass.", RunSettings.defaults(TargetSettings.defaults("glass"))),
                        entries(PREFIX + "letf.", ising().withNetwork("letf")),
                        Stream.<Object[]>of(
                                minutes(readable(ising().train().budget().minutes()) + "; 1.2 up to 20 sites")))
                .flatMap(e -> e));
    }

    /** Of solvers for families of graphs. */
    static Defaults graphs(GraphProblem problem) {
        return new Defaults(() -> {
            AmortisedSettings settings = AmortisedSettings.defaults(problem, "er:16-20");
            return Stream.of(
                            entries(PREFIX, settings),
                            entries(PREFIX + "letf.", settings),
                            Stream.<Object[]>of(
                                    minutes(readable(settings.train().budget().minutes()))))
                    .flatMap(e -> e);
        });
    }

    /** Of a command that knows minutes alone. */
    static Defaults minutes(DoubleSupplier value) {
        return new Defaults(() -> Stream.<Object[]>of(minutes(readable(value.getAsDouble()))));
    }

    private static Object[] minutes(String text) {
        return new Object[] {PREFIX + "minutes", text};
    }

    static RunSettings ising() {
        return RunSettings.defaults(TargetSettings.defaults("ising"));
    }

    @Override
    protected Object[][] getContents() {
        return entries.get().toArray(Object[][]::new);
    }

    private static Stream<Object[]> entries(String prefix, Record settings) {
        return Overlay.of(SettingsFile.of(settings).json()).values().entrySet().stream()
                .map(e -> new Object[] {prefix + e.getKey(), readable(e.getValue())});
    }

    private static String readable(double value) {
        return readable(String.valueOf(value));
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
