package io.github.dnfs4j.report;

import io.github.dnfs4j.io.durable.AtomicFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A web page in one file: images inside, no scripts, nothing fetched. Parts appear in the order in which they are
 * added; all text is escaped.
 *
 * <pre>{@code
 * Page.titled("Ising").section("Results").table("...", header, rows).section("Samples").figure(png, alt, caption)
 *         .write(path);
 * }</pre>
 */
public final class Page {
    /** Pixels beyond which a chart is several side by side. */
    private static final int WIDE = 1600;
    /** Letters beyond which a line of a cell is a sentence, which wants a width on a phone as well. */
    private static final int LONG = 30;
    /** Columns beyond which a table may be as wide as the window. */
    private static final int MANY = 6;

    /** A hyphen at which no line ends. */
    private static final char UNBROKEN = '\u2011';

    private final String title;
    private final StringBuilder body = new StringBuilder();
    private boolean inSection;

    private Page(String title) {
        this.title = title;
    }

    public static Page titled(String title) {
        if (title.isBlank()) {
            throw new IllegalArgumentException("a page needs a title");
        }
        return new Page(title);
    }

    /** Begins a section, which ends where the next one begins. */
    public Page section(String heading) {
        body.append(inSection ? "</section>\n<section>\n" : "<section>\n");
        inSection = true;
        return add(Html.element("h2", Html.text(heading)));
    }

    public Page paragraph(String text) {
        return add(Html.element("p", Html.text(text)));
    }

    /** A table whose first column names the rows. Each row has as many cells as the header. */
    public Page table(String caption, List<String> header, List<List<String>> rows) {
        if (header.isEmpty() || rows.stream().anyMatch(row -> row.size() != header.size())) {
            throw new IllegalArgumentException("each row of \"" + caption + "\" needs " + header.size() + " cells");
        }
        String columns = header.stream()
                .map(cell -> "<th scope=\"col\">" + Html.text(cell.replace('-', UNBROKEN)) + "</th>")
                .collect(Collectors.joining());
        // The box can be scrolled by keyboard only if it can be reached by it.
        add("<div class=\"scroll" + (header.size() > MANY ? " broad" : "")
                + "\" tabindex=\"0\" role=\"region\" aria-label=\"" + Html.text(caption) + "\">");
        add("<table>\n" + Html.element("caption", Html.text(caption)));
        add(Html.element("thead", Html.element("tr", columns)));
        add("<tbody>\n" + rows.stream().map(Page::row).collect(Collectors.joining()) + "</tbody>");
        return add("</table>\n</div>");
    }

    /** A chart in a PNG file, copied into the page. */
    public Page figure(Path png, String alt, String caption) throws IOException {
        return figure(png, alt, caption, true);
    }

    /**
     * A PNG file, copied into the page. The alternative text says what it shows to who cannot see it.
     *
     * @param chart whether it is drawn on white, and dark where the page is
     */
    public Page figure(Path png, String alt, String caption, boolean chart) throws IOException {
        if (alt.isBlank()) {
            throw new IllegalArgumentException("a figure needs an alternative text");
        }
        byte[] bytes = Png.read(png);
        String look = (chart ? "chart" : "picture") + (Png.width(bytes) > WIDE ? " wide" : "");
        String data = Base64.getEncoder().encodeToString(bytes);
        // What is too wide for a phone is scrolled within its box.
        add("<figure>\n<div class=\"" + look + "\" tabindex=\"0\" role=\"region\" aria-label=\"" + Html.text(caption)
                + "\">");
        add("<img alt=\"" + Html.text(alt) + "\" src=\"data:image/png;base64," + data + "\"/></div>");
        return add(Html.element("figcaption", Html.text(caption)) + "\n</figure>");
    }

    /** Names and their values, in the order of the map. */
    public Page facts(Map<String, String> facts) {
        if (facts.isEmpty()) {
            return this;
        }
        add("<dl>");
        facts.forEach((name, value) -> add(Html.element("dt", Html.text(name)) + Html.element("dd", Html.text(value))));
        return add("</dl>");
    }

    /** Text whose spaces and line ends matter: settings, a command. */
    public Page preformatted(String text) {
        return add("<pre tabindex=\"0\"><code>" + Html.text(text.stripTrailing()) + "</code></pre>");
    }

    /** Text as it is, behind a summary and closed until the reader opens it. */
    public Page details(String summary, String text) {
        add("<details>\n" + Html.element("summary", Html.text(summary)));
        preformatted(text);
        return add("</details>");
    }

    /** The page as it stands. */
    public String html() {
        String end = inSection ? "</section>\n" : "";
        return document(title, "<main>\n" + Html.element("h1", Html.text(title)) + "\n" + body + end + "</main>\n");
    }

    /** A whole file around what its body shows. */
    static String document(String title, String body) {
        return """
                <!DOCTYPE html>
                <html lang="en">
                <head>
                <meta charset="utf-8"/>
                <meta name="viewport" content="width=device-width, initial-scale=1"/>
                <meta name="color-scheme" content="light dark"/>
                """
                + Html.element("title", Html.text(title))
                + "\n<style>\n"
                + Stylesheet.CSS
                + "</style>\n</head>\n<body>\n"
                + body
                + "</body>\n</html>\n";
    }

    /** Writes the page in the place of the file, if any. Makes the folder if needed. */
    public void write(Path file) throws IOException {
        Files.createDirectories(file.toAbsolutePath().getParent());
        AtomicFile.write(file, html().getBytes(StandardCharsets.UTF_8));
    }

    private Page add(String html) {
        body.append(html).append('\n');
        return this;
    }

    private static String row(List<String> cells) {
        String name = "<th scope=\"row\">" + Html.text(cells.get(0)) + "</th>";
        String values = cells.stream()
                .skip(1)
                .map(cell -> cell.lines().anyMatch(line -> line.length() > LONG)
                        ? "<td class=\"long\">" + Html.text(cell) + "</td>"
                        : Html.element("td", Html.text(cell)))
                .collect(Collectors.joining());
        return Html.element("tr", name + values) + "\n";
    }
}
