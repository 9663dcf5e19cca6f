package io.github.dnfs4j.io.model;

import io.github.dnfs4j.factor.FactorGraph;
import io.github.dnfs4j.io.problem.Lines;
import java.io.IOException;

/**
 * UAI's evidence: {@code K V1 S1 .. VK SK}, or the same behind a {@code 1}, the number of samples. The first has an odd
 * number of words and the second an even one, so that they cannot be confused. An empty file observes nothing.
 */
final class UaiEvidence {
    private UaiEvidence() {}

    static int[] read(Lines lines, FactorGraph graph) throws IOException {
        int[] evidence = graph.nothingObserved();
        int n = evidence.length;
        long[] words = new long[2 * n + 2];
        long[] onLine = new long[words.length];
        int count = 0;
        while (lines.next()) {
            for (; lines.more(); count++) {
                if (count == words.length) {
                    throw lines.bad("more evidence than the model has variables");
                }
                words[count] = lines.integer(
                        count == 0 ? "the number of observed variables" : "a word of evidence", 0, Integer.MAX_VALUE);
                onLine[count] = lines.line();
            }
        }
        if (count == 0) {
            return evidence;
        }
        int start = count % 2 == 0 ? 1 : 0;
        if (start == 1 && words[0] != 1) {
            throw lines.bad("evidence of one sample is 'K V1 S1 .. VK SK', perhaps behind a 1, not behind " + words[0]);
        }
        if (words[start] != (count - start - 1) / 2) {
            throw lines.bad(
                    words[start] + " observed variables are announced, " + (count - start - 1) / 2 + " are there");
        }
        for (int k = start + 1; k < count; k += 2) {
            if (words[k] >= n) {
                throw lines.bad(onLine[k], "variable " + words[k] + " of only " + n);
            }
            int v = (int) words[k];
            if (words[k + 1] >= graph.size(v)) {
                throw lines.bad(
                        onLine[k + 1], "state " + words[k + 1] + " of variable " + v + ", which has " + graph.size(v));
            }
            if (evidence[v] != FactorGraph.FREE) {
                throw lines.bad(onLine[k], "variable " + v + " is observed twice");
            }
            evidence[v] = (int) words[k + 1];
        }
        return evidence;
    }
}
