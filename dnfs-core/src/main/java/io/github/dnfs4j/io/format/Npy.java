package io.github.dnfs4j.io.format;

import io.github.dnfs4j.io.FormatException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * NumPy's .npy format: one array.
 *
 * <pre>
 * 6 bytes  0x93 'N' 'U' 'M' 'P' 'Y'
 * 2 bytes  version: 1 0 (written), 2 0 (read as well)
 * u16 LE   length of the header; u32 LE in version 2
 * header   {'descr': '&lt;f4', 'fortran_order': False, 'shape': (2, 3), } then spaces and a line feed,
 *          so that the data starts at a multiple of 64
 * rest     the elements
 * </pre>
 */
public final class Npy {
    private static final byte[] MAGIC = {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y'};
    private static final int ALIGNMENT = 64;
    private static final int LONGEST_HEADER = 65_535;

    private Npy() {}

    public static void write(Path file, Array array) throws IOException {
        byte[] text = NpyHeader.of(array).format().getBytes(StandardCharsets.US_ASCII);
        int prefix = MAGIC.length + 2 + Short.BYTES;
        int start = (prefix + text.length + 1 + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
        if (start - prefix > LONGEST_HEADER) {
            throw new IllegalArgumentException("a shape of " + array.shape().length + " dimensions is too long");
        }

        ByteBuffer head = ByteBuffer.allocate(start).order(ByteOrder.LITTLE_ENDIAN);
        Arrays.fill(head.array(), (byte) ' ');
        head.put(MAGIC).put((byte) 1).put((byte) 0).putShort((short) (start - prefix));
        head.put(text).put(start - 1, (byte) '\n').rewind();
        try (FileChannel channel = Channels.create(file)) {
            Channels.writeAll(channel, head);
            Channels.writeAll(channel, array.data());
        }
    }

    public static Array read(Path file) throws IOException {
        try (FileChannel channel = Channels.open(file)) {
            byte[] fixed = Channels.read(channel, file, 0, MAGIC.length + 2, "preamble");
            if (!Arrays.equals(fixed, 0, MAGIC.length, MAGIC, 0, MAGIC.length)) {
                throw new FormatException(file, "not a .npy file: it does not start with \\x93NUMPY");
            }
            int major = fixed[MAGIC.length];
            int minor = fixed[MAGIC.length + 1];
            if (minor != 0 || (major != 1 && major != 2)) {
                throw new FormatException(
                        file, ".npy version " + (major & 0xff) + "." + (minor & 0xff) + " is not supported");
            }
            int lengthBytes = major == 1 ? Short.BYTES : Integer.BYTES;
            byte[] field = Channels.read(channel, file, fixed.length, lengthBytes, "header length");
            // Padded with zeros, both widths are the start of one little-endian long.
            long headerLength = ByteBuffer.wrap(Arrays.copyOf(field, Long.BYTES))
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .getLong();
            if (headerLength > LONGEST_HEADER) {
                throw new FormatException(file, "header length " + headerLength + " is over " + LONGEST_HEADER);
            }
            int headerStart = fixed.length + lengthBytes;
            byte[] text = Channels.read(channel, file, headerStart, headerLength, "header");
            NpyHeader header = NpyHeader.parse(file, new String(text, StandardCharsets.ISO_8859_1));

            long dataStart = headerStart + headerLength;
            long needed = Array.byteLength(header.dtype(), header.shape());
            if (needed != channel.size() - dataStart) {
                throw new FormatException(
                        file,
                        header.dtype() + Arrays.toString(header.shape()) + " does not fit "
                                + (channel.size() - dataStart) + " bytes of data");
            }
            byte[] data = Channels.read(channel, file, dataStart, needed, "data");
            return new Array(header.dtype(), header.shape(), ByteBuffer.wrap(data));
        }
    }
}
