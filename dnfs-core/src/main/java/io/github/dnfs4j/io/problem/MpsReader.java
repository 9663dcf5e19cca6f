package io.github.dnfs4j.io.problem;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * MPS in free form, {@code .mps .qps}: an objective {@code c'x + x'Qx / 2} of binary variables, without constraints. The
 * objective is the row of kind N; QUADOBJ and QSECTION name each pair of Q once, QMATRIX both ways; the right-hand side
 * of the objective is minus its constant.
 */
final class MpsReader {
    private final Lines lines;
    private final NamedTerms terms;
    private String section = "";
    private String objective = "";
    private boolean integers;

    private MpsReader(Lines lines, int most) {
        this.lines = lines;
        terms = new NamedTerms(most, lines::bad);
    }

    static Energy read(Source source, int mostVertices) throws IOException {
        try (Lines lines = Lines.open(source)) {
            return new MpsReader(lines, mostVertices).read();
        }
    }

    private Energy read() throws IOException {
        while (lines.next()) {
            boolean indented = lines.indented();
            if (!lines.more() || lines.first() == '*') {
                continue;
            }
            List<String> words = new ArrayList<>();
            while (lines.more() && words.size() < 8) {
                words.add(lines.word("a word"));
            }
            lines.end();
            if (indented || section.equals("OBJSENSE") && words.get(0).matches("MIN|MAX|MINIMIZE|MAXIMIZE")) {
                entry(words);
            } else if (!begin(words)) {
                return terms.energy(ProblemFormat.MPS);
            }
        }
        throw lines.bad("the line ENDATA is missing");
    }

    /** A section begins; false at the end of the file. */
    private boolean begin(List<String> words) throws IOException {
        section = words.get(0);
        switch (section) {
            case "NAME", "ROWS", "COLUMNS", "RHS", "BOUNDS", "QUADOBJ", "QMATRIX", "QSECTION", "OBJSENSE" -> {
                if (section.equals("OBJSENSE") && words.size() > 1) {
                    entry(words.subList(1, 2));
                }
                return true;
            }
            case "ENDATA" -> {
                return false;
            }
            case "RANGES", "SOS", "QCMATRIX", "INDICATORS" ->
                throw lines.bad(section + ": constraints cannot be read; a QUBO has none");
            default -> throw lines.bad("the section '" + section + "' is not known");
        }
    }

    private void entry(List<String> words) throws IOException {
        switch (section) {
            case "OBJSENSE" -> terms.maximise(words.get(0).startsWith("MAX"));
            case "ROWS" -> row(words);
            case "COLUMNS" -> column(words);
            case "RHS" -> pairs(words, 1, (row, value) -> terms.constant(-value));
            case "BOUNDS" -> bound(words);
            case "QUADOBJ", "QSECTION", "QMATRIX" -> quadratic(words);
            default -> throw lines.bad("a line of no section");
        }
    }

    private void row(List<String> words) throws IOException {
        count(words, 2, 2);
        if (!words.get(0).equals("N")) {
            throw lines.bad("the row '" + words.get(1) + "' is a constraint; a QUBO has none");
        }
        if (!objective.isEmpty()) {
            throw lines.bad("there are two objectives, '" + objective + "' and '" + words.get(1) + "'");
        }
        objective = words.get(1);
    }

    private void column(List<String> words) throws IOException {
        if (words.size() == 3 && words.get(1).equals("'MARKER'")) {
            integers = words.get(2).equals("'INTORG'");
            return;
        }
        int i = terms.variable(words.get(0));
        if (integers) {
            terms.integer(i);
        }
        pairs(words, 1, (row, value) -> terms.linear(i, value));
    }

    private interface Value {
        void of(String row, double value) throws IOException;
    }

    /** {@code ROW VALUE} once or twice, behind a name that may be missing. */
    private void pairs(List<String> words, int from, Value use) throws IOException {
        int first = words.size() % 2 == 0 ? from - 1 : from;
        count(words, first + 2, first + 4);
        for (int k = first; k + 1 < words.size(); k += 2) {
            if (!words.get(k).equals(objective)) {
                throw lines.bad("the row '" + words.get(k) + "' is not known");
            }
            use.of(words.get(k), number(words.get(k + 1)));
        }
    }

    private void bound(List<String> words) throws IOException {
        String kind = words.get(0);
        boolean value = kind.matches("UP|LO|FX|UI|LI");
        count(words, value ? 3 : 2, value ? 4 : 4);
        // The name of the set of bounds may be missing.
        int name = words.size() - (value || words.size() == 4 ? 2 : 1);
        int i = terms.known(words.get(name));
        switch (kind) {
            case "BV" -> terms.binary(i);
            case "UP", "UI" -> terms.upper(i, number(words.get(name + 1)));
            case "LO", "LI" -> terms.lower(i, number(words.get(name + 1)));
            default -> throw lines.bad("the bound '" + kind + "' does not make a variable binary");
        }
        if (kind.endsWith("I")) {
            terms.integer(i);
        }
    }

    private void quadratic(List<String> words) throws IOException {
        count(words, 3, 3);
        int i = terms.known(words.get(0));
        int j = terms.known(words.get(1));
        double value = number(words.get(2));
        terms.product(i, j, i == j || section.equals("QMATRIX") ? value / 2 : value);
    }

    private void count(List<String> words, int least, int most) throws IOException {
        if (words.size() < least || words.size() > most) {
            throw lines.bad("a line of " + section + " cannot have " + words.size() + " words");
        }
    }

    private double number(String word) throws IOException {
        try {
            double value = word.matches("[-+0-9.eE]+") ? Double.parseDouble(word) : Double.NaN;
            if (Double.isFinite(value)) {
                return value;
            }
        } catch (NumberFormatException notANumber) {
            // said below
        }
        throw lines.bad("a value must be a finite number, not '" + word + "'");
    }
}
