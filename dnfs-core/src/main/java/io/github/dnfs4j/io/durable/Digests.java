package io.github.dnfs4j.io.durable;

import io.github.dnfs4j.io.FormatException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * SHA-256 of files, and the list of those of a folder, {@code SHA256SUMS}, that {@code sha256sum -c} checks as well:
 *
 * <pre>{@code
 * HEX  NAME      one line a file
 * }</pre>
 */
public final class Digests {
    static final String LIST = "SHA256SUMS";

    private static final long LONGEST_LIST = 1 << 20;
    private static final int BUFFER = 1 << 16;
    private static final String LINE = "[0-9a-f]{64}  [^/\\\\]+";

    private Digests() {}

    public static String of(Path file) throws IOException {
        MessageDigest sha256 = sha256();
        byte[] buffer = new byte[BUFFER];
        try (InputStream in = Files.newInputStream(file)) {
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                sha256.update(buffer, 0, n);
            }
        }
        return HexFormat.of().formatHex(sha256.digest());
    }

    public static String of(byte[] bytes) {
        return HexFormat.of().formatHex(sha256().digest(bytes));
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException everyJavaHasIt) {
            throw new IllegalStateException(everyJavaHasIt);
        }
    }

    /** Lists the files of a folder. */
    static void list(Path folder) throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.list(folder)) {
            files = all.filter(Files::isRegularFile).sorted().toList();
        }
        StringBuilder lines = new StringBuilder();
        for (Path file : files) {
            lines.append(of(file)).append("  ").append(file.getFileName()).append('\n');
        }
        Files.writeString(folder.resolve(LIST), lines);
    }

    /** Refuses files of a folder that are not what its list says; a folder of an older version has no list. */
    static void check(Path folder, Collection<String> names) throws IOException {
        if (!Files.exists(folder.resolve(LIST))) {
            return;
        }
        Map<String, String> listed = listed(folder.resolve(LIST));
        for (String name : names) {
            Path file = folder.resolve(name);
            String digest = listed.get(name);
            if (digest != null && !Files.isRegularFile(file)) {
                throw new FormatException(file, "the file is missing");
            }
            if (digest != null && !of(file).equals(digest)) {
                throw new FormatException(file, "its bytes are not those that were written: it is damaged");
            }
        }
    }

    private static Map<String, String> listed(Path list) throws IOException {
        if (Files.size(list) > LONGEST_LIST) {
            throw new FormatException(list, "too long for a list of digests");
        }
        Map<String, String> listed = new TreeMap<>();
        for (String line : new String(Files.readAllBytes(list), StandardCharsets.UTF_8).split("\n", -1)) {
            if (line.matches(LINE)) {
                listed.put(line.substring(66), line.substring(0, 64));
            } else if (!line.isEmpty()) {
                throw new FormatException(list, "not a list of digests");
            }
        }
        return listed;
    }
}
