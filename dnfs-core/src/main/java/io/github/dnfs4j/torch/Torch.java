package io.github.dnfs4j.torch;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bytedeco.javacpp.Loader;
import org.bytedeco.openblas.global.openblas_nolapack;
import org.bytedeco.pytorch.global.torch;

/**
 * Loads libtorch once and sets its threads.
 *
 * <p>OpenBLAS has a thread pool beside libtorch's own; both get the same size, because a large fp32 product on one
 * thread costs more than their quarrel over the cores.
 */
public final class Torch {
    private static boolean loaded;

    private Torch() {}

    /** Loads the native libraries; the first call of a process takes a second or two. */
    public static synchronized void init() {
        if (loaded) {
            return;
        }
        loaded = true;
        if (Boolean.getBoolean("dnfs.cuda")
                || "-gpu".equals(System.getProperty("org.bytedeco.javacpp.platform.extension"))) {
            // Before torch_cpu, or CUDA registers too late to be seen.
            Loader.load(org.bytedeco.pytorch.global.torch_cuda.class);
        }
        threads(Integer.getInteger("dnfs.threads", Runtime.getRuntime().availableProcessors()));
    }

    /** Sets how many threads one operation may use. */
    public static void threads(int count) {
        if (count < 1) {
            throw new IllegalArgumentException("threads must be at least 1, not " + count);
        }
        openblas_nolapack.blas_set_num_threads(Integer.getInteger("dnfs.blas", 1));
        torch.set_num_threads(count);
    }

    /** How many threads one operation may use. */
    public static int threads() {
        init();
        return torch.get_num_threads();
    }

    /** The version of libtorch. */
    public static String version() {
        init();
        try (Scope scope = Scope.open()) {
            Matcher m = Pattern.compile("TORCH_VERSION=([^,\\s]+)").matcher(torch.show_config().getString());
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
