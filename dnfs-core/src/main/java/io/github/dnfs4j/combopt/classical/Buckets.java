package io.github.dnfs4j.combopt.classical;

import java.util.Arrays;

/** Vertices in lists by kind, 0 to 3: each is in at most one, and enters and leaves it at once. */
final class Buckets {
    static final int KINDS = 4;

    private final int[][] list;
    private final int[] length = new int[KINDS];
    private final int[] place;

    Buckets(int vertices) {
        list = new int[KINDS][vertices];
        place = new int[vertices];
    }

    void clear() {
        Arrays.fill(length, 0);
    }

    void enter(int v, int kind) {
        place[v] = length[kind];
        list[kind][length[kind]++] = v;
    }

    /** The last of the list takes the place of v. */
    void leave(int v, int kind) {
        int last = list[kind][--length[kind]];
        list[kind][place[v]] = last;
        place[last] = place[v];
    }

    int size(int kind) {
        return length[kind];
    }

    int size() {
        return length[0] + length[1] + length[2] + length[3];
    }

    int get(int kind, int k) {
        return list[kind][k];
    }

    /** The k-th of all. */
    int get(int k) {
        int kind = 0;
        int left = k;
        while (left >= length[kind]) {
            left -= length[kind++];
        }
        return list[kind][left];
    }
}
