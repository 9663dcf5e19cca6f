package io.github.dnfs4j.torch;

import org.jspecify.annotations.Nullable;

/**
 * A piece of work that is done many times on the same tensors. On the CPU it simply runs. On CUDA it is recorded once,
 * after a few ordinary runs, and replayed as one graph: hundreds of small kernels then start without the host.
 *
 * <p>For this the body must do the same operations each time. What changes from one run to the next lies in tensors
 * made outside of it: numbers such as times and rates are tensors of no dimension, filled before a run; random numbers
 * are drawn into a tensor before a run; and nothing is read by the host inside.
 */
public final class Replay implements AutoCloseable {
    /** Libraries choose algorithms and constants reach the device in the first runs, which cannot be recorded. */
    private static final int ORDINARY_RUNS = 3;

    /** {@code -Ddnfs.graphs=false} turns recording off, to see whether it makes a difference that it should not. */
    private static final boolean GRAPHS = !"false".equals(System.getProperty("dnfs.graphs"));

    private final Device device;
    private final Runnable body;
    private final boolean records;
    private int runs;
    private @Nullable CudaGraph graph;

    public Replay(Device device, Runnable body) {
        this(device, Ranks.ALONE, body);
    }

    /** Work in which several ranks add up; where that is done by their hosts, it cannot be recorded. */
    public Replay(Device device, Ranks ranks, Runnable body) {
        this.device = device;
        this.body = body;
        records = GRAPHS && device == Device.CUDA && ranks.recordable();
    }

    /** Does the work once. On CUDA it may return before the device has done it. */
    public void run() {
        if (device == Device.CUDA) {
            CudaGraph.useStream();
        }
        if (graph == null && records && runs >= ORDINARY_RUNS) {
            graph = CudaGraph.record(this::once);
        }
        if (graph != null) {
            graph.launch();
        } else {
            runs++;
            once();
        }
    }

    private void once() {
        try (Scope scope = Scope.open()) {
            body.run();
        }
    }

    @Override
    public void close() {
        if (graph != null) {
            graph.close();
            graph = null;
        }
    }
}
