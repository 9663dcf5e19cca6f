package io.github.dnfs4j.torch;

import java.io.IOException;
import java.util.Arrays;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;

/**
 * The processes that train one network together, of which this is one: rank 0 to size - 1. All of them call the same
 * methods in the same order, wait for each other in every one, and find the same bits in what is common to all.
 */
public interface Ranks extends AutoCloseable {
    /** One process alone, which waits for nobody and copies nothing. */
    Ranks ALONE = new Ranks() {
        @Override
        public int rank() {
            return 0;
        }

        @Override
        public int size() {
            return 1;
        }

        @Override
        public void settle(Device device) {}

        @Override
        public boolean recordable() {
            return true;
        }

        @Override
        public void sum(Tensor... tensors) {}

        @Override
        public void share(Tensor tensor) {}

        @Override
        public void move(Tensor tensor, int from, int to) {}

        @Override
        public void check() {}

        @Override
        public void fail(String reason) {}

        @Override
        public void close() {}
    };

    int rank();

    int size();

    /**
     * Tells the others, before the first tensor on a card, where this process computes. From then on sums of such tensors
     * go from card to card where that can be.
     *
     * @throws IOException where two ranks have the same card, or only some have one
     */
    void settle(Device device) throws IOException;

    /** Whether work on a card that adds up can be recorded: the hosts do not meet in the midst of it. */
    boolean recordable();

    /** Adds up the tensors of all ranks, each in place. */
    void sum(Tensor... tensors);

    /** Gives the tensor of rank 0 to all, in place. */
    void share(Tensor tensor);

    /** Moves the tensor of one rank into that of another, which has the same shape; the rest have nothing to do. */
    void move(Tensor tensor, int from, int to);

    /** Throws where a rank is lost: what was read from a card may be no sum then. */
    void check();

    /** Tells the others, before this process ends, why it does not go on. */
    void fail(String reason);

    /** Leaves, when there is nothing left to do together; does nothing a second time. */
    @Override
    void close();

    /** Whether this is the one that writes and speaks for all. */
    default boolean first() {
        return rank() == 0;
    }

    /** Whether there is nothing to agree on; not even of the only rank of a group, which takes the way of several. */
    default boolean alone() {
        return this == ALONE;
    }

    /** Where single numbers are added up. */
    default Device home() {
        return Device.CPU;
    }

    /** Averages the tensors of all ranks, each in place. */
    default void mean(Tensor... tensors) {
        if (!alone()) {
            sum(tensors);
            for (Tensor tensor : tensors) {
                tensor.mul_(Ops.scalar(1.0 / size()));
            }
        }
    }

    /** The tensors of all ranks, one after the other: [..] gives [size, ..]. */
    default Tensor all(Tensor tensor) {
        if (alone()) {
            return tensor.unsqueeze(0);
        }
        long[] shape = Tensors.shape(tensor);
        long[] more = new long[shape.length + 1];
        more[0] = size();
        System.arraycopy(shape, 0, more, 1, shape.length);
        Device where = Tensors.device(tensor) == home() ? home() : Device.CPU;
        Tensor all = Tensors.zeros(Tensors.type(tensor), where, more);
        all.select(0, rank()).copy_(tensor);
        sum(all);
        return all.to(tensor.device(), Tensors.type(tensor));
    }

    /** The sums of some numbers over all ranks. */
    default double[] sum(double... numbers) {
        if (alone()) {
            return numbers;
        }
        try (Scope scope = Scope.open()) {
            Tensor t = Tensors.of(numbers, home(), numbers.length);
            sum(t);
            double[] sums = Tensors.doubles(t);
            check();
            return sums;
        }
    }

    /** The largest of the numbers that the ranks have, none below 0. */
    default int largest(int number) {
        if (alone()) {
            return number;
        }
        try (Scope scope = Scope.open()) {
            return Arrays.stream(Tensors.longs(all(Tensors.of(new long[] {number}, Device.CPU, 1))))
                    .mapToInt(Math::toIntExact)
                    .max()
                    .orElseThrow();
        }
    }

    /** What another gets of the bytes of one rank; all the rest keep theirs. */
    default byte[] move(byte[] bytes, int from, int to) {
        if (rank() != from && rank() != to) {
            return bytes;
        }
        try (Scope scope = Scope.open()) {
            Tensor length = Tensors.of(new long[] {bytes.length}, Device.CPU, 1);
            move(length, from, to);
            Tensor all = rank() == from
                    ? Tensors.of(bytes, Device.CPU, bytes.length)
                    : torch.zeros(new long[] {length.item_long()}, Device.CPU.options(ScalarType.Byte));
            if (all.numel() > 0) {
                move(all, from, to);
            }
            return Tensors.bytes(all);
        }
    }

    /** The bytes of rank 0. */
    default byte[] share(byte[] bytes) {
        byte[] shared = bytes;
        for (int to = 1; to < size(); to++) {
            shared = move(shared, 0, to);
        }
        return shared;
    }

    /** A stream for this rank of a stream that all have: none of two ranks draws what another does. */
    default Rng own(Rng common) {
        Rng own = common;
        for (int k = 0; k < rank(); k++) {
            Rng next = own.split();
            own.close();
            own = next;
        }
        return own;
    }
}
