package io.github.dnfs4j.report;

import io.github.dnfs4j.io.durable.AtomicFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One page of many: {@code index.html}, which shows what the pages of several folders show, each as a chapter. Their
 * pictures become files in {@code pictures/}, so that a reader's device loads those that are looked at. Any page that
 * {@link Page} has written can be a chapter.
 */
public final class Booklet {
    private static final Pattern MAIN = Pattern.compile("<main[^>]*>(.*)</main>", Pattern.DOTALL);
    private static final Pattern PICTURE = Pattern.compile("src=\"data:image/png;base64,([A-Za-z0-9+/=]+)\"");
    /** Where a PNG file says its width and height. */
    private static final int SIZE_AT = 16;

    private final Path folder;

    private Booklet(Path folder) {
        this.folder = folder;
    }

    /**
     * A chapter.
     *
     * @param name of its folder, and of its place on the page
     * @param title its heading
     * @param state how it ended, in a few words
     * @param seconds how long it took
     * @param page where it is told in full; it may be missing
     * @param source the experiment as data, with all that decides it
     */
    public record Chapter(String name, String title, String state, String seconds, Path page, String source) {}

    /** Writes {@code index.html} into the folder that holds the folders of the chapters. */
    public static Path write(Path folder, String title, String introduction, List<Chapter> chapters)
            throws IOException {
        Booklet booklet = new Booklet(folder);
        StringBuilder body = new StringBuilder();
        body.append("<a class=\"skip\" href=\"#chapters\">Skip the list of contents</a>\n<header>\n");
        body.append(Html.element("h1", Html.text(title)));
        body.append(Html.element("p", Html.text(introduction))).append("\n</header>\n");
        body.append(booklet.contents(chapters));
        body.append("<main id=\"chapters\">\n");
        for (Chapter chapter : chapters) {
            body.append(booklet.chapter(chapter));
        }
        body.append("</main>\n");
        Path file = folder.resolve("index.html");
        AtomicFile.write(file, Page.document(title, body.toString()).getBytes(StandardCharsets.UTF_8));
        return file;
    }

    private String contents(List<Chapter> chapters) {
        StringBuilder rows = new StringBuilder();
        for (Chapter c : chapters) {
            String link = "<a href=\"#" + Html.text(c.name()) + "\">" + Html.text(c.title()) + "</a>";
            rows.append("<tr><th scope=\"row\">" + link + "</th>" + Html.element("td", Html.text(c.state()))
                    + Html.element("td", Html.text(c.seconds())) + "</tr>\n");
        }
        return "<nav aria-label=\"Contents\">\n<div class=\"scroll\" tabindex=\"0\" role=\"region\""
                + " aria-label=\"Contents\">\n<table>\n<caption>Experiments</caption>\n<thead><tr>"
                + "<th scope=\"col\">Experiment</th><th scope=\"col\">State</th><th scope=\"col\">Time</th></tr></thead>\n"
                + "<tbody>\n" + rows + "</tbody>\n</table>\n</div>\n</nav>\n";
    }

    private String chapter(Chapter c) throws IOException {
        String name = Html.text(c.name());
        StringBuilder html = new StringBuilder();
        html.append("<article aria-labelledby=\"" + name + "\">\n");
        html.append("<h2 id=\"" + name + "\">" + Html.text(c.title()) + "</h2>\n");
        if (Files.isRegularFile(c.page())) {
            html.append(main(c));
            String link = folder.relativize(c.page()).toString().replace('\\', '/');
            html.append("<p><a href=\"" + Html.text(link) + "\">This experiment on a page of its own</a></p>\n");
        } else {
            html.append(Html.element("p", Html.text("There is no report: " + c.state())))
                    .append('\n');
        }
        html.append(
                "<details>\n<summary>" + name + ".yaml, the experiment as data</summary>\n<pre tabindex=\"0\"><code>"
                        + Html.text(c.source().stripTrailing()) + "</code></pre>\n</details>\n");
        return html.append("</article>\n").toString();
    }

    /** What the page of a chapter shows, without its title and one level lower. */
    private String main(Chapter c) throws IOException {
        Matcher main = MAIN.matcher(Files.readString(c.page()));
        if (!main.find()) {
            return "";
        }
        String body = main.group(1).replaceFirst("(?s)<h1>.*?</h1>\n?", "").replaceAll("(</?)h2>", "$1h3>");
        Matcher pictures = PICTURE.matcher(body);
        StringBuilder html = new StringBuilder();
        for (int k = 1; pictures.find(); k++) {
            byte[] png = Base64.getDecoder().decode(pictures.group(1));
            String file = String.format(Locale.ROOT, "pictures/%s-%d.png", c.name(), k);
            Files.createDirectories(folder.resolve("pictures"));
            AtomicFile.write(folder.resolve(file), png);
            ByteBuffer size = ByteBuffer.wrap(png).position(SIZE_AT);
            pictures.appendReplacement(
                    html,
                    Matcher.quoteReplacement(String.format(
                            Locale.ROOT,
                            "src=\"%s\" width=\"%d\" height=\"%d\" loading=\"lazy\"",
                            Html.text(file),
                            size.getInt(),
                            size.getInt())));
        }
        return pictures.appendTail(html).toString();
    }
}
