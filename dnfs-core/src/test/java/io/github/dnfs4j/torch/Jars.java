package io.github.dnfs4j.torch;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;

/** Small jars with the layout of JavaCPP's native ones. */
final class Jars {
    static final String PLATFORM = "linux-made-up";
    private static final int LONG_AGO = 1_000_000_000;

    private Jars() {}

    /** A jar of a module with files of some 100 kB each, stored as they are. */
    static Path write(Path jar, String module, String extension, List<String> names) throws IOException {
        Random random = new Random(7);
        String folder = "org/bytedeco/" + module + "/" + PLATFORM + extension + "/";
        try (OutputStream file = Files.newOutputStream(jar);
                JarOutputStream out = new JarOutputStream(file)) {
            out.putNextEntry(new JarEntry(folder));
            out.closeEntry();
            for (String name : names) {
                byte[] bytes = new byte[100_000 + random.nextInt(1000)];
                random.nextBytes(bytes);
                JarEntry entry = new JarEntry(folder + name);
                entry.setTime(1000L * LONG_AGO);
                entry.setMethod(ZipEntry.STORED);
                CRC32 sum = new CRC32();
                sum.update(bytes);
                entry.setCrc(sum.getValue());
                entry.setSize(bytes.length);
                out.putNextEntry(entry);
                out.write(bytes);
                out.closeEntry();
            }
        }
        return jar;
    }
}
