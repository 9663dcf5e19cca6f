package io.github.dnfs4j.report;

import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;

/**
 * A sheet of sample lattices, each site a square of {@code cell} pixels, in rows of {@code across} lattices. What lies between
 * them is transparent, so that the sheet goes with a light page and with a dark one.
 *
 * <p>Without headings nothing is written on it, so that it can be drawn on a machine without fonts.
 */
record Lattices(int count, int rows, int columns, int across, int cell) {
    static final int MOST = 32;
    static final int GAP = 12;
    /** For words above the columns. */
    static final int HEAD = 36;

    private static final int FONT = 22;
    private static final int WIDTH = 900;
    private static final int FINE_WIDTH = 1500;
    private static final int SMALLEST_CELL = 3;
    private static final int LARGEST_CELL = 24;

    /** About twice as wide as high, whatever the shape of one lattice, and about 900 pixels wide. */
    static Lattices of(int count, int rows, int columns) {
        if (count < 1 || rows < 1 || columns < 1) {
            throw new IllegalArgumentException(count + " lattices of " + rows + " x " + columns);
        }
        int across = 1;
        for (int candidate = 2; candidate <= count; candidate++) {
            if (ugliness(candidate, count, rows, columns) < ugliness(across, count, rows, columns)) {
                across = candidate;
            }
        }
        int cell = (WIDTH - GAP * (across + 1)) / (across * columns);
        return new Lattices(count, rows, columns, across, Math.max(SMALLEST_CELL, Math.min(LARGEST_CELL, cell)));
    }

    /** In rows of {@code across}, fine enough for words above them. */
    static Lattices under(int across, int count, int rows, int columns) {
        int cell = (FINE_WIDTH - GAP * (across + 1)) / (across * columns);
        return new Lattices(count, rows, columns, across, Math.max(SMALLEST_CELL, cell));
    }

    int width() {
        return GAP + across * (columns * cell + GAP);
    }

    int height() {
        return GAP + (count + across - 1) / across * (rows * cell + GAP);
    }

    /** The left edge of a lattice. */
    int left(int lattice) {
        return GAP + lattice % across * (columns * cell + GAP);
    }

    /** The upper edge of a lattice. */
    int top(int lattice) {
        return GAP + lattice / across * (rows * cell + GAP);
    }

    BufferedImage draw(byte[][] samples, int states) {
        int[] colours = Palette.states(states);
        BufferedImage image = new BufferedImage(width(), height(), BufferedImage.TYPE_INT_ARGB);
        Graphics2D canvas = image.createGraphics();
        for (int k = 0; k < count; k++) {
            for (int site = 0; site < rows * columns; site++) {
                canvas.setColor(new Color(colours[state(samples[k], site, states)]));
                canvas.fillRect(left(k) + site % columns * cell, top(k) + site / columns * cell, cell, cell);
            }
            // A state may be nearly white; the frame, in the gap, says where the lattice ends.
            canvas.setColor(Palette.GREY);
            canvas.drawRect(left(k) - 1, top(k) - 1, columns * cell + 1, rows * cell + 1);
        }
        canvas.dispose();
        return image;
    }

    /** With a heading above each column. */
    BufferedImage draw(byte[][] samples, int states, String[] headings) {
        BufferedImage image = new BufferedImage(width(), HEAD + height(), BufferedImage.TYPE_INT_ARGB);
        Graphics2D canvas = image.createGraphics();
        canvas.drawImage(draw(samples, states), 0, HEAD, null);
        canvas.setRenderingHint(RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
        canvas.setFont(new Font(Font.SANS_SERIF, Font.PLAIN, FONT));
        canvas.setColor(Palette.SOFT);
        for (int k = 0; k < across; k++) {
            int wide = canvas.getFontMetrics().stringWidth(headings[k]);
            canvas.drawString(headings[k], left(k) + (columns * cell - wide) / 2, HEAD - GAP / 2);
        }
        canvas.dispose();
        return image;
    }

    private static int state(byte[] sample, int site, int states) {
        int state = sample[site] & 0xFF;
        if (state >= states) {
            throw new IllegalArgumentException("state " + state + " of " + states + " at site " + site);
        }
        return state;
    }

    /** How far a sheet is from twice as wide as high, and how much of it stays empty. */
    private static double ugliness(int across, int count, int rows, int columns) {
        int down = (count + across - 1) / across;
        double ratio = across * (columns + 1.0) / (down * (rows + 1.0));
        return Math.abs(Math.log(ratio / 2)) + 2.0 * (across * down - count) / count;
    }
}
