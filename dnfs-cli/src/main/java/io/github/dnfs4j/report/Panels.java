package io.github.dnfs4j.report;

import io.github.dnfs4j.io.durable.AtomicFile;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Line2D;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.DoubleStream;

/**
 * Several quantities over one axis, a panel each, three in a row: points with error bars, and a line where the exact
 * values are known. As SVG, which needs no fonts here, or as PNG.
 */
public final class Panels {
    private static final int WIDTH = 380;
    private static final int HEIGHT = 270;
    private static final int LEFT = 62;
    private static final int RIGHT = 14;
    private static final int TOP = 34;
    private static final int BOTTOM = 42;
    private static final int COLUMNS = 3;
    private static final int FONT = 12;

    private Panels() {}

    /**
     * One panel.
     *
     * @param values of the points; NaN where there is none
     * @param errors of the values
     * @param exact values that are known; NaN where they are not
     */
    public record Panel(String title, double[] values, double[] errors, double[] exact) {}

    /** Where lines, dots and words go; each file format has its own. */
    private interface Pen {
        void line(double x1, double y1, double x2, double y2, Color colour, double width);

        void dot(double x, double y, double radius, Color colour);

        /** Words that begin (0), stand in the middle of (0.5) or end (1) at x. */
        void words(String text, double x, double y, double anchor, Color colour);
    }

    public static Path svg(Path file, String axis, double[] x, List<Panel> panels) throws IOException {
        Svg svg = new Svg();
        draw(svg, axis, x, panels);
        AtomicFile.write(file, svg.text(columns(panels) * WIDTH, rows(panels) * HEIGHT));
        return file;
    }

    public static Path png(Path file, String axis, double[] x, List<Panel> panels) throws IOException {
        return Png.write(file, () -> {
            int scale = 2;
            BufferedImage image = new BufferedImage(
                    scale * columns(panels) * WIDTH, scale * rows(panels) * HEIGHT, BufferedImage.TYPE_INT_RGB);
            Graphics2D g = image.createGraphics();
            g.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
            g.setRenderingHint(RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
            g.setColor(Color.WHITE);
            g.fillRect(0, 0, image.getWidth(), image.getHeight());
            g.scale(scale, scale);
            g.setFont(new Font(Font.SANS_SERIF, Font.PLAIN, FONT));
            draw(new Brush(g), axis, x, panels);
            g.dispose();
            return image;
        });
    }

    private static int columns(List<Panel> panels) {
        return Math.min(COLUMNS, panels.size());
    }

    private static int rows(List<Panel> panels) {
        return (panels.size() + COLUMNS - 1) / COLUMNS;
    }

    private static void draw(Pen pen, String axis, double[] x, List<Panel> panels) {
        for (int k = 0; k < panels.size(); k++) {
            draw(pen, k % COLUMNS * WIDTH, k / COLUMNS * HEIGHT, axis, x, panels.get(k));
        }
    }

    private static void draw(Pen pen, int left, int top, String axis, double[] x, Panel panel) {
        double[] xs = Ticks.around(Arrays.stream(x));
        double[] ys = Ticks.around(
                DoubleStream.concat(Arrays.stream(panel.exact), DoubleStream.concat(ends(panel, -1), ends(panel, 1))));
        double x0 = left + LEFT;
        double x1 = left + WIDTH - RIGHT;
        double y0 = top + HEIGHT - BOTTOM;
        double y1 = top + TOP;
        pen.words(panel.title, (x0 + x1) / 2, top + 20.0, 0.5, Palette.INK);
        pen.words(axis, (x0 + x1) / 2, top + HEIGHT - 6.0, 0.5, Palette.INK);
        for (double v : ys) {
            double y = place(v, ys, y0, y1);
            pen.line(x0, y, x1, y, Palette.FAINT, 1);
            pen.words(Ticks.text(v, ys), x0 - 6, y + 4, 1, Palette.INK);
        }
        for (double v : xs) {
            double at = place(v, xs, x0, x1);
            pen.line(at, y0, at, y0 + 4, Palette.GREY, 1);
            pen.words(Ticks.text(v, xs), at, y0 + 18, 0.5, Palette.INK);
        }
        pen.line(x0, y0, x1, y0, Palette.GREY, 1);
        for (int k = 1; k < x.length; k++) {
            if (Double.isFinite(panel.exact[k - 1] + panel.exact[k])) {
                pen.line(
                        place(x[k - 1], xs, x0, x1),
                        place(panel.exact[k - 1], ys, y0, y1),
                        place(x[k], xs, x0, x1),
                        place(panel.exact[k], ys, y0, y1),
                        Palette.GREY,
                        1.8);
            }
        }
        for (int k = 0; k < x.length; k++) {
            double value = panel.values[k];
            if (Double.isFinite(value)) {
                double at = place(x[k], xs, x0, x1);
                double error = Double.isFinite(panel.errors[k]) ? panel.errors[k] : 0;
                pen.line(at, place(value - error, ys, y0, y1), at, place(value + error, ys, y0, y1), Palette.BLUE, 1);
                pen.dot(at, place(value, ys, y0, y1), 2, Palette.BLUE);
            }
        }
    }

    private static DoubleStream ends(Panel panel, int sign) {
        double[] ends = new double[panel.values.length];
        Arrays.setAll(ends, k -> panel.values[k] + sign * (Double.isFinite(panel.errors[k]) ? panel.errors[k] : 0));
        return Arrays.stream(ends);
    }

    private static double place(double v, double[] ticks, double from, double to) {
        double low = ticks[0];
        double high = ticks[ticks.length - 1];
        return from + (to - from) * (v - low) / (high - low);
    }

    /** Round numbers around values. */
    private static final class Ticks {
        private static final int WANTED = 5;

        static double[] around(DoubleStream values) {
            double[] finite = values.filter(Double::isFinite).toArray();
            double low = Arrays.stream(finite).min().orElse(0);
            double high = Arrays.stream(finite).max().orElse(1);
            if (high - low < 1e-9 * Math.max(1, Math.abs(high))) {
                low -= 0.5;
                high += 0.5;
            }
            double rough = (high - low) / WANTED;
            double power = Math.pow(10, Math.floor(Math.log10(rough)));
            double step = rough / power < 1.5
                    ? power
                    : rough / power < 3.5 ? 2 * power : rough / power < 7.5 ? 5 * power : 10 * power;
            List<Double> ticks = new ArrayList<>();
            for (double k = Math.floor(low / step + 1e-9); (k - 1) * step < high - 1e-9 * step; k++) {
                ticks.add(k * step);
            }
            return ticks.stream().mapToDouble(v -> v).toArray();
        }

        static String text(double v, double[] ticks) {
            double step = ticks[1] - ticks[0];
            int decimals = (int) Math.max(0, Math.min(9, Math.ceil(-Math.log10(step) - 1e-9)));
            return String.format(Locale.ROOT, "%." + decimals + "f", v == 0 ? 0.0 : v);
        }
    }

    private record Brush(Graphics2D g) implements Pen {
        @Override
        public void line(double x1, double y1, double x2, double y2, Color colour, double width) {
            g.setColor(colour);
            g.setStroke(new BasicStroke((float) width));
            g.draw(new Line2D.Double(x1, y1, x2, y2));
        }

        @Override
        public void dot(double x, double y, double radius, Color colour) {
            g.setColor(colour);
            g.fill(new Ellipse2D.Double(x - radius, y - radius, 2 * radius, 2 * radius));
        }

        @Override
        public void words(String text, double x, double y, double anchor, Color colour) {
            g.setColor(colour);
            g.drawString(text, (float) (x - anchor * g.getFontMetrics().stringWidth(text)), (float) y);
        }
    }

    private static final class Svg implements Pen {
        private final StringBuilder out = new StringBuilder();

        private static String hex(Color c) {
            return String.format(Locale.ROOT, "#%06x", c.getRGB() & 0xFFFFFF);
        }

        private void add(String format, Object... values) {
            out.append(String.format(Locale.ROOT, format, values)).append('\n');
        }

        @Override
        public void line(double x1, double y1, double x2, double y2, Color colour, double width) {
            add(
                    "<line x1=\"%.2f\" y1=\"%.2f\" x2=\"%.2f\" y2=\"%.2f\" stroke=\"%s\" stroke-width=\"%.1f\"/>",
                    x1, y1, x2, y2, hex(colour), width);
        }

        @Override
        public void dot(double x, double y, double radius, Color colour) {
            add("<circle cx=\"%.2f\" cy=\"%.2f\" r=\"%.1f\" fill=\"%s\"/>", x, y, radius, hex(colour));
        }

        @Override
        public void words(String text, double x, double y, double anchor, Color colour) {
            String side = anchor == 0 ? "start" : anchor == 1 ? "end" : "middle";
            String safe = text.replace("&", "&amp;").replace("<", "&lt;");
            add("<text x=\"%.2f\" y=\"%.2f\" text-anchor=\"%s\" fill=\"%s\">%s</text>", x, y, side, hex(colour), safe);
        }

        byte[] text(int width, int height) {
            return String.format(
                            Locale.ROOT,
                            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\""
                                    + " font-family=\"sans-serif\" font-size=\"%d\">%n"
                                    + "<rect width=\"100%%\" height=\"100%%\" fill=\"#ffffff\"/>%n%s</svg>%n",
                            width,
                            height,
                            width,
                            height,
                            FONT,
                            out)
                    .getBytes(StandardCharsets.UTF_8);
        }
    }
}
