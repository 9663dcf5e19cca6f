package io.github.dnfs4j.experiment.plan;

import io.github.dnfs4j.io.format.Strict;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Training methods by name: layers of settings that come with the program as {@code experiments/methods/NAME.yaml}. */
public final class Methods {
    private static final List<String> NAMES = List.of("dnfs", "leaps");

    private Methods() {}

    /** The settings of a method. */
    public static Overlay find(String name) throws IOException {
        if (NAMES.contains(name)) {
            try (@Nullable
                    InputStream in = Methods.class.getResourceAsStream("/experiments/methods/" + name + ".yaml")) {
                if (in != null) {
                    return Overlay.of(Strict.yaml().readTree(in));
                }
            }
        }
        throw new IllegalArgumentException("unknown method '" + name + "'; possible: " + String.join(", ", NAMES));
    }
}
