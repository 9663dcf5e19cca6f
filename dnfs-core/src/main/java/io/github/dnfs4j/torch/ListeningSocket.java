package io.github.dnfs4j.torch;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A socket for the store of c10d that listens at one address. Left to itself the store listens at every address of the
 * machine; it also takes a socket that listens already, by its number. Java does not tell that number, but Linux does:
 *
 * <pre>{@code
 * /proc/self/net/tcp, tcp6    local address and port, state 0A (listening), inode
 * /proc/self/fd/NUMBER        a link to socket:[inode]
 * }</pre>
 */
record ListeningSocket(int port, int number) {
    private static final Path SELF = Path.of("/proc/self");
    private static final int STATE = 3;
    private static final int INODE = 9;
    /** The store closes what it was given; should Java close the same number once more, it might be another file's by then. */
    private static final List<ServerSocketChannel> KEPT = Collections.synchronizedList(new ArrayList<>());

    static ListeningSocket at(String host, int port) throws IOException {
        if (!Files.isDirectory(SELF)) {
            throw new IOException("training in several processes needs Linux");
        }
        ServerSocketChannel channel = ServerSocketChannel.open();
        KEPT.add(channel);
        try {
            channel.bind(new InetSocketAddress(InetAddress.getByName(host), port));
        } catch (BindException e) {
            throw new IOException(
                    "rank 0 cannot listen at " + host + ", port " + port + " (MASTER_ADDR, MASTER_PORT): "
                            + String.valueOf(e.getMessage()).toLowerCase(Locale.ROOT),
                    e);
        }
        int bound = channel.socket().getLocalPort();
        return new ListeningSocket(bound, number(sockets(bound)));
    }

    /** What the links of all listening sockets with a port lead to. */
    private static Set<String> sockets(int port) throws IOException {
        String end = String.format(Locale.ROOT, ":%04X", port);
        Set<String> found = new HashSet<>();
        for (String table : List.of("net/tcp", "net/tcp6")) {
            for (String line : Files.readAllLines(SELF.resolve(table))) {
                String[] words = line.strip().split("\\s+");
                if (words[1].endsWith(end) && words[STATE].equals("0A")) {
                    found.add("socket:[" + words[INODE] + "]");
                }
            }
        }
        return found;
    }

    private static int number(Set<String> sockets) throws IOException {
        try (Stream<Path> links = Files.list(SELF.resolve("fd"))) {
            return links.filter(link -> sockets.contains(target(link)))
                    .map(link -> Integer.parseInt(String.valueOf(link.getFileName())))
                    .findFirst()
                    .orElseThrow(() -> new IOException("the system does not tell which socket listens"));
        }
    }

    private static String target(Path link) {
        try {
            return Files.readSymbolicLink(link).toString();
        } catch (IOException closedMeanwhile) {
            return "";
        }
    }
}
