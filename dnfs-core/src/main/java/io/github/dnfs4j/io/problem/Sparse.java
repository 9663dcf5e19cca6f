package io.github.dnfs4j.io.problem;

import io.github.dnfs4j.target.QuadraticForm;
import io.github.dnfs4j.target.QuadraticForm.Variables;
import java.io.IOException;

/**
 * A symmetric matrix Q of {@code x'Qx} as the collections of Beasley (bqp), Glover (gka) and others have it:
 * {@code N M}, then {@code I J Q}, numbered from 1, each pair once, so that an entry off the diagonal counts twice. A
 * line with the number of problems may come first; it must be 1. Those collections are maximised.
 */
final class Sparse {
    private Sparse() {}

    static QuadraticForm read(Lines lines, int mostVertices) throws IOException {
        if (!lines.nextContent('#')) {
            throw lines.bad("the line 'N M' is missing");
        }
        int n = GraphFiles.vertices(lines, 1, mostVertices);
        if (!lines.more()) {
            if (n != 1) {
                throw lines.bad("there are " + n + " problems in one file; write each to a file of its own");
            }
            if (!lines.nextContent('#')) {
                throw lines.bad("the line 'N M' is missing");
            }
            n = GraphFiles.vertices(lines, 1, mostVertices);
        }
        int entries = lines.integer("the number of entries", 0, Integer.MAX_VALUE);
        lines.end();
        Terms terms = new Terms();
        while (lines.nextContent('#')) {
            int i = lines.integer("row", 1, n) - 1;
            int j = lines.integer("column", 1, n) - 1;
            double value = lines.number("value");
            terms.add(i, j, i == j ? value : 2 * value);
            lines.end();
        }
        int there = terms.linearTerms() + terms.quadraticTerms();
        if (there != entries) {
            throw lines.bad(entries + " entries are announced, " + there + " are there");
        }
        lines.afford(n);
        return terms.buildOnce(lines, Variables.BINARY, n);
    }
}
