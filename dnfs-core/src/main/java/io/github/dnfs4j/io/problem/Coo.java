package io.github.dnfs4j.io.problem;

import io.github.dnfs4j.io.FormatException;
import io.github.dnfs4j.target.QuadraticForm;
import io.github.dnfs4j.target.QuadraticForm.Variables;
import java.io.IOException;
import java.io.Writer;

/**
 * dimod's COO: {@code # vartype=SPIN} or {@code BINARY}, which is what is meant without it, then {@code i j BIAS},
 * numbered from 0, i = j for linear terms; minimised. Other lines that begin with {@code #} are comments.
 */
final class Coo {
    private static final String KEY = "vartype=";

    private Coo() {}

    static QuadraticForm read(Lines lines, int mostVertices) throws IOException {
        Variables variables = Variables.BINARY;
        Terms terms = new Terms();
        while (lines.next()) {
            if (!lines.more()) {
                continue;
            }
            if (lines.first() == '#') {
                variables = comment(lines, variables);
                continue;
            }
            int i = variable(lines, mostVertices);
            int j = variable(lines, mostVertices);
            terms.add(i, j, lines.number("bias"));
            lines.end();
        }
        if (terms.largest() < 0) {
            throw lines.bad("there are no terms");
        }
        return terms.build(variables, terms.largest() + 1, 0);
    }

    private static int variable(Lines lines, int mostVertices) throws IOException {
        int i = lines.integer("variable", 0, Integer.MAX_VALUE - 16);
        if (i >= mostVertices) {
            throw lines.bad("variable " + i + " is beyond the limit of " + mostVertices + "; --max-vertices raises it");
        }
        return i;
    }

    /** Only a short comment can name the type of the variables. */
    private static Variables comment(Lines lines, Variables before) throws IOException {
        for (int k = 0; k < 2 && lines.more(); k++) {
            String word;
            try {
                word = lines.word("comment").replaceFirst("^#+", "");
            } catch (FormatException longWord) {
                return before;
            }
            if (word.startsWith(KEY)) {
                String name = word.substring(KEY.length());
                for (Variables v : Variables.values()) {
                    if (v.name().equals(name)) {
                        return v;
                    }
                }
                throw lines.bad("vartype must be SPIN or BINARY, not '" + name + "'");
            }
        }
        return before;
    }

    static void write(Writer out, QuadraticForm form) throws IOException {
        out.write("# " + KEY + form.variables() + "\n");
        Terms.write(out, form, 0);
    }
}
