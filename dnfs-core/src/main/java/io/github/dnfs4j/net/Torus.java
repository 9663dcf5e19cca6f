package io.github.dnfs4j.net;

import java.util.ArrayList;
import java.util.List;

/**
 * A periodic lattice of rows x columns; site i stands in row {@code i / columns}. An offset is the difference of two
 * sites modulo the lattice and is written as a site: 0 is no offset at all, and there are d of them.
 */
public record Torus(int rows, int columns) {
    public Torus {
        if (rows < 1 || columns < 1) {
            throw new IllegalArgumentException("a lattice needs at least 1 row and 1 column");
        }
    }

    /** The smallest square lattice that holds so many sites. */
    public static Torus around(int sites) {
        int side = (int) Math.ceil(Math.sqrt(sites));
        return new Torus(side, side);
    }

    public int sites() {
        return rows * columns;
    }

    /** The site at an offset from another. */
    int add(int site, int offset) {
        return at(site / columns + offset / columns, site % columns + offset % columns);
    }

    /** The offset from one site to another. */
    int subtract(int to, int from) {
        return at(to / columns - from / columns + rows, to % columns - from % columns + columns);
    }

    /** How many ways there are to put the lattice on itself with one site at rest. */
    int symmetries() {
        return rows == columns ? 8 : 4;
    }

    /** An offset after one of them: its row or column reflected and, on a square, both exchanged. */
    int image(int symmetry, int offset) {
        int row = offset / columns;
        int column = offset % columns;
        int r = (symmetry & 1) == 0 ? row : (rows - row) % rows;
        int c = (symmetry & 2) == 0 ? column : (columns - column) % columns;
        return (symmetry & 4) == 0 ? at(r, c) : at(c, r);
    }

    private int at(int row, int column) {
        return row % rows * columns + column % columns;
    }

    /** The offsets of a centred square of {@code 2 radius + 1} along each side, each once where it wraps around. */
    List<Integer> square(int radius) {
        List<Integer> offsets = new ArrayList<>();
        for (int offset = 0; offset < sites(); offset++) {
            int row = offset / columns;
            int column = offset % columns;
            if (Math.min(row, rows - row) <= radius && Math.min(column, columns - column) <= radius) {
                offsets.add(offset);
            }
        }
        return offsets;
    }

    /** The offsets of a centred square, without the centre. */
    List<Integer> ring(int radius) {
        List<Integer> offsets = square(radius);
        offsets.remove(Integer.valueOf(0));
        return offsets;
    }
}
