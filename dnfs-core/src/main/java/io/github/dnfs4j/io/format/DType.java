package io.github.dnfs4j.io.format;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Element types; the constant's name is the one safetensors uses, the descriptor the one .npy uses. */
public enum DType {
    F64(8, "<f8"),
    F32(4, "<f4"),
    F16(2, "<f2"),
    /** The upper half of a float32; .npy has no word for it. */
    BF16(2, null),
    I64(8, "<i8"),
    I32(4, "<i4"),
    I16(2, "<i2"),
    I8(1, "|i1"),
    U8(1, "|u1"),
    BOOL(1, "|b1");

    private final int bytes;
    private final @Nullable String descriptor;

    DType(int bytes, @Nullable String descriptor) {
        this.bytes = bytes;
        this.descriptor = descriptor;
    }

    /** Bytes of one element. */
    public int bytes() {
        return bytes;
    }

    /** The .npy descriptor, for example {@code <f4}; empty for {@link #BF16}. */
    public Optional<String> descriptor() {
        return Optional.ofNullable(descriptor);
    }

    public static Optional<DType> named(String name) {
        for (DType type : values()) {
            if (type.name().equals(name)) {
                return Optional.of(type);
            }
        }
        return Optional.empty();
    }

    public static Optional<DType> described(String descriptor) {
        for (DType type : values()) {
            if (descriptor.equals(type.descriptor)) {
                return Optional.of(type);
            }
        }
        return Optional.empty();
    }
}
