package io.github.dnfs4j.io.format;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.InstantSource;
import java.util.zip.CRC32C;

/**
 * A TensorBoard event file, {@code events.out.tfevents.SECONDS.HOST}: one record an event.
 *
 * <pre>
 * u64 LE length | u32 LE masked CRC-32C of the length | event | u32 LE masked CRC-32C of the event
 * event (protobuf):  1 double wall time, 2 varint step, 3 string file version (first event only), 5 summary
 * summary:           1 value { 1 string tag, 2 float simple value }
 * </pre>
 *
 * Not for several threads at once.
 */
public final class EventFile implements AutoCloseable {
    private static final int MASK = 0xa282ead8;

    // Protobuf keys: field number * 8 + wire type (0 varint, 1 eight bytes, 2 length and bytes, 5 four bytes).
    private static final byte WALL_TIME = 1 << 3 | 1;
    private static final byte STEP = 2 << 3;
    private static final byte FILE_VERSION = 3 << 3 | 2;
    private static final byte SUMMARY = 5 << 3 | 2;
    private static final byte VALUE = 1 << 3 | 2;
    private static final byte TAG = 1 << 3 | 2;
    private static final byte SIMPLE_VALUE = 2 << 3 | 5;

    private final Path file;
    private final InstantSource clock;
    private final OutputStream out;

    private EventFile(Path file, InstantSource clock, OutputStream out) {
        this.file = file;
        this.clock = clock;
        this.out = out;
    }

    /** Starts a new event file in {@code directory}, which is made if missing. */
    public static EventFile create(Path directory) throws IOException {
        return create(directory, InstantSource.system());
    }

    static EventFile create(Path directory, InstantSource clock) throws IOException {
        Files.createDirectories(directory);
        String name = "events.out.tfevents." + clock.instant().getEpochSecond() + "." + host();
        EventFile events = open(directory, name, clock);
        ByteBuffer event = events.event(32);
        events.record(string(event, FILE_VERSION, "brain.Event:2".getBytes(StandardCharsets.UTF_8)));
        events.flush();
        return events;
    }

    /** Two files of one second would share a name: later ones get a number at the end, which TensorBoard ignores. */
    private static EventFile open(Path directory, String name, InstantSource clock) throws IOException {
        Path file = directory.resolve(name);
        for (int copy = 1; Files.exists(file); copy++) {
            file = directory.resolve(name + "." + copy);
        }
        OutputStream out = Files.newOutputStream(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        return new EventFile(file, clock, new BufferedOutputStream(out));
    }

    public Path file() {
        return file;
    }

    /** Adds one point to the curve {@code tag}. */
    public void scalar(String tag, float value, long step) throws IOException {
        byte[] name = tag.getBytes(StandardCharsets.UTF_8);
        ByteBuffer point = buffer(name.length + 16);
        string(point, TAG, name).put(SIMPLE_VALUE).putFloat(value);
        ByteBuffer summary = string(buffer(name.length + 24), VALUE, written(point));
        ByteBuffer event = event(name.length + 64);
        varint(event.put(STEP), step);
        record(string(event, SUMMARY, written(summary)));
    }

    public void flush() throws IOException {
        out.flush();
    }

    @Override
    public void close() throws IOException {
        out.close();
    }

    private ByteBuffer event(int capacity) {
        Instant now = clock.instant();
        return buffer(capacity).put(WALL_TIME).putDouble(now.getEpochSecond() + now.getNano() * 1e-9);
    }

    private void record(ByteBuffer event) throws IOException {
        byte[] data = written(event);
        byte[] length = buffer(Long.BYTES).putLong(data.length).array();
        out.write(length);
        out.write(buffer(Integer.BYTES).putInt(maskedCrc(length)).array());
        out.write(data);
        out.write(buffer(Integer.BYTES).putInt(maskedCrc(data)).array());
    }

    /** Masked because a checksum stored among checksummed data would weaken an outer checksum. */
    private static int maskedCrc(byte[] data) {
        CRC32C crc = new CRC32C();
        crc.update(data);
        return Integer.rotateRight((int) crc.getValue(), 15) + MASK;
    }

    private static ByteBuffer string(ByteBuffer to, byte key, byte[] bytes) {
        return varint(to.put(key), bytes.length).put(bytes);
    }

    private static ByteBuffer varint(ByteBuffer to, long value) {
        long rest = value;
        for (; (rest & ~0x7fL) != 0; rest >>>= 7) {
            to.put((byte) ((rest & 0x7f) | 0x80));
        }
        return to.put((byte) rest);
    }

    private static ByteBuffer buffer(int capacity) {
        return ByteBuffer.allocate(capacity).order(ByteOrder.LITTLE_ENDIAN);
    }

    private static byte[] written(ByteBuffer buffer) {
        byte[] bytes = new byte[buffer.position()];
        buffer.flip().get(bytes);
        return bytes;
    }

    private static String host() {
        try {
            return InetAddress.getLocalHost().getHostName().replaceAll("[^A-Za-z0-9._-]", "_");
        } catch (UnknownHostException e) {
            return "localhost";
        }
    }
}
