package io.github.dnfs4j.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.dnfs4j.report.RunReport.Data;
import io.github.dnfs4j.report.RunReport.Figure;
import io.github.dnfs4j.report.RunReport.ResultRow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

class RunReportTest {
    private static final ResultRow LOG_Z = new ResultRow("log Z", "1.01", "1.00", "0.01");
    private static final ResultRow ESS = new ResultRow("ESS", "0.8", "", "");

    @TempDir
    Path folder;

    @Test
    void theReportIsOnePageWithAllPartsAndNothingOutside() throws Exception {
        Document document = report(List.of(LOG_Z, ESS), List.of(figure("loss.png"), figure("lattices.png")));
        assertThat(texts(document, "h2"))
                .containsExactly("Results", "How training went", "Samples", "Settings", "Facts");
        assertThat(texts(document, "pre")).containsExactly("dnfs reproduce <ising>", "target:\n  kind: ising");
        assertThat(texts(document, "dd")).containsExactly("12.5");
        assertThat(Markup.all(document, "img")).hasSize(2).allSatisfy(image -> {
            assertThat(image.getAttribute("alt")).isNotBlank();
            assertThat(image.getAttribute("src")).startsWith("data:image/png;base64,");
        });
        assertThat(Files.readString(page())).doesNotContain("http", "<script", "<link", "<a ", "url(", "@import");
    }

    @Test
    void everyTableNamesItsColumns() throws Exception {
        Document document = report(List.of(LOG_Z, ESS), List.of());
        assertThat(texts(document, "thead")).containsExactly("QuantityValueExactDifference");
        assertThat(Markup.all(document, "th"))
                .extracting(e -> e.getAttribute("scope"))
                .containsOnly("col", "row");
        assertThat(texts(document, "td")).containsExactly("1.01", "1.00", "0.01", "0.8", "–", "–");
    }

    @Test
    void withoutExactValuesTheirColumnsAreLeftOut() throws Exception {
        assertThat(texts(report(List.of(ESS), List.of()), "thead")).containsExactly("QuantityValue");
    }

    @Test
    void figuresGoToTheSectionTheirFileNameTells() throws Exception {
        List<Figure> figures =
                List.of(figure("lattices.png"), figure("ess.png"), figure("energy.png"), figure("loss.png"));
        List<Element> sections = Markup.all(report(List.of(), figures), "section");
        assertThat(sections.get(1).getTextContent())
                .contains("of ess.png", "of loss.png")
                .doesNotContain("energy");
        assertThat(sections.get(2).getTextContent()).contains("of lattices.png", "of energy.png");
    }

    @Test
    void aRunWithoutFiguresStillHasAReport() throws Exception {
        Figure missing = new Figure(folder.resolve("loss.png"), "alt", "the loss");
        Document document = report(List.of(), List.of(missing));
        assertThat(Markup.all(document, "img")).isEmpty();
        assertThat(texts(document, "p"))
                .containsExactly(
                        "No results were computed.", "Warning: few.", "Not drawn: the loss", "No figures were drawn.");
    }

    @Test
    void aFigureWithoutAlternativeTextIsRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> new Figure(page(), "", "caption"));
    }

    private Document report(List<ResultRow> results, List<Figure> figures) throws Exception {
        RunReport.write(
                page(),
                new Data(
                        "A run",
                        "dnfs reproduce <ising>",
                        results,
                        List.of("Warning: few."),
                        figures,
                        "target:\n  kind: ising\n",
                        Map.of("seconds", "12.5")));
        return Markup.parse(Files.readString(page()));
    }

    private Path page() {
        return folder.resolve("report.html");
    }

    private Figure figure(String name) throws IOException {
        Path png = Figures.lattices(folder.resolve(name), new byte[][] {{0, 1, 1, 0}}, 2, 2, 2);
        return new Figure(png, "picture " + name, "caption of " + name);
    }

    private static List<String> texts(Document document, String tag) {
        return Markup.all(document, tag).stream().map(Element::getTextContent).toList();
    }
}
