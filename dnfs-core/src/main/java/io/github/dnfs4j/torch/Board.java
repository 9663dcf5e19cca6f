package io.github.dnfs4j.torch;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import org.bytedeco.javacpp.chrono.Milliseconds;
import org.bytedeco.pytorch.IntOptional;
import org.bytedeco.pytorch.Store;
import org.bytedeco.pytorch.StringVector;
import org.bytedeco.pytorch.TCPStore;
import org.bytedeco.pytorch.TCPStoreOptions;

/** Texts and counts by name that all ranks see: c10d's TCPStore, which rank 0 keeps. One thread at a time uses one. */
final class Board implements AutoCloseable {
    private final TCPStore store;
    private final int port;

    private Board(TCPStore store) {
        this.store = store;
        port = Short.toUnsignedInt(store.getPort());
    }

    /** The one that rank 0 keeps. */
    static Board keep(String host, int port, Duration patience) throws IOException {
        ListeningSocket socket = ListeningSocket.at(host, port);
        try (Scope scope = Scope.open()) {
            TCPStoreOptions options = options(socket.port(), patience);
            options.isServer(true).masterListenFd(new IntOptional(socket.number()));
            return new Board(open(host, options));
        }
    }

    /** That of a rank 0. */
    static Board of(String host, int port, Duration patience) throws IOException {
        try (Scope scope = Scope.open()) {
            return new Board(open(host, options(port, patience)));
        } catch (RuntimeException e) {
            throw new IOException(
                    "no rank 0 was found at " + host + ", port " + port + " (MASTER_ADDR, MASTER_PORT), within "
                            + patience.toSeconds() + " s",
                    e);
        }
    }

    private static TCPStoreOptions options(int port, Duration patience) {
        return new TCPStoreOptions()
                .port((short) port)
                .waitWorkers(false)
                .timeout(new Milliseconds(patience.toMillis()));
    }

    private static TCPStore open(String host, TCPStoreOptions options) {
        TCPStore store = new TCPStore(host, options);
        store.retainReference();
        return store;
    }

    /** Another on the same store, for another thread. */
    Board again(String host, Duration patience) throws IOException {
        return of(host, port, patience);
    }

    int port() {
        return port;
    }

    /** For what c10d itself puts there. */
    Store store() {
        return store;
    }

    void put(String name, String text) {
        try (Scope scope = Scope.open()) {
            ((Store) store).set(name, text);
        }
    }

    Optional<String> find(String name) {
        try (Scope scope = Scope.open()) {
            return store.check(new StringVector(name))
                    ? Optional.of(((Store) store).get_to_str(name))
                    : Optional.empty();
        }
    }

    /** Counts on, and returns the count. */
    long count(String name, long more) {
        try (Scope scope = Scope.open()) {
            return store.add(name, more);
        }
    }

    @Override
    public void close() {
        store.close();
    }
}
