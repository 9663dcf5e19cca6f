package io.github.dnfs4j.torch;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** The constants of an enum in settings files and on command lines: {@code VERTEX_COVER} is called vertex-cover. */
public final class Words {
    private Words() {}

    /** How a constant is called, for its {@code toString}. */
    public static String of(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The constant that is called so; {@code what} they are is for the message where none is. */
    public static <E extends Enum<E>> E parse(String what, Class<E> type, String word) {
        E[] all = type.getEnumConstants();
        return Arrays.stream(all)
                .filter(one -> one.toString().equals(word))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("unknown " + what + " '" + word + "'; possible: "
                        + Arrays.stream(all).map(String::valueOf).collect(Collectors.joining(", "))));
    }
}
