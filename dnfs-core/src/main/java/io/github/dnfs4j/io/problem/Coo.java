package io.github.dnfs4j.io.problem;

import io.github.dnfs4j.target.QuadraticForm;
import io.github.dnfs4j.target.QuadraticForm.Variables;
import java.io.IOException;
import java.io.Writer;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * dimod's COO: {@code # vartype=SPIN} or {@code BINARY}, which is what is meant without it, then {@code i j BIAS},
 * numbered from 0, i = j for linear terms, terms of the same variables add up; minimised. Other lines that begin with {@code #} are
 * comments.
 */
final class Coo {
    private static final Pattern VARTYPE = Pattern.compile("#+\\s*vartype\\s*=\\s*(\\S*)");
    private static final int MOST_COMMENT = 1000;

    private Coo() {}

    static QuadraticForm read(Lines lines, int mostVertices) throws IOException {
        Variables variables = null;
        Terms terms = new Terms();
        while (lines.next()) {
            if (!lines.more()) {
                continue;
            }
            if (lines.first() == '#') {
                Variables named = comment(lines);
                if (named != null && variables != null) {
                    throw lines.bad("the vartype is there twice");
                }
                variables = named == null ? variables : named;
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
        lines.afford(terms.largest());
        return terms.build(variables == null ? Variables.BINARY : variables, terms.largest() + 1, 0);
    }

    private static int variable(Lines lines, int mostVertices) throws IOException {
        int i = lines.integer("variable", 0, Integer.MAX_VALUE - 16);
        if (i >= mostVertices) {
            throw lines.bad("variable " + i + " is beyond the limit of " + mostVertices + "; --max-vertices raises it");
        }
        return i;
    }

    /** What a comment says about the type of the variables; one that says it in other words is not passed over. */
    private static @Nullable Variables comment(Lines lines) throws IOException {
        String text = lines.rest(MOST_COMMENT);
        if (!text.toLowerCase(Locale.ROOT).contains("vartype")) {
            return null;
        }
        Matcher matcher = VARTYPE.matcher(text);
        if (!matcher.matches()) {
            throw lines.bad("the type of the variables must stand as '# vartype=SPIN' or '# vartype=BINARY'");
        }
        String name = matcher.group(1);
        for (Variables v : Variables.values()) {
            if (v.name().equals(name)) {
                return v;
            }
        }
        throw lines.bad("vartype must be SPIN or BINARY, not '" + name + "'");
    }

    static void write(Writer out, QuadraticForm form) throws IOException {
        out.write("# vartype=" + form.variables() + "\n");
        Terms.write(out, form, 0);
    }
}
