package io.github.dnfs4j.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.InvalidPathException;
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
                Arguments.of(
                        new RuntimeException("[enforce fail at alloc_cpu.cpp:127] err == 0. DefaultCPUAllocator: can't"
                                + " allocate memory: you tried to allocate 85899345840 bytes. Error code 12 (Cannot"
                                + " allocate memory)\nframe #0"),
                        "out of memory: 85.9 GB more were needed at once; a smaller batch may help"),
                Arguments.of(
                        new RuntimeException("CUDA out of memory. Tried to allocate 20.00 GiB. GPU 0 has a total"),
                        "out of memory: 20.00 GiB more were needed at once; a smaller batch may help"),
                Arguments.of(new NullPointerException(), "NullPointerException"));
    }

    @ParameterizedTest
    @MethodSource("failures")
    void isOneReadableLine(Throwable e, String line) {
        assertThat(Failure.of(e).line()).isEqualTo(line);
        assertThat(Failure.of(e).code()).isEqualTo(1);
    }

    @Test
    void aPathThatTheLocaleCannotNameIsToldHow() {
        Failure failure = Failure.of(new InvalidPathException(
                "gr\ufffd\ufffdph", "Malformed input or input contains unmappable characters"));
        assertThat(failure.line()).isEqualTo("the path 'gr\ufffd\ufffdph' cannot be named here: set LC_ALL=C.UTF-8");
        assertThat(failure.code()).isEqualTo(2);
        assertThat(Cli.run("solve", "mis", "a\0b").err()).contains("cannot be named here: nul character");
    }

    @Test
    void aWrongArgumentIsWrongUsage() {
        assertThat(Failure.of(new IllegalArgumentException("no")).code()).isEqualTo(2);
    }
}
