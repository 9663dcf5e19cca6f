package io.github.dnfs4j.io.problem;

import io.github.dnfs4j.target.QuadraticForm;
import io.github.dnfs4j.target.QuadraticForm.Variables;
import java.io.IOException;
import java.io.Writer;

/**
 * qbsolv, {@code .qubo}: {@code c} comments, {@code p qubo 0 MAXNODES NODES COUPLERS}, then {@code i i BIAS} and
 * {@code i j BIAS}, numbered from 0; minimised.
 */
final class Qbsolv {
    private Qbsolv() {}

    static QuadraticForm read(Lines lines, int mostVertices) throws IOException {
        if (!lines.nextContent('c')) {
            throw lines.bad("the line 'p qubo 0 MAXNODES NODES COUPLERS' is missing");
        }
        if (!lines.word("the kind of line").equals("p") || !lines.word("qubo").equals("qubo")) {
            throw lines.bad("the first line that is no comment must begin with 'p qubo'");
        }
        lines.word("the topology");
        int n = GraphFiles.vertices(lines, 1, mostVertices);
        int nodes = lines.integer("the number of nodes", 0, Integer.MAX_VALUE);
        int couplers = lines.integer("the number of couplers", 0, Integer.MAX_VALUE);
        lines.end();
        Terms terms = new Terms();
        while (lines.nextContent('c')) {
            int i = lines.integer("variable", 0, n - 1);
            int j = lines.integer("variable", 0, n - 1);
            terms.add(i, j, lines.number("value"));
            lines.end();
        }
        if (terms.linearTerms() != nodes || terms.quadraticTerms() != couplers) {
            throw lines.bad(nodes + " nodes and " + couplers + " couplers are announced, " + terms.linearTerms()
                    + " and " + terms.quadraticTerms() + " are there");
        }
        lines.afford(n);
        return terms.buildOnce(lines, Variables.BINARY, n);
    }

    static void write(Writer out, QuadraticForm form) throws IOException {
        out.write("p qubo 0 " + form.size() + " " + form.size() + " "
                + form.couplings().edges() + "\n");
        Terms.write(out, form, 0);
    }
}
