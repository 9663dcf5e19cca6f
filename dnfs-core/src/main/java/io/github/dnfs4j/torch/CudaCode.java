package io.github.dnfs4j.torch;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.bytedeco.cuda.cudart.CUfunc_st;
import org.bytedeco.cuda.cudart.CUmod_st;
import org.bytedeco.cuda.global.cudart;
import org.bytedeco.javacpp.DoublePointer;
import org.bytedeco.javacpp.FloatPointer;
import org.bytedeco.javacpp.IntPointer;
import org.bytedeco.javacpp.LongPointer;
import org.bytedeco.javacpp.Pointer;
import org.bytedeco.javacpp.PointerPointer;
import org.bytedeco.pytorch.GradMode;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch_cuda;
import org.jspecify.annotations.Nullable;

/**
 * CUDA kernels of our own: a file of sources beside the class that needs them, compiled for the card at hand when first
 * used. They do in one pass over memory what libtorch does in many. libtorch knows no gradients of them; those that have
 * some are on a {@link Tape}. Whoever launches one also has the same in operations of libtorch, for every other case;
 * {@code -Ddnfs.kernels=false} leaves only those.
 */
public final class CudaCode {
    private static final boolean ALLOWED = !"false".equals(System.getProperty("dnfs.kernels"));
    private static final ThreadLocal<Boolean> LEFT_OUT = ThreadLocal.withInitial(() -> false);
    private static final int THREADS = 256;
    private static final int THREADS_OF_A_ROW = 128;

    private final Class<?> owner;
    private final String file;
    private final Map<String, CUfunc_st> functions = new HashMap<>();
    private @Nullable CUmod_st module;

    private CudaCode(Class<?> owner, String file) {
        this.owner = owner;
        this.file = file;
    }

    /** The kernels of a resource file in the package of a class; nothing is compiled yet. */
    public static CudaCode of(Class<?> owner, String file) {
        return new CudaCode(owner, file);
    }

    /** Whether kernels may work on these tensors: they are on a card that can, and nobody asks for a gradient. */
    public static boolean serve(Tensor... inputs) {
        for (Tensor t : inputs) {
            if (!t.is_cuda() || (GradMode.is_enabled() && t.requires_grad())) {
                return false;
            }
        }
        return work();
    }

    /** Whether kernels work on the card that there is, and this thread did not leave them out. */
    static boolean work() {
        return ALLOWED && !LEFT_OUT.get() && Compiler.problem().isEmpty();
    }

    /** Does something on this thread by operations of libtorch alone, to compare. */
    public static <T> T leftOut(Supplier<T> body) {
        boolean before = LEFT_OUT.get();
        LEFT_OUT.set(true);
        try {
            return body.get();
        } finally {
            LEFT_OUT.set(before);
        }
    }

    /** Why kernels do not work here; empty where they do. */
    public static String problem() {
        return ALLOWED ? Compiler.problem() : "switched off by -Ddnfs.kernels=false";
    }

    /** The numbers of a tensor where kernels can read eight bf16 of them at once: contiguous, from a multiple of 16 bytes on. */
    public static Tensor aligned(Tensor t) {
        Tensor c = t.contiguous();
        return c.data_ptr().address() % 16 == 0 ? c : c.clone();
    }

    /**
     * Starts at least {@code count} threads on the current stream.
     *
     * @param arguments in the order of the source: contiguous tensors, Long, Integer, Float and Double; null for no
     *     tensor
     */
    public void each(String name, long count, @Nullable Object... arguments) {
        launch(name, (count + THREADS - 1) / THREADS, THREADS, arguments);
    }

    /** Starts a block of threads for each of {@code rows} rows; arguments as in {@link #each}. */
    public void rows(String name, long rows, @Nullable Object... arguments) {
        launch(name, rows, THREADS_OF_A_ROW, arguments);
    }

    private void launch(String name, long blocks, int threads, @Nullable Object... arguments) {
        if (blocks == 0) {
            return;
        }
        if (blocks > Integer.MAX_VALUE) {
            throw new IllegalArgumentException(name + ": too many rows for one launch");
        }
        try (Scope scope = Scope.open()) {
            PointerPointer<Pointer> values = new PointerPointer<>(arguments.length);
            for (int k = 0; k < arguments.length; k++) {
                values.put(k, value(name, arguments[k]));
            }
            CudaGraph.check(cudart.cuLaunchKernel(
                    function(name),
                    (int) blocks,
                    1,
                    1,
                    threads,
                    1,
                    1,
                    0,
                    torch_cuda.getCurrentCUDAStream((byte) 0).stream(),
                    values,
                    new PointerPointer<>((Pointer) null)));
        }
    }

    /** A place in memory that holds the argument. */
    private static Pointer value(String name, @Nullable Object argument) {
        if (argument == null) {
            return new LongPointer(1).put(0);
        }
        if (argument instanceof Tensor t) {
            if (!t.is_contiguous() || !t.is_cuda()) {
                throw new IllegalArgumentException(name + " needs contiguous tensors on the card");
            }
            return new LongPointer(1).put(t.data_ptr().address());
        }
        if (argument instanceof Long v) {
            return new LongPointer(1).put(v);
        }
        if (argument instanceof Integer v) {
            return new IntPointer(1).put(v);
        }
        if (argument instanceof Float v) {
            return new FloatPointer(1).put(v);
        }
        if (argument instanceof Double v) {
            return new DoublePointer(1).put(v);
        }
        throw new IllegalArgumentException(
                name + " cannot take a " + argument.getClass().getSimpleName());
    }

    private synchronized CUfunc_st function(String name) {
        if (module == null) {
            module = Compiler.load(file, source(CudaCode.class, "common.cu") + source(owner, file));
        }
        CUmod_st loaded = module;
        return functions.computeIfAbsent(name, n -> Compiler.function(loaded, n));
    }

    private static String source(Class<?> owner, String file) {
        try (InputStream in = owner.getResourceAsStream(file)) {
            if (in == null) {
                throw new IllegalStateException("no resource " + file + " beside " + owner.getName());
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
