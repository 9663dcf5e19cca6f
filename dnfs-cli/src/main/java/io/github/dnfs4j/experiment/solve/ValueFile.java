package io.github.dnfs4j.experiment.solve;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.JsonNode;
import io.github.dnfs4j.io.FormatException;
import io.github.dnfs4j.io.format.ParseReason;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Variables and their values in a file of lines: {@code LABEL} is 1, {@code LABEL 0} and {@code LABEL 1} are what they
 * say, -1 and 1 for spins; {@code #} begins a comment. The JSON that {@code dnfs solve --json} wrote is read as well.
 * Labels are those of the problem's file.
 */
public final class ValueFile {
    private final Path file;
    private final boolean spins;
    private final Map<String, Integer> variables = new HashMap<>();

    public ValueFile(Path file, Instance instance) {
        this.file = file;
        spins = instance.spins();
        for (int i = 0; i < instance.problem().size(); i++) {
            variables.put(key(AnswerJson.JSON.valueToTree(instance.label().apply(i))), i);
        }
    }

    private static String key(JsonNode label) {
        return label.isTextual() ? label.asText() : label.toString();
    }

    /** The values that are named; whether the others are then 0 is {@link #whole}. */
    public Map<Integer, Integer> values() throws IOException {
        Map<Integer, Integer> values = new HashMap<>();
        String text = text();
        if (text.stripLeading().startsWith("{")) {
            for (JsonNode label : json(text)) {
                put(values, 0, key(label), "1");
            }
            return values;
        }
        int number = 0;
        for (String line : text.lines().toList()) {
            number++;
            String[] words = words(line);
            if (words.length > 2) {
                throw new FormatException(file, number, "a line must be LABEL or LABEL VALUE");
            }
            if (words.length > 0) {
                put(values, number, words[0], words.length == 2 ? words[1] : "1");
            }
        }
        return values;
    }

    /** Whether the file lists what is 1, so that everything else is 0. */
    public boolean whole() throws IOException {
        String text = text();
        return text.stripLeading().startsWith("{") || text.lines().noneMatch(line -> words(line).length == 2);
    }

    /** Pairs of variables, two labels a line. */
    public List<int[]> pairs() throws IOException {
        List<int[]> pairs = new ArrayList<>();
        int number = 0;
        for (String line : text().lines().toList()) {
            number++;
            String[] words = words(line);
            if (words.length == 0) {
                continue;
            }
            if (words.length != 2) {
                throw new FormatException(file, number, "a line must be two labels");
            }
            int[] pair = {variable(number, words[0]), variable(number, words[1])};
            if (pair[0] == pair[1]) {
                throw new FormatException(file, number, "a pair needs two variables, not '" + words[0] + "' twice");
            }
            pairs.add(pair);
        }
        return pairs;
    }

    private String text() throws IOException {
        try {
            return Files.readString(file);
        } catch (CharacterCodingException e) {
            throw new FormatException(file, "it is not text in UTF-8", e);
        }
    }

    private JsonNode json(String text) throws IOException {
        try {
            JsonNode tree = AnswerJson.JSON.readTree(text);
            if (tree.path("version").asInt(AnswerJson.VERSION) != AnswerJson.VERSION) {
                throw new FormatException(
                        file, "its version is " + tree.path("version") + "; this program knows " + AnswerJson.VERSION);
            }
            JsonNode solution = tree.path("solution");
            if (!solution.isArray()) {
                throw new FormatException(file, "the JSON has no list 'solution'");
            }
            return solution;
        } catch (JacksonException e) {
            throw new FormatException(file, "not valid JSON: " + ParseReason.of(e), e);
        }
    }

    private static String[] words(String line) {
        String content = line.replaceFirst("#.*", "").strip();
        return content.isEmpty() ? new String[0] : content.split("\\s+");
    }

    private int variable(int line, String label) throws FormatException {
        Integer known = variables.get(label);
        if (known == null) {
            throw new FormatException(file, Math.max(1, line), "the problem has no '" + label + "'");
        }
        return known;
    }

    private void put(Map<Integer, Integer> values, int line, String label, String value) throws FormatException {
        if (!value.matches(spins ? "-1|[+]?1" : "[01]")) {
            String possible = spins ? "-1 or 1" : "0 or 1";
            throw new FormatException(file, line, "a value must be " + possible + ", not '" + value + "'");
        }
        if (values.put(variable(line, label), value.matches("[+]?1") ? 1 : 0) != null) {
            throw new FormatException(file, Math.max(1, line), "'" + label + "' is there twice");
        }
    }
}
