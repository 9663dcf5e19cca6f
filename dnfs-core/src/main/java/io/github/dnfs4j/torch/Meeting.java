package io.github.dnfs4j.torch;

import static io.github.dnfs4j.torch.Plausible.check;

import java.time.Duration;

/**
 * Where the ranks of a training meet, and which of them this is.
 *
 * @param host the address at which rank 0 listens, and only there
 * @param port 0 for any, of a rank 0 that tells it to the others by itself
 * @param identity what must be the same for all, such as a version
 * @param patience how long to wait until all are there
 * @param cards whether sums of what lies on cards go from card to card; else through the memory of the hosts
 */
public record Meeting(String host, int port, int rank, int size, String identity, Duration patience, boolean cards) {
    private static final int LAST_PORT = 65535;

    public Meeting {
        check(size >= 1, "there must be at least one process, not " + size);
        check(rank >= 0 && rank < size, "rank " + rank + " is none of 0.." + (size - 1));
        check(port >= 0 && port <= LAST_PORT, "a port must lie in 0.." + LAST_PORT + ", not " + port);
    }
}
