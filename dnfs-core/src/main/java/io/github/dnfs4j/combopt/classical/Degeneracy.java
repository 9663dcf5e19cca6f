package io.github.dnfs4j.combopt.classical;

import io.github.dnfs4j.target.Graph;

/** The order in which vertices go when always one of least degree is taken away, in time linear in the edges. */
final class Degeneracy {
    private Degeneracy() {}

    static int[] order(Graph graph) {
        int n = graph.vertices();
        int[] degree = new int[n];
        int most = 0;
        for (int v = 0; v < n; v++) {
            degree[v] = graph.degree(v);
            most = Math.max(most, degree[v]);
        }
        // Vertices sorted by degree, and where each degree begins; a vertex that loses a neighbour moves one bin down.
        int[] begin = new int[most + 2];
        for (int v = 0; v < n; v++) {
            begin[degree[v] + 1]++;
        }
        for (int d = 0; d <= most; d++) {
            begin[d + 1] += begin[d];
        }
        int[] next = begin.clone();
        int[] order = new int[n];
        int[] place = new int[n];
        for (int v = 0; v < n; v++) {
            place[v] = next[degree[v]]++;
            order[place[v]] = v;
        }
        for (int k = 0; k < n; k++) {
            int v = order[k];
            for (int p = graph.start(v); p < graph.start(v + 1); p++) {
                int u = graph.neighbour(p);
                if (degree[u] > degree[v]) {
                    int front = begin[degree[u]];
                    int other = order[front];
                    order[front] = u;
                    order[place[u]] = other;
                    place[other] = place[u];
                    place[u] = front;
                    begin[degree[u]]++;
                    degree[u]--;
                }
            }
        }
        return order;
    }
}
