package io.github.dnfs4j.torch;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.bytedeco.javacpp.Loader;
import org.bytedeco.javacpp.Pointer;
import org.bytedeco.openblas.global.openblas_nolapack;
import org.bytedeco.pytorch.global.torch;

/**
 * Loads libtorch once and sets its threads.
 *
 * <p>Inside an operation libtorch (OpenMP) and OpenBLAS use one thread each: their two pools fight over the cores. The
 * cores are used by splitting batches instead, see {@link Workers}.
 */
public final class Torch {
    private static boolean loaded;
    private static int threads =
            Integer.getInteger("dnfs.threads", Runtime.getRuntime().availableProcessors());

    static {
        // Read when JavaCPP's first class is loaded. Its limits come from the Java heap, in which tensors do not live:
        // a process that used more would be told that it is out of memory.
        unlimited("org.bytedeco.javacpp.maxBytes");
        unlimited("org.bytedeco.javacpp.maxPhysicalBytes");
    }

    private static void unlimited(String property) {
        if (System.getProperty(property) == null) {
            System.setProperty(property, "0");
        }
    }

    private Torch() {}

    /**
     * Loads the native libraries; the first call of a process takes a second or two, and the first on a machine unpacks
     * them, see {@link NativeLibraries}.
     */
    public static synchronized void init() {
        if (loaded) {
            return;
        }
        try {
            NativeLibraries.prepare();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        if (Boolean.getBoolean("dnfs.cuda")
                || "-gpu".equals(System.getProperty("org.bytedeco.javacpp.platform.extension"))
                || NativeLibraries.forCuda(Torch.class.getClassLoader(), Loader.getPlatform())) {
            // Before torch_cpu, or CUDA registers too late to be seen.
            Loader.load(org.bytedeco.pytorch.global.torch_cuda.class);
        }
        openblas_nolapack.blas_set_num_threads(1);
        torch.set_num_threads(1);
        loaded = true;
    }

    /** Sets over how many threads batches are split. */
    public static synchronized void threads(int count) {
        if (count < 1) {
            throw new IllegalArgumentException("threads must be at least 1, not " + count);
        }
        threads = count;
    }

    /** Over how many threads batches are split; the number of processors unless {@code -Ddnfs.threads} says else. */
    public static synchronized int threads() {
        return threads;
    }

    /** The most memory this process has held, in bytes, native memory included; what it holds now where unknown. */
    public static long peakMemory() {
        try (Stream<String> lines = Files.lines(Path.of("/proc/self/status"))) {
            return lines.filter(line -> line.startsWith("VmHWM:"))
                    .mapToLong(line -> 1024 * Long.parseLong(line.replaceAll("[^0-9]", "")))
                    .findFirst()
                    .orElseGet(Pointer::physicalBytes);
        } catch (IOException noSuchSystem) {
            return Pointer.physicalBytes();
        }
    }

    /** The version of libtorch. */
    public static String version() {
        init();
        try (Scope scope = Scope.open()) {
            Matcher m = Pattern.compile("TORCH_VERSION=([^,\\s]+)")
                    .matcher(torch.show_config().getString());
            return m.find() ? m.group(1) : "unknown";
        }
    }

    /** What went wrong, without the C++ frames that native errors carry. */
    public static String firstLine(Throwable error) {
        String message = error.getMessage();
        if (message == null || message.isBlank()) {
            return error.getClass().getSimpleName();
        }
        return message.lines().findFirst().orElse(message).strip();
    }
}
