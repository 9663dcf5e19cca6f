package io.github.dnfs4j.torch;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.bytedeco.pytorch.BoolOptional;
import org.bytedeco.pytorch.GradMode;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;
import org.jspecify.annotations.Nullable;

/**
 * Operations whose gradients are written out by hand, among those that libtorch's autograd knows.
 *
 * <p>An operation {@code y = f(x)} of ours computes y without autograd and hands it out as a fresh leaf. That cuts the
 * graph in two; the tape remembers the rule that makes dL/dx of dL/dy. Once libtorch has gone back from the loss, the
 * gradient of the last leaf is complete, since whatever used it came after it. Its rule gives x a gradient, from where
 * libtorch goes on to the leaves before, and so on to the first:
 *
 * <pre>{@code
 * weights --libtorch--> x | f | y --libtorch--> x' | f' | y' --libtorch--> loss
 * }</pre>
 *
 * <p>libtorch goes back through a tensor that is no leaf once: it enters one operation of ours and nothing else, or
 * becomes a leaf by {@link #leaf} first. Where it would be gone through twice, libtorch throws. Operations and rules must
 * do the same each time, to be recorded in a graph, and belong to the thread that opened the tape and to the scope in
 * which {@link #backward} is called.
 */
public final class Tape implements AutoCloseable {
    private static final boolean ALLOWED = !"false".equals(System.getProperty("dnfs.tape"));
    private static final ThreadLocal<@Nullable Tape> OPEN = new ThreadLocal<>();

    private enum Takes {
        NOTHING,
        KERNELS,
        ALL
    }

    private final Takes takes;
    private final @Nullable Tape before = OPEN.get();
    private final Deque<Runnable> rules = new ArrayDeque<>();
    /** Of this tape; all others, as those of weights, keep their gradients in memory that was laid out before. */
    private final Set<Long> leaves = new HashSet<>();

    /** Where libtorch goes on from after the present rule, and with what gradients. */
    private final List<Tensor> ends = new ArrayList<>();

    private final List<Tensor> gradients = new ArrayList<>();

    private Tape(Takes takes) {
        this.takes = takes;
        OPEN.set(this);
    }

    /** For work on a device: takes the operations for which there are kernels there, which is none on the CPU. */
    public static Tape open(Device device) {
        return new Tape(ALLOWED && device == Device.CUDA && CudaCode.work() ? Takes.KERNELS : Takes.NOTHING);
    }

    /** Takes all operations that it can, by operations of libtorch where there is no kernel: to test the rules. */
    public static Tape ofAll() {
        return new Tape(Takes.ALL);
    }

    /** Puts the gradients of a loss into all leaves that it came from. */
    public void backward(Tensor loss) {
        loss.backward();
        try (NoGradGuard guard = new NoGradGuard()) {
            while (!rules.isEmpty()) {
                try (Scope scope = Scope.open()) {
                    rules.removeLast().run();
                    goOn();
                }
            }
        }
    }

    private void goOn() {
        if (ends.isEmpty()) {
            return;
        }
        TensorVector from = new TensorVector(ends.toArray(Tensor[]::new));
        TensorVector with = new TensorVector(gradients.toArray(Tensor[]::new));
        ends.clear();
        gradients.clear();
        torch.backward(from, with, new BoolOptional(), false, new TensorVector());
    }

    /** Whether an operation on these inputs is for the tape of this thread: somebody asks for its gradient. */
    public static boolean takes(BooleanSupplier kernelServes, Tensor... inputs) {
        Tape tape = OPEN.get();
        if (tape == null || tape.takes == Takes.NOTHING || !GradMode.is_enabled()) {
            return false;
        }
        for (Tensor t : inputs) {
            if (t.requires_grad()) {
                return tape.takes == Takes.ALL || Ops.withoutGradient(kernelServes::getAsBoolean);
            }
        }
        return false;
    }

    /** A tensor that several operations may use, on a tape or off. */
    public static Tensor leaf(Tensor x) {
        return takes(() -> true, x) && !x.is_leaf() ? cut(x, g -> give(x, g)) : x;
    }

    /** Hands out the value of an operation; the rule makes gradients of its inputs from its own and gives them. */
    public static Tensor cut(Tensor value, Consumer<Tensor> rule) {
        Tensor leaf = fresh(value);
        record(() -> {
            if (leaf.grad().defined()) {
                rule.accept(own(leaf.grad()));
                leaf.mutable_grad().put(new Tensor());
            }
        });
        return leaf;
    }

    /** A leaf with these values, for a rule that is recorded by itself. */
    static Tensor fresh(Tensor value) {
        Tensor leaf = value.detach();
        leaf.set_requires_grad(true);
        present().leaves.add(identity(leaf));
        return leaf;
    }

    /** What is to be done when the gradients of all that comes after are complete. */
    static void record(Runnable rule) {
        present().rules.addLast(rule);
    }

    /** Gives a gradient to an input, of its shape; nobody else may read it afterwards. For rules. */
    public static void give(Tensor input, Tensor gradient) {
        if (!input.requires_grad()) {
            return;
        }
        if (input.is_leaf()) {
            Tensor sum = soFar(input);
            input.mutable_grad().put(sum == null ? gradient : sum.add_(gradient));
        } else {
            present().ends.add(input);
            present().gradients.add(gradient);
        }
    }

    /** The gradient that a leaf was given by now, to which a rule may add in place. */
    static @Nullable Tensor soFar(Tensor input) {
        if (!input.is_leaf() || !input.requires_grad() || !input.grad().defined()) {
            return null;
        }
        if (present().leaves.contains(identity(input))) {
            input.mutable_grad().put(own(input.grad()));
        }
        return input.grad();
    }

    /** A gradient that nobody else has: libtorch may have made those of several leaves as views of one. */
    private static Tensor own(Tensor gradient) {
        return gradient.storage().use_count() > 1 ? gradient.clone() : new Tensor(gradient);
    }

    private static long identity(Tensor t) {
        return t.unsafeGetTensorImpl().address();
    }

    private static Tape present() {
        Tape tape = OPEN.get();
        if (tape == null) {
            throw new IllegalStateException("no tape is open on this thread");
        }
        return tape;
    }

    @Override
    public void close() {
        if (before == null) {
            OPEN.remove();
        } else {
            OPEN.set(before);
        }
    }
}
