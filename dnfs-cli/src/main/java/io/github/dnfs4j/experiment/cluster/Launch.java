package io.github.dnfs4j.experiment.cluster;

import io.github.dnfs4j.experiment.result.Versions;
import io.github.dnfs4j.torch.Meeting;
import io.github.dnfs4j.torch.Torch;
import io.github.dnfs4j.torch.Words;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Which rank this process is, by the variables that launchers set:
 *
 * <pre>{@code
 * RANK, WORLD_SIZE            or SLURM_PROCID, SLURM_NTASKS where MASTER_ADDR is set
 * MASTER_ADDR, MASTER_PORT    where rank 0 listens: 127.0.0.1 and 29500 by default
 * DNFS_COLLECTIVES            gloo: not from card to card; always: also of one process
 * }</pre>
 */
public final class Launch {
    static final String RANK = "RANK";
    static final String SIZE = "WORLD_SIZE";
    static final String ADDRESS = "MASTER_ADDR";
    static final String PORT = "MASTER_PORT";
    static final String SECONDS = "DNFS_JOIN_SECONDS";
    static final String COLLECTIVES = "DNFS_COLLECTIVES";
    static final String LOOPBACK = "127.0.0.1";
    private static final String DEFAULT_PORT = "29500";
    private static final String DEFAULT_SECONDS = "300";

    private Launch() {}

    /** How ranks add up; by itself from card to card where there are cards, and one process not at all. */
    private enum Collectives {
        AUTO,
        GLOO,
        ALWAYS;

        @Override
        public String toString() {
            return Words.of(this);
        }
    }

    /** Where this process meets the others; empty where the variables speak of no other. */
    public static Optional<Meeting> of(Map<String, String> environment) {
        // A batch script of Slurm has its variables too, without being one of several tasks.
        boolean slurm = environment.containsKey(ADDRESS);
        @Nullable String rank = first(environment, RANK, slurm ? "SLURM_PROCID" : RANK);
        @Nullable String size = first(environment, SIZE, slurm ? "SLURM_NTASKS" : SIZE);
        if (rank == null) {
            return Optional.empty();
        }
        if (size == null) {
            throw new IllegalArgumentException(RANK + " is set, but not " + SIZE);
        }
        Meeting meeting = meeting(
                environment.getOrDefault(ADDRESS, LOOPBACK),
                number(PORT, environment.getOrDefault(PORT, DEFAULT_PORT)),
                number(RANK, rank),
                number(SIZE, size),
                environment);
        return meeting.size() == 1 && collectives(environment) != Collectives.ALWAYS
                ? Optional.empty()
                : Optional.of(meeting);
    }

    private static Collectives collectives(Map<String, String> environment) {
        return Words.parse(
                COLLECTIVES, Collectives.class, environment.getOrDefault(COLLECTIVES, Collectives.AUTO.toString()));
    }

    private static Duration patience(Map<String, String> environment) {
        return Duration.ofSeconds(number(SECONDS, environment.getOrDefault(SECONDS, DEFAULT_SECONDS)));
    }

    static Meeting meeting(String host, int port, int rank, int size, Map<String, String> environment) {
        String identity = "dnfs4j " + Versions.ofDnfs4j() + " with libtorch " + Torch.version();
        return new Meeting(
                host, port, rank, size, identity, patience(environment), collectives(environment) != Collectives.GLOO);
    }

    private static @Nullable String first(Map<String, String> environment, String name, String otherwise) {
        String value = environment.get(name);
        return value == null ? environment.get(otherwise) : value;
    }

    private static int number(String name, String text) {
        try {
            return Integer.parseInt(text.strip());
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(name + " must be a whole number, not '" + text + "'", e);
        }
    }
}
