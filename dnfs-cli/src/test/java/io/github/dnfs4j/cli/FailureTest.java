package io.github.dnfs4j.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class FailureTest {
    static Stream<Arguments> failures() {
        return Stream.of(
                Arguments.of(new NoSuchFileException("/a"), "/a: no such file"),
                Arguments.of(new AccessDeniedException("/a"), "/a: permission denied"),
                Arguments.of(new FileAlreadyExistsException("/a"), "/a: already exists"),
                Arguments.of(new FileSystemException("/a", null, "Read-only file system"), "/a: read-only file system"),
                Arguments.of(
                        new FileSystemException("/r/.config.yaml.tmp-0a1b", null, "No space left on device"),
                        "/r/config.yaml: no space left on device"),
                Arguments.of(new IOException("No space left on device"), "no space left on device"),
                Arguments.of(new UncheckedIOException(new IOException("Broken pipe")), "broken pipe"),
                Arguments.of(
                        new RuntimeException("size mismatch\nException raised from foo at bar.cpp:1\nframe #0"),
                        "size mismatch"),
                Arguments.of(
                        new OutOfMemoryError("Java heap space"),
                        "out of memory: Java heap space; a larger DNFS_HEAP may help"),
                Arguments.of(new NullPointerException(), "NullPointerException"));
    }

    @ParameterizedTest
    @MethodSource("failures")
    void isOneReadableLine(Throwable e, String line) {
        assertThat(Failure.of(e).line()).isEqualTo(line);
        assertThat(Failure.of(e).code()).isEqualTo(1);
    }

    @Test
    void aWrongArgumentIsWrongUsage() {
        assertThat(Failure.of(new IllegalArgumentException("no")).code()).isEqualTo(2);
    }
}
