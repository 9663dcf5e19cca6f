package io.github.dnfs4j.experiment.terminal;

import java.util.List;

/** Lines of as many cells as text, in columns as wide as their widest cell. */
public final class Columns {
    private Columns() {}

    /** With so many spaces between two columns. */
    public static String text(List<List<String>> lines, int gap) {
        int[] widths = new int[lines.get(0).size()];
        for (List<String> line : lines) {
            for (int c = 0; c < widths.length; c++) {
                widths[c] = Math.max(widths[c], line.get(c).length());
            }
        }
        StringBuilder text = new StringBuilder();
        for (List<String> line : lines) {
            StringBuilder row = new StringBuilder();
            for (int c = 0; c < widths.length; c++) {
                row.append(line.get(c))
                        .append(" ".repeat(widths[c] - line.get(c).length() + gap));
            }
            text.append(row.toString().stripTrailing()).append('\n');
        }
        return text.toString();
    }
}
