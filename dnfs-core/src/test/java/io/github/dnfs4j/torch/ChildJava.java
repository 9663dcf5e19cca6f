package io.github.dnfs4j.torch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A process of its own, with options of Java that this one has not. */
final class ChildJava {
    private ChildJava() {}

    /** The numbers that the main method of a class prints, in a line. */
    static long[] numbers(Path folder, Class<?> main, String... options) throws IOException, InterruptedException {
        Path said = folder.resolve("said");
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(options));
        command.addAll(List.of("-XX:+UseSerialGC", "-Ddnfs.threads=2", "-cp", System.getProperty("java.class.path")));
        command.add(main.getName());
        Process child = new ProcessBuilder(command)
                .redirectOutput(said.toFile())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try {
            assertThat(child.waitFor(10, TimeUnit.MINUTES)).isTrue();
        } finally {
            child.destroyForcibly();
        }
        assertThat(child.exitValue()).isZero();
        return Arrays.stream(Files.readString(said).strip().split(" "))
                .mapToLong(Long::parseLong)
                .toArray();
    }
}
