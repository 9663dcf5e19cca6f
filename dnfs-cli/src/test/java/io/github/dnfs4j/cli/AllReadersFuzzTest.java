package io.github.dnfs4j.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.github.dnfs4j.cli.Readers.Reader;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.FutureTask;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Spoilt files for every reader: each is read, or refused by an exception that becomes one clear line; without hanging,
 * and without memory beyond 64 MB and what the file has. {@code -Ddnfs.fuzz.inputs=N} is the number of files,
 * {@code dnfs.fuzz.seed} another series, {@code dnfs.fuzz.readers} a pattern of the readers that are meant,
 * {@code dnfs.fuzz.seconds} what counts as hanging: of the processor, or twenty times
 * that by the clock, because a busy machine makes others wait. What fails is kept in
 * {@code target/fuzz}, and {@code target/fuzz.tsv} counts.
 */
class AllReadersFuzzTest {
    private static final int INPUTS = Integer.getInteger("dnfs.fuzz.inputs", 7000);
    private static final long SEED = Long.getLong("dnfs.fuzz.seed", 17);
    private static final long SECONDS = Long.getLong("dnfs.fuzz.seconds", 120);
    private static final Pattern MEANT = Pattern.compile(System.getProperty("dnfs.fuzz.readers", ".*"));
    private static final long MEMORY = 64L << 20;
    private static final int ENOUGH_FAILURES = 50;
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    @TempDir
    Path folder;

    private List<Reader> readers = List.of();
    private final List<String> failures = new ArrayList<>();
    private volatile long begun = System.nanoTime();
    private volatile String now = "";

    @Test
    void everyFileIsReadOrRefusedInOneLine() throws Exception {
        readers = Readers.in(folder).stream()
                .filter(r -> MEANT.matcher(r.name()).matches())
                .toList();
        FutureTask<String> work = new FutureTask<>(this::fuzz);
        Thread all = new Thread(work, "fuzz");
        all.setDaemon(true);
        String seen = "";
        long seenWorking = 0;
        begun = System.nanoTime();
        all.start();
        while (all.isAlive()) {
            all.join(200);
            String at = now;
            long working = THREADS.getThreadCpuTime(all.getId());
            if (!at.equals(seen)) {
                seen = at;
                seenWorking = working;
            }
            assertThat(Math.max(working - seenWorking, (System.nanoTime() - begun) / 20) / 1_000_000_000L)
                    .as("seconds in " + at)
                    .isLessThan(SECONDS);
        }
        Files.writeString(Path.of("target", "fuzz.tsv"), work.get());
        assertThat(failures).isEmpty();
    }

    private String fuzz() throws IOException {
        double shares = readers.stream().mapToDouble(r -> 1.0 / r.slowness()).sum();
        StringBuilder table = new StringBuilder();
        for (Reader reader : readers) {
            table.append(fuzz(reader, (int) Math.ceil(INPUTS / shares / reader.slowness())));
        }
        return table.toString();
    }

    private String fuzz(Reader reader, int inputs) throws IOException {
        Random random = new Random(SEED + reader.name().hashCode());
        boolean binary = reader.name().contains("npy") || reader.name().contains("safetensors");
        int refused = 0;
        int failed = 0;
        long most = 0;
        Files.write(reader.file(), reader.good());
        reader.reading().of(reader.file()); // as it is it is read; and classes are loaded, which takes memory
        for (int k = 0; k < inputs; k++) {
            byte[] bytes = Spoilt.of(reader.good(), random, binary);
            Files.delete(reader.file()); // one that is written again is brought to the disk at once, which takes long
            Files.write(reader.file(), bytes);
            now = reader.name() + " " + k;
            begun = System.nanoTime();
            long before = THREADS.getThreadAllocatedBytes(Thread.currentThread().getId());
            String wrong = "";
            try {
                reader.reading().of(reader.file());
            } catch (Throwable e) {
                refused++;
                wrong = Readers.unclear(e, bytes);
            }
            long taken = THREADS.getThreadAllocatedBytes(Thread.currentThread().getId()) - before - bytes.length;
            most = Math.max(most, taken);
            wrong = wrong.isEmpty() && taken > MEMORY ? "takes " + taken + " bytes" : wrong;
            if (!wrong.isEmpty()) {
                failed++;
                if (failures.size() < ENOUGH_FAILURES) {
                    Path kept = Path.of("target", "fuzz", reader.name() + "-" + k);
                    Files.createDirectories(kept.getParent());
                    failures.add(Files.write(kept, bytes) + ": " + wrong);
                }
            }
        }
        begun = System.nanoTime();
        Files.write(reader.file(), reader.good());
        return String.format(Locale.ROOT, "%s\t%d\t%d\t%d\t%.1f%n", reader.name(), inputs, failed, refused, most / 1e6);
    }
}
