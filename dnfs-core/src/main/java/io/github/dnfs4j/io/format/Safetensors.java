package io.github.dnfs4j.io.format;

import io.github.dnfs4j.io.FormatException;
import io.github.dnfs4j.io.format.SafetensorsHeader.Entry;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The safetensors format: named arrays and a few strings about them.
 *
 * <pre>
 * u64 LE   n, length of the header
 * n bytes  JSON {"__metadata__": {"key": "string"}, "name": {"dtype": "F32", "shape": [2, 3], "data_offsets": [a, b]}}
 *          padded with spaces so that the data starts at a multiple of 8
 * rest     the arrays; offsets count from here and leave neither holes nor overlaps
 * </pre>
 */
public final class Safetensors {
    private static final long LONGEST_HEADER = 100_000_000;

    private Safetensors() {}

    /** What a file holds, arrays in the order of their data. */
    public record Contents(Map<String, Array> tensors, Map<String, String> metadata) {
        public Contents {
            tensors = Collections.unmodifiableMap(new LinkedHashMap<>(tensors));
            metadata = Collections.unmodifiableMap(new LinkedHashMap<>(metadata));
        }
    }

    /** Writes a file; equal contents give equal bytes, whatever the order of the maps. */
    public static void write(Path file, Map<String, Array> tensors, Map<String, String> metadata) throws IOException {
        if (tensors.containsKey(SafetensorsHeader.METADATA)) {
            throw new IllegalArgumentException("the tensor name " + SafetensorsHeader.METADATA + " is reserved");
        }
        // Widest elements first: then each array starts at a multiple of its element size without padding.
        List<Map.Entry<String, Array>> ordered = new ArrayList<>(tensors.entrySet());
        ordered.sort(Comparator.comparing(
                        (Map.Entry<String, Array> e) -> -e.getValue().dtype().bytes())
                .thenComparing(Map.Entry::getKey));

        List<Entry> entries = new ArrayList<>();
        long offset = 0;
        for (Map.Entry<String, Array> e : ordered) {
            Array array = e.getValue();
            long end = offset + array.data().remaining();
            entries.add(new Entry(e.getKey(), array.dtype(), array.shape(), offset, end));
            offset = end;
        }
        byte[] header = SafetensorsHeader.format(entries, metadata);
        byte[] padded = Arrays.copyOf(header, (header.length + 7) / 8 * 8);
        Arrays.fill(padded, header.length, padded.length, (byte) ' ');
        if (padded.length > LONGEST_HEADER) {
            throw new IllegalArgumentException("names and metadata make a header of " + padded.length
                    + " bytes; safetensors allows " + LONGEST_HEADER);
        }

        try (FileChannel channel = Channels.create(file)) {
            ByteBuffer length = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
            Channels.writeAll(channel, length.putLong(padded.length).flip());
            Channels.writeAll(channel, ByteBuffer.wrap(padded));
            for (Map.Entry<String, Array> e : ordered) {
                Channels.writeAll(channel, e.getValue().data());
            }
        }
    }

    public static Contents read(Path file) throws IOException {
        try (FileChannel channel = Channels.open(file)) {
            byte[] length = Channels.read(channel, file, 0, Long.BYTES, "header length");
            long headerLength =
                    ByteBuffer.wrap(length).order(ByteOrder.LITTLE_ENDIAN).getLong();
            if (headerLength < 0 || headerLength > LONGEST_HEADER) {
                throw new FormatException(
                        file, "header length " + Long.toUnsignedString(headerLength) + " is over " + LONGEST_HEADER);
            }
            byte[] header = Channels.read(channel, file, Long.BYTES, headerLength, "header");
            SafetensorsHeader parsed = SafetensorsHeader.parse(file, header);
            long dataStart = Long.BYTES + headerLength;
            checkCover(file, parsed.entries(), channel.size() - dataStart);

            Map<String, Array> tensors = new LinkedHashMap<>();
            for (Entry e : parsed.entries()) {
                byte[] data =
                        Channels.read(channel, file, dataStart + e.begin(), e.end() - e.begin(), "data of " + e.name());
                tensors.put(e.name(), new Array(e.dtype(), e.shape(), ByteBuffer.wrap(data)));
            }
            return new Contents(tensors, parsed.metadata());
        }
    }

    /** Entries, sorted by offset, must each have the length of their shape and together tile the data exactly. */
    private static void checkCover(Path file, List<Entry> entries, long dataLength) throws FormatException {
        long covered = 0;
        for (Entry e : entries) {
            String where = "tensor " + e.name() + ", offsets [" + e.begin() + ", " + e.end() + "]: ";
            if (e.begin() < 0 || e.end() < e.begin() || e.end() > dataLength) {
                throw new FormatException(file, where + "outside the " + dataLength + " bytes of data");
            }
            if (e.begin() != covered) {
                throw new FormatException(
                        file, where + (e.begin() < covered ? "overlap another tensor" : "leave a hole before them"));
            }
            if (Array.byteLength(e.dtype(), e.shape()) != e.end() - e.begin()) {
                throw new FormatException(file, where + "not the length of " + e.dtype() + Arrays.toString(e.shape()));
            }
            covered = e.end();
        }
        if (covered != dataLength) {
            throw new FormatException(file, (dataLength - covered) + " bytes of data belong to no tensor");
        }
    }
}
