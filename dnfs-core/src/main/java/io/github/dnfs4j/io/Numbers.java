package io.github.dnfs4j.io;

import java.util.Arrays;

/** A growing list of doubles. */
final class Numbers {
    private double[] values = new double[16];
    private int size;

    void add(double value) {
        if (size == values.length) {
            values = Arrays.copyOf(values, Math.addExact(size, (size >> 1) + 16));
        }
        values[size++] = value;
    }

    double get(int k) {
        return values[k];
    }

    int size() {
        return size;
    }
}
