package io.github.dnfs4j.settings;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A kind of target that settings files and command lines can name. Java finds the kinds of every jar that lists them in
 * {@code META-INF/services/io.github.dnfs4j.settings.TargetKind}; those of dnfs4j come in by the same door.
 *
 * <p>Most kinds are {@link Keyed}:
 *
 * <pre>{@code
 * public record Clock(int side, double beta) implements TargetSettings { ... }
 *
 * public final class ClockKind extends TargetKind.Keyed {
 *     public ClockKind() {
 *         super(new Clock(4, 0.5));        // clock:side=8 means side 8 and beta 0.5
 *     }
 * }
 * }</pre>
 */
public interface TargetKind {
    /** {@code kind} in a settings file, and what stands before the colon of {@link #parse}'s text: {@code [a-z][a-z0-9-]+}. */
    String name();

    /** The record of its settings. */
    Class<? extends TargetSettings> type();

    /** The settings that a text means, such as {@code side=8,beta=0.4}; empty where nothing follows the name. */
    TargetSettings parse(String text) throws IOException;

    /** A kind whose text is {@code KEY=VALUE,KEY=VALUE}; what is not given has its default. */
    abstract class Keyed implements TargetKind {
        private final TargetSettings defaults;

        /** The kind of these settings, a record, with all its values as defaults. */
        protected Keyed(TargetSettings defaults) {
            this.defaults = defaults;
        }

        @Override
        public final String name() {
            return defaults.kind();
        }

        @Override
        public final Class<? extends TargetSettings> type() {
            return defaults.getClass();
        }

        @Override
        public TargetSettings parse(String text) {
            return over(defaults, keys(text));
        }

        /** The keys of a text with their values, in its order; commas within brackets part no keys. */
        protected static Map<String, String> keys(String text) {
            Map<String, String> keys = new LinkedHashMap<>();
            for (String part : text.isEmpty() ? new String[0] : text.split(",(?![^\\[]*])")) {
                int equals = part.indexOf('=');
                String key = equals < 1 ? "" : part.substring(0, equals).strip();
                if (key.isEmpty()) {
                    throw new IllegalArgumentException("a target is KIND:KEY=VALUE,KEY=VALUE; '" + part + "' is not");
                }
                if (key.equals(SettingsFile.KIND)) {
                    throw new IllegalArgumentException("a target is of one kind, which stands before the colon");
                }
                if (keys.put(key, part.substring(equals + 1)) != null) {
                    throw new IllegalArgumentException("'" + key + "' is given twice");
                }
            }
            return keys;
        }

        /** Settings with some keys set from text. */
        protected static TargetSettings over(TargetSettings settings, Map<String, String> keys) {
            if (!(settings instanceof Record record)) {
                throw new IllegalArgumentException(
                        settings.getClass().getName() + " must be a record: its components are the keys of the target");
            }
            return (TargetSettings) SettingsFile.of(record).set(keys).settings();
        }
    }
}
