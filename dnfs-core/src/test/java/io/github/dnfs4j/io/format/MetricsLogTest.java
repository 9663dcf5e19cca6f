package io.github.dnfs4j.io.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.dnfs4j.io.FormatException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MetricsLogTest {
    @TempDir
    Path folder;

    private Path file;

    @BeforeEach
    void setUp() {
        file = folder.resolve("metrics.jsonl");
    }

    private static String line(long step) {
        return "{\"step\":" + step + "}\n";
    }

    @Test
    void eachLineIsThereAtOnce() throws IOException {
        try (MetricsLog log = MetricsLog.open(file)) {
            log.append(Map.of("step", 1L));
            assertThat(file).hasContent(line(1));
            log.append(Map.of("note", "two\nlines"));
            assertThat(Files.readString(file)).isEqualTo(line(1) + "{\"note\":\"two\\nlines\"}\n");
        }
    }

    @Test
    void whatJsonCannotSayIsNull() throws IOException {
        Map<String, Object> metrics = new LinkedHashMap<>();
        metrics.put("a", Double.NaN);
        metrics.put("b", Float.NEGATIVE_INFINITY);
        metrics.put("c", new double[] {1.5, Double.POSITIVE_INFINITY});
        metrics.put("d", List.of(Map.of("x", Double.NaN), 2));
        metrics.put("e", new float[] {Float.NaN, 0.25f});
        metrics.put("f", null);
        try (MetricsLog log = MetricsLog.open(file)) {
            log.append(metrics);
        }
        assertThat(file)
                .hasContent(
                        "{\"a\":null,\"b\":null,\"c\":[1.5,null],\"d\":[{\"x\":null},2],\"e\":[null,0.25],\"f\":null}\n");
    }

    @Test
    void reopeningAppendsAfterTheLastWholeLine() throws IOException {
        for (String torn : new String[] {"", "{", "{\"step\":3}", "\0\0\0"}) {
            Files.writeString(file, line(1) + line(2) + torn);
            try (MetricsLog log = MetricsLog.open(file)) {
                log.append(Map.of("step", 3));
            }
            assertThat(Files.readString(file)).isEqualTo(line(1) + line(2) + line(3));
        }
    }

    @Test
    void laterStepsAreDroppedAndTheLogGoesOn() throws IOException {
        String header = "{\"run\":\"ising\"}\n";
        Files.writeString(file, header + line(10) + line(20) + line(15) + line(30) + "{\"ste");
        try (MetricsLog log = MetricsLog.open(file)) {
            log.truncateAfter(15);
            assertThat(Files.readString(file)).isEqualTo(header + line(10) + line(15));
            log.append(Map.of("step", 16));
        }
        assertThat(Files.readString(file)).isEqualTo(header + line(10) + line(15) + line(16));
    }

    @Test
    void aSpoiltLastLineIsDroppedAndOneBeforeItIsNot() throws IOException {
        Files.writeString(file, line(1) + "\0\0\0\n");
        try (MetricsLog log = MetricsLog.open(file)) {
            log.truncateAfter(5);
        }
        assertThat(file).hasContent(line(1));

        String spoilt = line(1) + "{\"step\"\n" + line(2);
        Files.writeString(file, spoilt);
        try (MetricsLog log = MetricsLog.open(file)) {
            assertThatThrownBy(() -> log.truncateAfter(5))
                    .isInstanceOf(FormatException.class)
                    .hasMessageStartingWith(file + ": line 2 is not a JSON object");
        }
        assertThat(Files.readString(file)).isEqualTo(spoilt);
    }

    @Test
    void nothingToDropFromANewLog() throws IOException {
        try (MetricsLog log = MetricsLog.open(file)) {
            log.truncateAfter(0);
            log.append(Map.of("step", 1));
        }
        assertThat(file).hasContent(line(1));
    }
}
