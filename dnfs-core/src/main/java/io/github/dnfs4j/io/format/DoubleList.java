package io.github.dnfs4j.io.format;

import java.util.Arrays;

/** A growing list of doubles. */
public final class DoubleList {
    private double[] values = new double[16];
    private int size;

    public void add(double value) {
        if (size == values.length) {
            values = Arrays.copyOf(values, Math.addExact(size, (size >> 1) + 16));
        }
        values[size++] = value;
    }

    public double get(int k) {
        return values[k];
    }

    public double[] toArray() {
        return Arrays.copyOf(values, size);
    }

    public int size() {
        return size;
    }
}
