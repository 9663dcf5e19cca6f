package io.github.dnfs4j.torch;

import org.bytedeco.cuda.cudart.CUgraphExec_st;
import org.bytedeco.cuda.cudart.CUgraph_st;
import org.bytedeco.cuda.global.cudart;
import org.bytedeco.javacpp.Pointer;
import org.bytedeco.pytorch.cuda.CUDAStream;
import org.bytedeco.pytorch.cuda.DeviceAssertionsDataVectorCUDAKernelLaunchInfoVectorPair;
import org.bytedeco.pytorch.cuda.MemPool;
import org.bytedeco.pytorch.cuda.StreamFilter;
import org.bytedeco.pytorch.global.torch_cuda;
import org.jspecify.annotations.Nullable;

/**
 * Operations recorded on a CUDA stream and replayed by one call.
 *
 * <p>The default stream cannot be recorded, so every thread that replays graphs works on one stream of ours. What the
 * recorded operations allocate comes from a pool that nothing else uses while the graph lives.
 */
final class CudaGraph implements AutoCloseable {
    private static final byte CARD = 0;
    private static final int RELAXED = 2;
    private static final ThreadLocal<Boolean> ON_STREAM = ThreadLocal.withInitial(() -> false);
    private static @Nullable CUDAStream stream;

    private final CUgraph_st graph = new CUgraph_st();
    private final CUgraphExec_st executable = new CUgraphExec_st();
    // The odd type is how the bindings map a pair of numbers, here the name of a pool. It is retained and never closed:
    // freed as what its type says, it would bring the process down.
    private final DeviceAssertionsDataVectorCUDAKernelLaunchInfoVectorPair pool =
            MemPool.graph_pool_handle().retainReference();

    private CudaGraph() {}

    /** Moves the current thread to our stream, for good, once what it started on another one is done. */
    static void useStream() {
        if (!ON_STREAM.get()) {
            check(cudart.cudaDeviceSynchronize());
            torch_cuda.setCurrentCUDAStream(stream());
            ON_STREAM.set(true);
        }
    }

    private static synchronized CUDAStream stream() {
        if (stream == null) {
            stream = torch_cuda.getStreamFromPool(false, CARD).retainReference();
        }
        return stream;
    }

    /** Records what {@code work} starts on the current thread, without doing it. */
    static CudaGraph record(Runnable work) {
        CudaGraph recorded = new CudaGraph();
        try (AllStreams filter = new AllStreams()) {
            torch_cuda.getAllocator().beginAllocateToPool(CARD, recorded.pool, filter);
            try {
                recorded.capture(work);
            } finally {
                torch_cuda.getAllocator().endAllocateToPool(CARD, recorded.pool);
            }
            check(cudart.cudaGraphInstantiate(recorded.executable, recorded.graph, 0));
        }
        return recorded;
    }

    private void capture(Runnable work) {
        check(cudart.cudaStreamBeginCapture(stream().stream(), RELAXED));
        int ended;
        try {
            work.run();
        } finally {
            ended = cudart.cudaStreamEndCapture(stream().stream(), graph);
        }
        check(ended);
    }

    void launch() {
        check(cudart.cudaGraphLaunch(executable, stream().stream()));
    }

    static void check(int error) {
        if (error != 0) {
            throw new IllegalStateException(
                    "CUDA: " + cudart.cudaGetErrorString(error).getString());
        }
    }

    @Override
    public void close() {
        stream().synchronize();
        check(cudart.cudaGraphExecDestroy(executable));
        check(cudart.cudaGraphDestroy(graph));
        torch_cuda.getAllocator().releasePool(CARD, pool);
    }

    /** Sends every allocation of the time of recording to the pool. */
    private static final class AllStreams extends StreamFilter {
        @Override
        public boolean call(Pointer anyStream) {
            return true;
        }
    }
}
