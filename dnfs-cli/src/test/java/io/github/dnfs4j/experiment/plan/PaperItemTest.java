package io.github.dnfs4j.experiment.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.dnfs4j.io.FormatException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Every table and figure of the paper has an experiment, and its place on the page. */
class PaperItemTest {
    private static final Path PAGE = Path.of("../docs/results/paper.md");

    @Test
    void thereAreEightTablesAndFourteenFigures() {
        assertThat(PaperItem.ALL)
                .filteredOn(i -> i.number().startsWith("Table"))
                .hasSize(8);
        assertThat(PaperItem.ALL)
                .filteredOn(i -> i.number().startsWith("Figure"))
                .hasSize(14);
        assertThat(PaperItem.ALL).extracting(PaperItem::label).doesNotHaveDuplicates();
        assertThat(PaperItem.ALL).extracting(PaperItem::number).doesNotHaveDuplicates();
    }

    @Test
    void eachIsShownByAnExperimentAndTheListSaysWhich() throws IOException {
        List<CatalogueEntry> entries = Catalogue.entries();
        String list = ExperimentList.text(entries);
        for (PaperItem item : PaperItem.ALL) {
            assertThat(entries).as(item.toString()).anyMatch(e -> e.shows().contains(item));
            assertThat(list).contains(item.toString());
        }
    }

    /** In the order of the paper, and under each heading the command of an experiment that shows it. */
    @Test
    void thePageHasThemAllWithTheirCommands() throws IOException {
        String page = Files.readString(PAGE);
        int from = 0;
        for (PaperItem item : PaperItem.ALL) {
            int at = page.indexOf("\n### " + item, from);
            assertThat(at).as("%s on the page", item).isPositive();
            int end = page.indexOf("\n### ", at + 1);
            String section = page.substring(at, end < 0 ? page.length() : end);
            Set<String> named = new HashSet<>();
            Matcher command = Pattern.compile("dnfs reproduce ([\\w-]+)").matcher(section);
            while (command.find()) {
                named.add(command.group(1));
            }
            assertThat(Catalogue.entries())
                    .as("%s names its command", item)
                    .anyMatch(e -> e.shows().contains(item) && named.contains(e.name()));
            from = at;
        }
    }

    @Test
    void whatThePaperDoesNotHaveIsRefused() {
        assertThatThrownBy(() -> CatalogueEntry.parse("x", "{title: t, shows: [letf_arch], budgets: {}}"))
                .isInstanceOf(FormatException.class)
                .hasMessageContaining("no table or figure 'letf_arch'");
    }
}
