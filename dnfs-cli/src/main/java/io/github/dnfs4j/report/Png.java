package io.github.dnfs4j.report;

import io.github.dnfs4j.io.durable.AtomicFile;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import javax.imageio.ImageIO;

/** Pictures to and from PNG files. */
final class Png {
    /** The first bytes of every PNG file. */
    private static final byte[] SIGNATURE = {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'};

    private static final int WIDTH_AT = 16;

    private Png() {}

    /** Draws first and writes after, so that a failed drawing leaves the old file alone. Makes the folder if needed. */
    static Path write(Path png, Headless.Drawing<BufferedImage> drawing) throws IOException {
        byte[] bytes = Headless.draw(() -> encode(drawing.draw()));
        Files.createDirectories(png.toAbsolutePath().getParent());
        AtomicFile.write(png, bytes);
        return png;
    }

    /** The bytes of a PNG file, refused when they are something else: the page promises its reader images. */
    static byte[] read(Path png) throws IOException {
        byte[] bytes = Files.readAllBytes(png);
        int length = Math.min(bytes.length, SIGNATURE.length);
        if (!Arrays.equals(SIGNATURE, Arrays.copyOf(bytes, length))) {
            throw new IOException("not a PNG file: " + png);
        }
        return bytes;
    }

    /** The width of a picture in pixels, which every PNG file has at the same place. */
    static int width(byte[] png) {
        return ByteBuffer.wrap(png).getInt(WIDTH_AT);
    }

    private static byte[] encode(BufferedImage image) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        // The cache would be a file in the folder for temporary files, which may be full or read-only.
        ImageIO.setUseCache(false);
        if (!ImageIO.write(image, "png", bytes)) {
            throw new IOException("this Java has no PNG encoder");
        }
        return bytes.toByteArray();
    }
}
