package io.github.dnfs4j.experiment.cluster;

import io.github.dnfs4j.torch.Gloo;
import io.github.dnfs4j.torch.Ranks;
import io.github.dnfs4j.torch.Torch;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Ranks 1, 2, .. of this machine, which this process, rank 0, starts with its own Java and its own command line. The
 * cores are divided among them, and on CUDA each sees one card.
 */
public final class Children implements AutoCloseable {
    private static final String CARDS = "CUDA_VISIBLE_DEVICES";
    /** Exit codes above say which signal ended a process. */
    private static final int SIGNALS = 128;

    private static final long FAREWELL_SECONDS = 10;

    private final List<Process> processes = new ArrayList<>();
    private final List<Path> said = new ArrayList<>();

    private Children() {}

    /**
     * Starts the others, and waits until all have met.
     *
     * @param main the class whose {@code main} takes the arguments
     * @param say see {@link Gloo.Host#join}, as for {@code end}
     */
    public static Joined start(
            int size, String main, List<String> arguments, Consumer<String> say, Consumer<String> end)
            throws IOException {
        Map<String, String> environment = System.getenv();
        Gloo.Host host = new Gloo.Host(Launch.meeting(Launch.LOOPBACK, 0, 0, size, environment));
        int threads = threads(size);
        Children children = new Children();
        try {
            for (int rank = 1; rank < size; rank++) {
                ProcessBuilder builder = new ProcessBuilder(
                        OwnJava.command(System.getProperty("java.class.path"), threads, main, arguments));
                builder.environment().putAll(variables(rank, size, host.port(), environment.get(CARDS)));
                Path lines = Files.createTempFile("dnfs-rank-" + rank + "-", ".txt");
                children.said.add(lines);
                children.processes.add(builder.redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .redirectError(lines.toFile())
                        .start());
            }
            if (System.getProperty(OwnJava.THREADS) == null) {
                Torch.threads(threads);
            }
            return new Joined(children, host.join(children::dead, say, end));
        } catch (IOException | RuntimeException e) {
            children.close();
            throw e;
        }
    }

    /** The processes and what they are to this one. */
    public record Joined(Children children, Ranks ranks) {}

    private static int threads(int size) {
        Integer chosen = Integer.getInteger(OwnJava.THREADS);
        return chosen != null ? chosen : Math.max(1, Runtime.getRuntime().availableProcessors() / size);
    }

    private static Map<String, String> variables(int rank, int size, int port, @Nullable String cards) {
        String[] named = cards == null ? new String[0] : cards.split(",");
        return Map.of(
                Launch.RANK,
                String.valueOf(rank),
                Launch.SIZE,
                String.valueOf(size),
                "LOCAL_RANK",
                String.valueOf(rank),
                Launch.ADDRESS,
                Launch.LOOPBACK,
                Launch.PORT,
                String.valueOf(port),
                CARDS,
                rank < named.length ? named[rank] : String.valueOf(rank),
                "TORCH_CPP_LOG_LEVEL",
                "FATAL");
    }

    /** Who of them has ended and should not have: killed ones first, because others may have ended for their sake. */
    private Optional<String> dead() {
        return IntStream.range(0, processes.size())
                .filter(k -> !processes.get(k).isAlive() && processes.get(k).exitValue() != 0)
                .boxed()
                .max(Comparator.comparing(k -> processes.get(k).exitValue() > SIGNALS))
                .map(k -> "rank " + (k + 1) + " " + end(processes.get(k).exitValue(), said.get(k)));
    }

    private static String end(int code, Path lines) {
        if (code > SIGNALS) {
            return "was killed by signal " + (code - SIGNALS);
        }
        try {
            List<String> all = Files.readAllLines(lines);
            return all.isEmpty()
                    ? "has ended with exit code " + code
                    : "failed: " + all.get(all.size() - 1).replaceFirst("^dnfs: ", "");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        try {
            long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(FAREWELL_SECONDS);
            for (Process process : processes) {
                process.waitFor(Math.max(0, until - System.nanoTime()), TimeUnit.NANOSECONDS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        processes.forEach(Process::destroyForcibly);
        for (Path lines : said) {
            try {
                Files.deleteIfExists(lines);
            } catch (IOException leftBehind) {
                // In the folder for temporary files.
            }
        }
    }

    /** The arguments of a rank: those of the command but {@code --processes}. */
    public static List<String> arguments(List<String> all, String option) {
        List<String> left = new ArrayList<>();
        for (int k = 0; k < all.size(); k++) {
            if (all.get(k).equals(option)) {
                k++;
            } else if (!all.get(k).startsWith(option + "=")) {
                left.add(all.get(k));
            }
        }
        return left;
    }
}
