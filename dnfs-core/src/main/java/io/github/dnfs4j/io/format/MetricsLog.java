package io.github.dnfs4j.io.format;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.dnfs4j.io.FormatException;
import io.github.dnfs4j.io.durable.AtomicFile;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * metrics.jsonl: one JSON object a line, appended. Each line reaches the operating system before {@link #append}
 * returns. A last line without its line feed was torn by a crash and is dropped when the file is opened again.
 */
public final class MetricsLog implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Path file;
    private FileChannel channel;

    private MetricsLog(Path file, FileChannel channel) {
        this.file = file;
        this.channel = channel;
    }

    /** Opens the log for appending; the file is made if missing. */
    public static MetricsLog open(Path file) throws IOException {
        FileChannel channel = append(file);
        try {
            channel.truncate(endOfLastLine(file));
            return new MetricsLog(file, channel);
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    /** Adds one line; NaN and infinities become null. */
    public void append(Map<String, ? extends @Nullable Object> metrics) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        try (JsonGenerator json = new FiniteJson(JSON.getFactory().createGenerator(line))) {
            JSON.writeValue(json, metrics);
        }
        line.write('\n');
        Channels.writeAll(channel, ByteBuffer.wrap(line.toByteArray()));
    }

    /** Before a resumed run goes on from {@code step}: drops the lines whose "step" is greater. */
    public void truncateAfter(long step) throws IOException {
        AtomicFile.write(file, temporary -> {
            try (InputStream in = new BufferedInputStream(Files.newInputStream(file));
                    OutputStream out = Files.newOutputStream(temporary)) {
                copyUpTo(step, in, out);
            }
        });
        // The old channel still writes to the file that was replaced.
        FileChannel replaced = channel;
        channel = append(file);
        replaced.close();
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }

    private void copyUpTo(long step, InputStream in, OutputStream out) throws IOException {
        byte[] line = line(in);
        for (long number = 1; line.length > 0; number++) {
            byte[] next = line(in);
            JsonNode metrics = parse(line);
            if (metrics == null && next.length > 0) {
                throw new FormatException(file, "line " + number + " is not a JSON object");
            }
            // A power cut can leave a last line of zeros; nonsense before good lines has another reason.
            if (metrics != null && stepOf(metrics) <= step) {
                out.write(line);
            }
            line = next;
        }
    }

    private static @Nullable JsonNode parse(byte[] line) throws IOException {
        try {
            // Through a string: from bytes, Jackson takes zeros for UTF-32.
            JsonNode node = JSON.readTree(new String(line, StandardCharsets.UTF_8));
            return node.isObject() ? node : null;
        } catch (JsonProcessingException e) {
            return null;
        }
    }

    /** A line without a step belongs to no step and is always kept. */
    private static double stepOf(JsonNode line) {
        JsonNode step = line.path("step");
        return step.isNumber() ? step.doubleValue() : Double.NEGATIVE_INFINITY;
    }

    /** The next line with its line feed; empty at the end of the file. */
    private static byte[] line(InputStream in) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int b = in.read(); b >= 0; b = in.read()) {
            line.write(b);
            if (b == '\n') {
                break;
            }
        }
        return line.toByteArray();
    }

    private static long endOfLastLine(Path file) throws IOException {
        long end = 0;
        try (InputStream in = new BufferedInputStream(Files.newInputStream(file))) {
            long position = 0;
            for (int b = in.read(); b >= 0; b = in.read()) {
                position++;
                if (b == '\n') {
                    end = position;
                }
            }
        }
        return end;
    }

    private static FileChannel append(Path file) throws IOException {
        return FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }
}
