package io.github.dnfs4j.torch;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;

/**
 * The weights of a network: named slices of one flat tensor, with their gradients as the same slices of a second one.
 * Zeroing, clipping, the optimiser and the moving average are then a handful of operations on flat tensors, whatever
 * the network, and a checkpoint is a few copies.
 */
public final class Parameters implements AutoCloseable {
    private final Map<String, long[]> shapes;
    private final Map<String, Tensor> slices = new LinkedHashMap<>();
    private final Tensor values;
    private final Tensor gradients;

    private Parameters(Map<String, long[]> shapes, Tensor values) {
        this.shapes = shapes;
        this.values = Scope.own(values);
        gradients = Scope.own(torch.zeros_like(values));
        try (Scope scope = Scope.open()) {
            Map<String, Tensor> gradientSlices = slices(gradients);
            slices(values).forEach((name, view) -> {
                Tensor slice = Scope.own(view.detach());
                slice.set_requires_grad(true);
                slice.mutable_grad().put(gradientSlices.get(name));
                slices.put(name, slice);
            });
        }
    }

    /** Views of a flat tensor of these parameters' length, by name and in their shapes. */
    public Map<String, Tensor> slices(Tensor flat) {
        Map<String, Tensor> views = new LinkedHashMap<>();
        long from = 0;
        for (Map.Entry<String, long[]> e : shapes.entrySet()) {
            views.put(e.getKey(), flat.narrow(0, from, size(e.getValue())).view(e.getValue()));
            from += size(e.getValue());
        }
        return views;
    }

    private static long size(long... shape) {
        long n = 1;
        for (long s : shape) {
            n *= s;
        }
        return n;
    }

    /** The same weights, in the same memory, with gradients of their own: for a second thread. */
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

    /** All values, [count]. Writing to it changes the network. */
    public Tensor values() {
        return values;
    }

    /** All gradients, [count]. */
    public Tensor gradients() {
        return gradients;
    }

    public long count() {
        return values.numel();
    }

    @Override
    public void close() {
        slices.values().forEach(Tensor::close);
        gradients.close();
        values.close();
    }

    /** Collects names, shapes and initial values, then lays them out in one tensor. */
    public static final class Builder {
        private final Map<String, long[]> shapes = new LinkedHashMap<>();
        private final Map<String, Double> scales = new LinkedHashMap<>();

        /** A slice of normal values with the given standard deviation (0: zeros). */
        public Builder add(String name, double deviation, long... shape) {
            if (shapes.put(name, shape) != null) {
                throw new IllegalArgumentException("parameter '" + name + "' twice");
            }
            scales.put(name, deviation);
            return this;
        }

        /** Draws the initial values. Normal values come in fp32 from {@code rng} whatever the type. */
        public Parameters build(Rng rng, ScalarType dtype) {
            try (Scope scope = Scope.open()) {
                Tensor[] parts = shapes.entrySet().stream()
                        .map(e -> Ops.times(rng.normal(size(e.getValue())), scales.getOrDefault(e.getKey(), 0.0)))
                        .toArray(Tensor[]::new);
                return new Parameters(
                        Collections.unmodifiableMap(shapes), Ops.cat(0, parts).to(dtype));
            }
        }
    }
}
