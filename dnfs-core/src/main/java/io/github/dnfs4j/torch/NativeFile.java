package io.github.dnfs4j.torch;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.Objects;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;

/**
 * A library of a jar and its place in the cache. The jar says how long it is, when it was made and what its CRC-32 is;
 * JavaCPP takes a file of that length and that time for the library.
 */
record NativeFile(JarFile jar, JarEntry entry, Path place) {
    private static final int BUFFER = 1 << 16;

    /** Whether JavaCPP would take what is there, without reading it. */
    boolean fits() {
        try {
            BasicFileAttributes now = attributes();
            if (now.isSymbolicLink()) {
                return Files.exists(place); // JavaCPP's own: the same library of another jar
            }
            return whole(now) && now.lastModifiedTime().toMillis() == entry.getTime();
        } catch (IOException absent) {
            return false;
        }
    }

    /** Whether these are the library's bytes, of whatever time: a copied cache, or one of another time zone. */
    boolean holdsTheBytes() throws IOException {
        if (!Files.exists(place, LinkOption.NOFOLLOW_LINKS) || !whole(attributes())) {
            return false;
        }
        try (CheckedInputStream in = new CheckedInputStream(Files.newInputStream(place), new CRC32())) {
            byte[] buffer = new byte[BUFFER];
            while (in.read(buffer) >= 0) {
                // the sum is what counts
            }
            return in.getChecksum().getValue() == entry.getCrc();
        }
    }

    private BasicFileAttributes attributes() throws IOException {
        return Files.readAttributes(place, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    }

    private boolean whole(BasicFileAttributes now) {
        return now.isRegularFile() && now.size() == entry.getSize();
    }

    /** The bytes of the jar; at their end it is an error if they are not what the jar promised. */
    InputStream open() throws IOException {
        return new CheckedInputStream(jar.getInputStream(entry), new CRC32()) {
            private long length;

            @Override
            public int read(byte[] bytes, int from, int count) throws IOException {
                int n = super.read(bytes, from, count);
                if (n < 0 && (length != entry.getSize() || getChecksum().getValue() != entry.getCrc())) {
                    throw new IOException(jar.getName() + " is damaged at " + entry.getName() + ": fetch it again");
                }
                length += Math.max(0, n);
                return n;
            }
        };
    }

    void setTime(Path file) throws IOException {
        Files.setLastModifiedTime(file, FileTime.fromMillis(entry.getTime()));
    }

    /** For the order: what comes first is soon there. */
    long size() {
        return entry.getSize();
    }

    Path folder() {
        return Objects.requireNonNull(place.getParent());
    }
}
