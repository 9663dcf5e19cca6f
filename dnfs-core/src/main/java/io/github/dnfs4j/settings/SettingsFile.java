package io.github.dnfs4j.settings;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** {@link RunSettings} as a tree of YAML, in which single keys such as {@code train.batch} can be set. */
public final class SettingsFile {
    private final SettingsTree<RunSettings> tree;

    private SettingsFile(SettingsTree<RunSettings> tree) {
        this.tree = tree;
    }

    /** Starts from full settings. */
    public static SettingsFile of(RunSettings settings) {
        return new SettingsFile(SettingsTree.of(RunSettings.class, settings));
    }

    /** Reads the full settings of a run; a key that an older version did not know has its default. */
    public static RunSettings read(Path file) throws IOException {
        Map<String, ?> defaults = Map.of(
                "network",
                NetworkSettings.DEFAULT,
                "train",
                TrainSettings.DEFAULT,
                "sampling",
                SamplingSettings.DEFAULT);
        return SettingsTree.read(RunSettings.class, file, defaults);
    }

    /**
     * Sets one key, such as {@code train.batch}, from its text. Another {@code target.kind} brings the defaults of that
     * kind with it, because targets of different kinds have different keys.
     */
    public SettingsFile set(String key, String value) {
        if (key.equals("target.kind") && !tree.text(key).equals(value)) {
            tree.replace("target", TargetSettings.defaults(value));
        } else {
            tree.set(key, value);
        }
        return this;
    }

    /** The settings as a record, checked. */
    public RunSettings settings() {
        return tree.settings();
    }

    /** The first key at which two settings differ, as {@code key: this value, not that one}. */
    public static Optional<String> difference(RunSettings a, RunSettings b) {
        return of(a).tree.difference(of(b).tree);
    }

    /** The settings as YAML text. */
    public String yaml() {
        return tree.yaml();
    }

    public void write(Path file) throws IOException {
        tree.write(file);
    }
}
