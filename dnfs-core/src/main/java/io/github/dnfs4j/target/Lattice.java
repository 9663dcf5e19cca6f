package io.github.dnfs4j.target;

/** Sites on a periodic lattice of rows x columns; site i stands in row {@code i / columns}. */
public record Lattice(int rows, int columns) {
    public Lattice {
        if (rows < 1 || columns < 1) {
            throw new IllegalArgumentException(
                    "a lattice needs at least 1 row and 1 column, not " + rows + " x " + columns);
        }
    }

    public int sites() {
        return Math.multiplyExact(rows, columns);
    }
}
