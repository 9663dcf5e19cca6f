package io.github.dnfs4j.torch;

import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.bytedeco.cuda.cudart.CUstream_st;
import org.bytedeco.cuda.cudart.cudaDeviceProp;
import org.bytedeco.cuda.global.cudart;
import org.bytedeco.cuda.global.nccl;
import org.bytedeco.cuda.nccl.ncclComm;
import org.bytedeco.cuda.nccl.ncclUniqueId;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.bytedeco.pytorch.global.torch_cuda;

/**
 * Cards that are connected by NVIDIA's NCCL, by which {@code libtorch_cuda} itself is linked: where there is a card, so is it.
 *
 * <p>These are NCCL's own functions and not c10d's ProcessGroupNCCL, which puts sums on a stream of its own, between
 * events, and has threads that watch over them and end the process. Here a sum is one call on the stream of the caller, and
 * {@link Pulse} is the one that watches.
 */
final class Nccl implements Cards {
    private static final byte CARD = 0;
    private static final int KEY_BYTES = 128;
    private static final int UUID_BYTES = 16;

    private final ncclComm group = new ncclComm();
    private final AtomicBoolean gone = new AtomicBoolean();

    /** How a rank comes to a card that NCCL connects with others. */
    static final Maker MAKER = new Maker() {
        @Override
        public Seat seat(Device device) {
            return device == Device.CUDA && Device.cudaAvailable() ? new Seat(card(), problem()) : Seat.CPU;
        }

        @Override
        public byte[] key() {
            return Nccl.key();
        }

        @Override
        public Cards join(byte[] key, int rank, int size) {
            return new Nccl(key, rank, size);
        }
    };

    /** Waits until all ranks are here. */
    Nccl(byte[] key, int rank, int size) {
        try (Scope scope = Scope.open()) {
            ncclUniqueId id = new ncclUniqueId();
            for (int k = 0; k < KEY_BYTES; k++) {
                id.internal(k, key[k]);
            }
            check(nccl.ncclCommInitRank(group, size, id, rank));
        }
    }

    static byte[] key() {
        try (Scope scope = Scope.open()) {
            ncclUniqueId id = new ncclUniqueId();
            check(nccl.ncclGetUniqueId(id));
            byte[] key = new byte[KEY_BYTES];
            for (int k = 0; k < KEY_BYTES; k++) {
                key[k] = id.internal(k);
            }
            return key;
        }
    }

    /** Why it cannot be used; empty where it can. */
    static String problem() {
        try {
            nccl.ncclGetVersion(new int[1]);
            return "";
        } catch (LinkageError e) {
            return "no NCCL (" + Torch.firstLine(e) + ")";
        }
    }

    /** Its version, such as 2.27.5. */
    static String version() {
        int[] version = new int[1];
        check(nccl.ncclGetVersion(version));
        return version[0] / 10000 + "." + version[0] % 10000 / 100 + "." + version[0] % 100;
    }

    /**
     * The card of this process, by the name that the driver has for it. NCCL tells cards apart by their host, too, and believes
     * NCCL_HOSTID: by two of those, two ranks can share a card, to try it where there is but one.
     */
    private static String card() {
        try (Scope scope = Scope.open()) {
            cudaDeviceProp card = new cudaDeviceProp();
            CudaGraph.check(cudart.cudaGetDeviceProperties(card, CARD));
            byte[] uuid = new byte[UUID_BYTES];
            new BytePointer(card.uuid()).capacity(UUID_BYTES).get(uuid);
            String host = Optional.ofNullable(System.getenv("NCCL_HOSTID"))
                    .map(id -> " of " + id)
                    .orElse("");
            return card.name().getString() + " " + HexFormat.of().formatHex(uuid) + host;
        }
    }

    @Override
    public boolean hold(Tensor tensor) {
        return tensor.is_cuda();
    }

    @Override
    public void sum(Tensor... tensors) {
        try (Scope scope = Scope.open()) {
            Tensor[] dense = new Tensor[tensors.length];
            for (int k = 0; k < tensors.length; k++) {
                dense[k] = tensors[k].contiguous();
                type(dense[k]);
            }
            check(nccl.ncclGroupStart());
            for (Tensor t : dense) {
                add(t, t);
            }
            check(nccl.ncclGroupEnd());
            for (int k = 0; k < tensors.length; k++) {
                back(dense[k], tensors[k]);
            }
        }
    }

    /** Puts the sums of all ranks into another dense tensor. */
    void sum(Tensor from, Tensor to) {
        try (Scope scope = Scope.open()) {
            add(from, to);
        }
    }

    private void add(Tensor from, Tensor to) {
        check(nccl.ncclAllReduce(
                from.data_ptr(), to.data_ptr(), from.numel(), type(from), nccl.ncclSum, group, stream()));
    }

    @Override
    public void share(Tensor tensor) {
        try (Scope scope = Scope.open()) {
            Tensor dense = tensor.contiguous();
            check(nccl.ncclBroadcast(
                    dense.data_ptr(), dense.data_ptr(), dense.numel(), type(dense), 0, group, stream()));
            back(dense, tensor);
        }
    }

    private static void back(Tensor dense, Tensor tensor) {
        if (!tensor.is_contiguous()) {
            tensor.copy_(dense);
        }
    }

    private static CUstream_st stream() {
        return torch_cuda.getCurrentCUDAStream(CARD).stream();
    }

    private static int type(Tensor tensor) {
        return Optional.ofNullable(Types.ALL.get(Tensors.type(tensor)))
                .orElseThrow(() -> new IllegalArgumentException("no sums of " + Tensors.type(tensor)));
    }

    /** Known only where NCCL is loaded. */
    private static final class Types {
        static final Map<ScalarType, Integer> ALL = Map.of(
                ScalarType.Float,
                nccl.ncclFloat32,
                ScalarType.Double,
                nccl.ncclFloat64,
                ScalarType.Long,
                nccl.ncclInt64,
                ScalarType.Byte,
                nccl.ncclUint8);
    }

    private static void check(int error) {
        if (error != 0) {
            throw new IllegalStateException("NCCL: "
                    + nccl.ncclGetErrorString(error).getString() + " ("
                    + nccl.ncclGetLastError(null).getString().replace('\n', ' ').strip()
                    + "); NCCL_DEBUG=INFO says more, and DNFS_COLLECTIVES=gloo does without it");
        }
    }

    @Override
    public void abandon() {
        if (gone.compareAndSet(false, true)) {
            nccl.ncclCommAbort(group);
        }
    }

    /**
     * Frees what it has. Waits for the recorded graphs that use it to be freed, which is why ranks that leave with such graphs
     * leave it to the end of the process.
     */
    void free() {
        if (gone.compareAndSet(false, true)) {
            check(nccl.ncclCommDestroy(group));
        }
    }
}
