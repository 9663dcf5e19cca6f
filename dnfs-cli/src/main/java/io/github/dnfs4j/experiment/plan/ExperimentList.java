package io.github.dnfs4j.experiment.plan;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The experiments as a text: title, what of the paper they show, and for each budget what they take. */
public final class ExperimentList {
    private static final List<String> ORDER = List.of("quick", "standard", "paper");

    private static final int TITLE = 54;

    private ExperimentList() {}

    public static String text(List<CatalogueEntry> experiments) {
        StringBuilder text = new StringBuilder();
        Map<String, Double> minutes = new LinkedHashMap<>();
        for (CatalogueEntry e : experiments) {
            text.append(String.format(Locale.ROOT, "%-24s %s%n", e.name(), folded(e.title())));
            if (!e.shows().isEmpty()) {
                text.append("    the paper's ")
                        .append(e.shows().stream().map(PaperItem::toString).collect(Collectors.joining(", ")))
                        .append(System.lineSeparator());
            }
            for (String budget : ordered(e)) {
                @Nullable Expectation expected = e.expect().get(budget);
                text.append(String.format(
                        Locale.ROOT,
                        "    %-9s %s%n",
                        budget,
                        expected == null ? "no time was measured" : expected.text()));
                minutes.merge(budget, expected == null ? 0 : expected.minutes(), Double::sum);
            }
        }
        text.append(String.format(Locale.ROOT, "%-24s %s%n", "all", "Every one of them, into one page"));
        minutes.forEach((budget, sum) -> text.append(String.format(
                Locale.ROOT, "    %-9s %s%n", budget, new Expectation(Math.max(sum, 0.1), null, true).text())));
        return text.toString();
    }

    /** In lines that a terminal of 80 has room for behind a name. */
    private static String folded(String title) {
        int end = title.length() <= TITLE ? -1 : title.lastIndexOf(' ', TITLE);
        return end < 0
                ? title
                : title.substring(0, end) + System.lineSeparator() + " ".repeat(25) + folded(title.substring(end + 1));
    }

    private static List<String> ordered(CatalogueEntry e) {
        List<String> budgets = new ArrayList<>(ORDER);
        budgets.retainAll(e.budgets());
        for (String other : new TreeSet<>(e.budgets())) {
            if (!ORDER.contains(other)) {
                budgets.add(other);
            }
        }
        return budgets;
    }
}
