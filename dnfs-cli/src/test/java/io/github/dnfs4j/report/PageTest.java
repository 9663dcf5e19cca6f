package io.github.dnfs4j.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

class PageTest {
    private static final String HOSTILE = "</title><script>alert('1')</script> & \"q\" \u001b[31m \u0000 \ud800 ]]>";
    private static final String SHOWN = "</title><script>alert('1')</script> & \"q\" \ufffd[31m \ufffd \ufffd ]]>";

    @TempDir
    Path folder;

    @Test
    void hostileTextStaysText() throws Exception {
        Path png = picture("a.png");
        Page page = Page.titled(HOSTILE)
                .section(HOSTILE)
                .paragraph(HOSTILE)
                .table(HOSTILE, List.of(HOSTILE), List.of(List.of(HOSTILE)))
                .figure(png, HOSTILE, HOSTILE)
                .facts(Map.of(HOSTILE, HOSTILE))
                .preformatted(HOSTILE);
        Document document = Markup.parse(page.html());
        assertThat(Markup.all(document, "script")).isEmpty();
        for (String tag : List.of("title", "h1", "h2", "p", "caption", "th", "figcaption", "dt", "dd", "pre")) {
            assertThat(Markup.all(document, tag))
                    .isNotEmpty()
                    .allSatisfy(e -> assertThat(e.getTextContent()).isEqualTo(SHOWN));
        }
        assertThat(Markup.all(document, "img").get(0).getAttribute("alt")).isEqualTo(SHOWN);
    }

    @Test
    void thePageSaysItsLanguageCharsetAndViewport() throws Exception {
        String html = Page.titled("a").html();
        assertThat(html).startsWith("<!DOCTYPE html>\n<html lang=\"en\">").contains("<meta charset=\"utf-8\"/>");
        assertThat(html).contains("width=device-width").contains("prefers-color-scheme: dark");
        assertThat(Markup.all(Markup.parse(html), "section")).isEmpty();
    }

    @Test
    void anImageIsTheFileItself() throws Exception {
        Path png = picture("a.png");
        Document document =
                Markup.parse(Page.titled("a").figure(png, "alt", "caption").html());
        Element image = Markup.all(document, "img").get(0);
        String prefix = "data:image/png;base64,";
        assertThat(image.getAttribute("src")).startsWith(prefix);
        assertThat(Base64.getDecoder().decode(image.getAttribute("src").substring(prefix.length())))
                .isEqualTo(Files.readAllBytes(png));
    }

    @Test
    void tablesNameTheirColumnsAndRows() throws Exception {
        List<List<String>> rows = List.of(List.of("log Z", "1"), List.of("ESS", "2"));
        Document document = Markup.parse(
                Page.titled("a").table("t", List.of("quantity", "value"), rows).html());
        assertThat(Markup.all(document, "th"))
                .extracting(e -> e.getAttribute("scope"))
                .containsExactly("col", "col", "row", "row");
        assertThat(Markup.all(document, "td"))
                .extracting(Element::getTextContent)
                .containsExactly("1", "2");
    }

    @Test
    void factsKeepTheirOrder() throws Exception {
        Map<String, String> facts = new LinkedHashMap<>();
        for (String name : List.of("z", "a", "m")) {
            facts.put(name, "value of " + name);
        }
        Document document = Markup.parse(Page.titled("a").facts(facts).html());
        assertThat(Markup.all(document, "dt"))
                .extracting(Element::getTextContent)
                .containsExactly("z", "a", "m");
    }

    @Test
    void writingTwiceKeepsTheLast() throws IOException {
        Path file = folder.resolve("new/page.html");
        Page.titled("first").write(file);
        Page.titled("second é").write(file);
        assertThat(file).content().contains("second é").doesNotContain("first");
        assertThat(file.getParent().toFile().list()).containsExactly("page.html");
    }

    @Test
    void whatCannotBeShownIsRefused() throws IOException {
        Page page = Page.titled("a");
        assertThatIllegalArgumentException().isThrownBy(() -> Page.titled(" "));
        assertThatIllegalArgumentException().isThrownBy(() -> page.figure(picture("a.png"), " ", "c"));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> page.table("t", List.of("a", "b"), List.of(List.of("only one"))));
        Path text = Files.writeString(folder.resolve("text.png"), "not a picture");
        assertThatIOException().isThrownBy(() -> page.figure(text, "alt", "c")).withMessageContaining("text.png");
    }

    private Path picture(String name) throws IOException {
        return Figures.lattices(folder.resolve(name), new byte[][] {{0, 1, 1, 0}}, 2, 2, 2);
    }
}
