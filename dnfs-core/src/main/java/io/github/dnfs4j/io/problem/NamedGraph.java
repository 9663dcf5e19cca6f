package io.github.dnfs4j.io.problem;

import io.github.dnfs4j.target.Graph;

/**
 * A graph as a file has it.
 *
 * @param graph its vertices numbered from 0
 * @param format that it came in
 * @param numbers what the file calls each vertex; empty where that is a number from 1
 */
public record NamedGraph(Graph graph, ProblemFormat format, long[] numbers) {
    /** What the file calls vertex v. */
    public long label(int v) {
        return numbers.length == 0 ? v + 1L : numbers[v];
    }
}
