package io.github.dnfs4j.report;

import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Rows of square maps, each a grid of numbers in the colours of a ramp, with a title above it. */
public final class HeatMaps {
    private static final int SIZE = 220;
    private static final int GAP = 14;
    private static final int OPAQUE = 0xFF000000;
    private static final int TITLE = 30;

    private HeatMaps() {}

    /**
     * A grid of numbers, the first row at the top.
     *
     * @param title above it; may be blank
     * @param values rows of equal length
     * @param low what gets the lowest colour
     * @param high what gets the highest
     */
    public record Map(String title, double[][] values, double low, double high) {
        public Map {
            if (values.length == 0 || values[0].length == 0) {
                throw new IllegalArgumentException("a map needs numbers");
            }
        }

        private int colour(int row, int column) {
            double range = high - low;
            double v = range > 0 ? (values[row][column] - low) / range : 0;
            return Palette.ramp(Double.isNaN(v) ? 0 : Math.max(0, Math.min(1, v)));
        }
    }

    /** Draws rows of maps. */
    public static Path draw(Path png, List<List<Map>> rows) throws IOException {
        if (rows.isEmpty() || rows.stream().anyMatch(List::isEmpty)) {
            throw new IllegalArgumentException("a figure needs maps");
        }
        return Png.write(png, () -> image(rows));
    }

    private static BufferedImage image(List<List<Map>> rows) {
        int columns = rows.stream().mapToInt(List::size).max().orElse(1);
        int width = GAP + columns * (SIZE + GAP);
        int height = GAP + rows.size() * (TITLE + SIZE + GAP);
        BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_INT_ARGB);
        Graphics2D canvas = image.createGraphics();
        canvas.setRenderingHint(RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
        canvas.setFont(new Font(Font.SANS_SERIF, Font.PLAIN, 20));
        for (int r = 0; r < rows.size(); r++) {
            for (int c = 0; c < rows.get(r).size(); c++) {
                paint(image, canvas, rows.get(r).get(c), GAP + c * (SIZE + GAP), GAP + r * (TITLE + SIZE + GAP));
            }
        }
        canvas.dispose();
        return image;
    }

    private static void paint(BufferedImage image, Graphics2D canvas, Map map, int left, int top) {
        canvas.setColor(Palette.SOFT);
        canvas.drawString(map.title(), left, top + 20);
        for (int y = 0; y < SIZE; y++) {
            for (int x = 0; x < SIZE; x++) {
                int row = y * map.values().length / SIZE;
                int column = x * map.values()[0].length / SIZE;
                image.setRGB(left + x, top + TITLE + y, OPAQUE | map.colour(row, column));
            }
        }
    }
}
