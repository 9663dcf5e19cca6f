package io.github.dnfs4j.experiment.plan;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.dnfs4j.io.FormatException;
import io.github.dnfs4j.io.format.ParseReason;
import io.github.dnfs4j.io.format.Strict;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What all kinds of experiments have in common: a title, what of the paper they show, budgets, and what they take.
 *
 * @param name which {@code dnfs reproduce} knows it by
 * @param shows tables and figures of the paper
 * @param budgets by name
 * @param expect time and machine of those budgets for which they are known
 * @param text the whole file
 */
public record CatalogueEntry(
        String name,
        String title,
        List<PaperItem> shows,
        Set<String> budgets,
        Map<String, Expectation> expect,
        String text) {
    private static final ObjectMapper YAML = Strict.yaml();

    static CatalogueEntry parse(String name, String text) throws FormatException {
        try {
            JsonNode tree = YAML.readTree(text);
            Map<String, Expectation> expect = new LinkedHashMap<>();
            for (Map.Entry<String, JsonNode> e : tree.path("expect").properties()) {
                expect.put(e.getKey(), YAML.treeToValue(e.getValue(), Expectation.class));
            }
            Set<String> budgets = new LinkedHashSet<>();
            tree.path("budgets").fieldNames().forEachRemaining(budgets::add);
            List<PaperItem> shows = new ArrayList<>();
            tree.path("shows").forEach(label -> shows.add(PaperItem.of(label.asText())));
            return new CatalogueEntry(name, tree.path("title").asText(name), shows, budgets, expect, text);
        } catch (JsonProcessingException | IllegalArgumentException e) {
            throw new FormatException(Path.of(name), "not an experiment: " + ParseReason.of(e), e);
        }
    }
}
