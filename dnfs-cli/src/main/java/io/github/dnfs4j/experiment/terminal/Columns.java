package io.github.dnfs4j.experiment.terminal;

import java.util.List;

/**
 * Lines of as many cells as text, in columns as wide as their widest cell. Where a terminal has no room for all columns, those
 * that are left follow below, behind the first one again.
 */
public final class Columns {
    private Columns() {}

    /** With so many spaces between two columns, for who reads the standard output. */
    public static String text(List<List<String>> lines, int gap) {
        return text(lines, gap, TerminalWidth.ofOutput());
    }

    static String text(List<List<String>> lines, int gap, int room) {
        int[] widths = new int[lines.get(0).size()];
        for (List<String> line : lines) {
            for (int c = 0; c < widths.length; c++) {
                widths[c] = Math.max(widths[c], line.get(c).length());
            }
        }
        StringBuilder text = new StringBuilder();
        int from = 1;
        do {
            int to = from;
            int used = widths[0];
            while (to < widths.length && (to == from || used + gap + widths[to] <= room)) {
                used += gap + widths[to++];
            }
            text.append(text.isEmpty() ? "" : "\n");
            for (List<String> line : lines) {
                StringBuilder row = new StringBuilder(padded(line.get(0), widths[0] + gap));
                for (int c = from; c < to; c++) {
                    row.append(padded(line.get(c), widths[c] + gap));
                }
                text.append(row.toString().stripTrailing()).append('\n');
            }
            from = to;
        } while (from < widths.length);
        return text.toString();
    }

    private static String padded(String cell, int width) {
        return cell + " ".repeat(width - cell.length());
    }
}
