package io.github.dnfs4j.spark;

import java.io.IOException;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.spark.BarrierTaskContext;
import scala.jdk.javaapi.CollectionConverters;
import scala.runtime.AbstractFunction1;

/**
 * A task of a barrier stage that is a rank of a training, told so by the variables of {@code docs/cluster.md}: all tasks of
 * such a stage run at once, know each other's machines, and are started again together when one fails. Rank 0 speaks for all.
 */
final class Rank
        extends AbstractFunction1<scala.collection.Iterator<Integer>, scala.collection.Iterator<Companion.Ended>>
        implements Serializable {
    private static final String RESUME = "--resume";
    private static final String TAKEN = "taken";
    private static final int USAGE = 2;

    private final ArrayList<String> arguments;
    private final String out;

    Rank(List<String> arguments, String out) {
        this.arguments = new ArrayList<>(arguments);
        this.out = out;
    }

    @Override
    public scala.collection.Iterator<Companion.Ended> apply(scala.collection.Iterator<Integer> number) {
        try {
            BarrierTaskContext task = BarrierTaskContext.get();
            Companion.Ended ended = run(task);
            List<Companion.Ended> told = task.partitionId() == 0 ? List.of(ended) : List.of();
            return CollectionConverters.asScala(told.iterator());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Companion.Ended run(BarrierTaskContext task) throws IOException {
        // Rank 0 alone sees the folder, and knows a port of its machine.
        String[] said = task.allGather(task.partitionId() == 0 ? state(task) + " " + freePort() : "")[0].split(" ");
        if (said[0].equals(TAKEN)) {
            return new Companion.Ended(USAGE, "", "dnfs: " + out + ": already exists; add --resume to continue it");
        }
        List<String> line = new ArrayList<>(arguments);
        if (said[0].equals(RESUME)) {
            line.add(RESUME);
        }
        Companion.Ended ended = Companion.run(
                line,
                Map.of(
                        "RANK", String.valueOf(task.partitionId()),
                        "WORLD_SIZE", String.valueOf(task.numPartitions()),
                        "MASTER_ADDR", task.getTaskInfos()[0].address().replaceFirst(":\\d+$", ""),
                        "MASTER_PORT", said[1]));
        if (ended.code() == 0 || ended.code() == USAGE) {
            return ended;
        }
        throw new IOException(ended.line());
    }

    /** What is to be done with the folder: a stage that is tried again goes on with what the one before has left. */
    private String state(BarrierTaskContext task) {
        boolean exists = Files.exists(Path.of(out));
        if (!exists || arguments.contains(RESUME)) {
            return "as-asked";
        }
        return task.stageAttemptNumber() > 0 ? RESUME : TAKEN;
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }
}
