package io.github.dnfs4j.torch;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.LongStream;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;

/**
 * The weights of a network: named slices of one flat tensor, with their gradients as the same slices of a second one.
 * Zeroing, clipping, the optimiser and the moving average are then a handful of operations on flat tensors, whatever
 * the network, and a checkpoint is a few copies.
 *
 * <p>Every slice begins at a multiple of eight numbers, 16 bytes of bf16, with zeros in between that nothing reads: the
 * fastest matrix products take no other.
 */
public final class Parameters implements AutoCloseable {
    private static final int EIGHT = 8;

    private final Map<String, long[]> shapes;
    private final Map<String, Tensor> slices = new LinkedHashMap<>();
    private final Tensor values;
    private final Tensor gradients;
    /** All values as one leaf of the autograd graph, with the same gradients as the slices. */
    private final Tensor whole;

    private Parameters(Map<String, long[]> shapes, Tensor values) {
        this.shapes = shapes;
        this.values = Scope.own(values);
        gradients = Scope.own(torch.zeros_like(values));
        whole = leaf(values, gradients);
        try (Scope scope = Scope.open()) {
            Map<String, Tensor> gradientSlices = slices(gradients);
            slices(values)
                    .forEach((name, view) ->
                            slices.put(name, leaf(view, Objects.requireNonNull(gradientSlices.get(name)))));
        }
    }

    private static Tensor leaf(Tensor values, Tensor gradient) {
        Tensor leaf = Scope.own(values.detach());
        leaf.set_requires_grad(true);
        leaf.mutable_grad().put(gradient);
        return leaf;
    }

    /** Parameters by name, for one pass of a network. */
    public interface ByName {
        Tensor get(String name);
    }

    /**
     * The weights rounded to another type, all in one operation; gradients flow back through it. The result lives as
     * long as the current scope.
     */
    public ByName as(ScalarType type) {
        if (type == Tensors.type(values)) {
            return this::get;
        }
        if (Tape.takes(() -> true, whole)) {
            Map<String, Tensor> leaves = leaves(Ops.withoutGradient(() -> whole.to(type)));
            return name -> Objects.requireNonNull(leaves.get(name), name);
        }
        long[] sizes = shapes.values().stream()
                .flatMapToLong(shape -> LongStream.of(size(shape), gap(shape)))
                .toArray();
        // Its gradient is one concatenation; views taken one by one would each cost an addition of all weights.
        TensorVector parts = whole.to(type).split_with_sizes(sizes);
        Map<String, Tensor> cast = new HashMap<>();
        shapes.forEach(
                (name, shape) -> cast.put(name, parts.get(2L * cast.size()).view(shape)));
        return name -> Objects.requireNonNull(cast.get(name), name);
    }

    /** Slices of rounded values as leaves; the tape goes on from them together, or it would add up all weights for each. */
    private Map<String, Tensor> leaves(Tensor flat) {
        Map<String, Tensor> leaves = new LinkedHashMap<>();
        slices(flat).forEach((name, view) -> leaves.put(name, Tape.fresh(view)));
        Tape.record(() -> {
            List<Tensor> parts = new ArrayList<>();
            Tensor gap = torch.zeros_like(flat.narrow(0, 0, EIGHT));
            leaves.values().forEach(leaf -> {
                parts.add(leaf.grad().defined() ? leaf.grad().reshape(-1) : torch.zeros_like(leaf.view(-1)));
                parts.add(gap.narrow(0, 0, gap(leaf.numel())));
            });
            Tape.give(whole, Ops.cat(0, parts.toArray(Tensor[]::new)));
        });
        return leaves;
    }

    public Set<String> names() {
        return shapes.keySet();
    }

    /** Views of a flat tensor of these parameters' length, by name and in their shapes. */
    public Map<String, Tensor> slices(Tensor flat) {
        Map<String, Tensor> views = new LinkedHashMap<>();
        long from = 0;
        for (Map.Entry<String, long[]> e : shapes.entrySet()) {
            views.put(e.getKey(), flat.narrow(0, from, size(e.getValue())).view(e.getValue()));
            from += size(e.getValue()) + gap(e.getValue());
        }
        return views;
    }

    /** Zeros after a slice. */
    private static long gap(long... shape) {
        return Math.floorMod(-size(shape), EIGHT);
    }

    private static long size(long... shape) {
        long n = 1;
        for (long s : shape) {
            n *= s;
        }
        return n;
    }

    /** These parameters, in the memory they have, with gradients of their own: for a second thread. */
    public Parameters replica() {
        return new Parameters(shapes, values);
    }

    /** The slice of that name, a leaf of the autograd graph. */
    public Tensor get(String name) {
        Tensor t = slices.get(name);
        if (t == null) {
            throw new IllegalArgumentException("no parameter '" + name + "'");
        }
        return t;
    }

    /** All values, and the zeros between them. Writing to it changes the network. */
    public Tensor values() {
        return values;
    }

    /** The gradients of {@link #values}. */
    public Tensor gradients() {
        return gradients;
    }

    /** How many weights there are. */
    public long count() {
        return shapes.values().stream().mapToLong(Parameters::size).sum();
    }

    @Override
    public void close() {
        slices.values().forEach(Tensor::close);
        whole.close();
        gradients.close();
        values.close();
    }

    /** Collects names, shapes and initial values, then lays them out in one tensor. */
    public static final class Builder {
        private final Map<String, long[]> shapes = new LinkedHashMap<>();
        private final Map<String, Double> scales = new LinkedHashMap<>();
        private double size;

        /** A slice of normal values with the given standard deviation (0: zeros). */
        public Builder add(String name, double deviation, long... shape) {
            if (shapes.put(name, shape) != null) {
                throw new IllegalArgumentException("parameter '" + name + "' twice");
            }
            scales.put(name, deviation);
            size += LongStream.of(shape).asDoubleStream().reduce(1, (a, b) -> a * b);
            if (size > Plausible.WEIGHTS) {
                throw new IllegalArgumentException(String.format(
                        Locale.ROOT, "a network of more than %,d weights is not built", Plausible.WEIGHTS));
            }
            return this;
        }

        /** Draws the initial values. Normal values come in fp32 from {@code rng} whatever the type. */
        public Parameters build(Rng rng, ScalarType dtype) {
            try (Scope scope = Scope.open()) {
                Tensor[] parts = shapes.entrySet().stream()
                        .map(e -> {
                            Tensor zeros = Tensors.zeros(ScalarType.Float, rng.device(), gap(e.getValue()));
                            double scale = scales.getOrDefault(e.getKey(), 0.0);
                            return Ops.cat(0, Ops.times(rng.normal(size(e.getValue())), scale), zeros);
                        })
                        .toArray(Tensor[]::new);
                return new Parameters(
                        Collections.unmodifiableMap(shapes), Ops.cat(0, parts).to(dtype));
            }
        }
    }
}
