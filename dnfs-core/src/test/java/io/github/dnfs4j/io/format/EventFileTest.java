package io.github.dnfs4j.io.format;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EventFileTest {
    private static final InstantSource CLOCK = InstantSource.fixed(Instant.ofEpochSecond(1_700_000_000, 500_000_000));

    @TempDir
    Path folder;

    @Test
    void writesTheseBytes() throws IOException {
        try (EventFile events = EventFile.create(folder, CLOCK)) {
            events.scalar("a", 1f, 300);
            events.flush();
            byte[] bytes = Files.readAllBytes(events.file());
            // 1700000000.5 is 41d954fc40200000; the checksums were computed bit by bit, see crc32c below.
            assertThat(payload(bytes, 0)).isEqualTo("09000020" + "40fc54d941" + "1a0d" + hex("brain.Event:2"));
            assertThat(payload(bytes, 1))
                    .isEqualTo("09000020" + "40fc54d941" + "10ac02" + "2a0a" + "0a08" + "0a0161" + "150000803f");
        }
    }

    @Test
    void scalarsComeBack() throws IOException {
        float[] values = {0f, -1.5f, Float.NaN, Float.POSITIVE_INFINITY, Float.MIN_VALUE};
        long[] steps = {0, 1, 127, 128, Long.MAX_VALUE};
        String longTag = "loss/é" + "x".repeat(1000);
        Path file;
        try (EventFile events = EventFile.create(folder.resolve("made/here"), CLOCK)) {
            for (int i = 0; i < values.length; i++) {
                events.scalar(longTag, values[i], steps[i]);
            }
            file = events.file();
        }
        List<byte[]> records = records(Files.readAllBytes(file));
        assertThat(records).hasSize(1 + values.length);
        for (int i = 0; i < values.length; i++) {
            Map<Integer, Object> event = message(records.get(i + 1));
            assertThat(event).containsOnlyKeys(1, 2, 5);
            assertThat(Double.longBitsToDouble((long) event.get(1))).isEqualTo(1_700_000_000.5);
            assertThat(event.get(2)).isEqualTo(steps[i]);
            Map<Integer, Object> value =
                    message((byte[]) message((byte[]) event.get(5)).get(1));
            assertThat(new String((byte[]) value.get(1), StandardCharsets.UTF_8))
                    .isEqualTo(longTag);
            assertThat(value.get(2)).isEqualTo(Float.floatToIntBits(values[i]));
        }
    }

    @Test
    void twoFilesOfOneSecondHaveTwoNames() throws IOException {
        try (EventFile a = EventFile.create(folder, CLOCK);
                EventFile b = EventFile.create(folder, CLOCK)) {
            assertThat(a.file()).isNotEqualTo(b.file()).exists();
            assertThat(b.file()).exists();
            assertThat(b.file().getFileName().toString()).startsWith("events.out.tfevents.1700000000.");
        }
    }

    @Test
    void theTestsOwnChecksumIsRight() {
        assertThat(crc32c("123456789".getBytes(StandardCharsets.US_ASCII))).isEqualTo(0xe3069283);
        assertThat(crc32c(new byte[32])).isEqualTo(0x8a9136aa);
    }

    private static String hex(String text) {
        return HexFormat.of().formatHex(text.getBytes(StandardCharsets.US_ASCII));
    }

    private static String payload(byte[] file, int record) {
        return HexFormat.of().formatHex(records(file).get(record));
    }

    /** The records of a file that has nothing else; checks both checksums of each. */
    private static List<byte[]> records(byte[] file) {
        ByteBuffer in = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN);
        List<byte[]> records = new ArrayList<>();
        while (in.hasRemaining()) {
            byte[] length = new byte[8];
            in.get(length);
            assertThat(unmask(in.getInt())).isEqualTo(crc32c(length));
            byte[] data = new byte
                    [Math.toIntExact(ByteBuffer.wrap(length)
                            .order(ByteOrder.LITTLE_ENDIAN)
                            .getLong())];
            in.get(data);
            assertThat(unmask(in.getInt())).isEqualTo(crc32c(data));
            records.add(data);
        }
        return records;
    }

    private static int unmask(int masked) {
        int rotated = masked - 0xa282ead8;
        return (rotated >>> 17) | (rotated << 15);
    }

    /** Castagnoli's polynomial, reflected, one bit at a time. */
    private static int crc32c(byte[] data) {
        int crc = ~0;
        for (byte b : data) {
            crc ^= b & 0xff;
            for (int bit = 0; bit < 8; bit++) {
                crc = (crc >>> 1) ^ ((crc & 1) * 0x82f63b78);
            }
        }
        return ~crc;
    }

    /** Fields by number: long for varints and eight bytes, int for four, byte[] for the rest. */
    private static Map<Integer, Object> message(byte[] bytes) {
        ByteBuffer in = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        Map<Integer, Object> fields = new TreeMap<>();
        while (in.hasRemaining()) {
            int key = (int) varint(in);
            Object value;
            switch (key & 7) {
                case 0 -> value = varint(in);
                case 1 -> value = in.getLong();
                case 2 -> {
                    byte[] nested = new byte[(int) varint(in)];
                    in.get(nested);
                    value = nested;
                }
                case 5 -> value = in.getInt();
                default -> throw new AssertionError("wire type " + (key & 7));
            }
            assertThat(fields.put(key >>> 3, value)).isNull();
        }
        return fields;
    }

    private static long varint(ByteBuffer in) {
        long value = 0;
        for (int shift = 0; ; shift += 7) {
            byte b = in.get();
            value |= (b & 0x7fL) << shift;
            if (b >= 0) {
                return value;
            }
        }
    }
}
