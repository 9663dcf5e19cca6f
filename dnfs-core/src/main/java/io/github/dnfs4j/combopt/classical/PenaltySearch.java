package io.github.dnfs4j.combopt.classical;

import io.github.dnfs4j.combopt.Deadline;
import io.github.dnfs4j.combopt.FastRandom;
import java.util.Arrays;
import java.util.function.Consumer;

/**
 * Independent sets by growing and swapping one for one, where the vertices of every set that could not grow further get a
 * penalty and those with least are taken. This leads to sets that a preference for few neighbours never finds, such as
 * those hidden among vertices of many. Every {@code delay} sets penalties fall by one; the delay is such that about three
 * of four vertices have one.
 *
 * <p>All is bits: how many neighbours of a vertex are in the set is a number whose digits lie in {@code digits}, digit k of 64
 * vertices in one word, so that a row is added to all numbers, or taken from them, by a carry that runs through few words.
 */
final class PenaltySearch {
    private static final int CHECK = 255;
    private static final double PENALISED = 0.75;
    /** Penalties end here; they stay small unless the same sets come again and again. */
    private static final int LEVELS = 32;

    private final long[][] rows;
    private final FastRandom random;
    private final int n;
    private final int words;
    private final long[] set;
    /** Digit k of word w at {@code w * length + k}. */
    private final long[] digits;

    private final int length;
    /** Who came in this round, and does not come again. */
    private final long[] used;
    /** Who was there when swaps began. */
    private final long[] before;
    /** Who may come without a conflict, and with one. */
    private final long[] free;

    private final long[] tight;
    /** The vertices of each penalty. */
    private final long[][] penalised;

    /** Bits of the last word beyond the last vertex. */
    private final long beyond;

    private int size;
    private int largest;
    private int delay = 2;
    private int sets;
    private int last;
    private long step;

    PenaltySearch(long[][] rows, FastRandom random) {
        this.rows = rows;
        this.random = random;
        n = rows.length;
        words = Rows.words(n);
        int most = 0;
        for (long[] row : rows) {
            most = Math.max(most, Rows.count(row));
        }
        length = Math.max(1, Integer.SIZE - Integer.numberOfLeadingZeros(most));
        digits = new long[words * length];
        set = new long[words];
        used = new long[words];
        before = new long[words];
        free = new long[words];
        tight = new long[words];
        penalised = new long[LEVELS][words];
        for (int v = 0; v < n; v++) {
            Rows.put(penalised[0], v);
        }
        beyond = ~penalised[0][words - 1];
        used[words - 1] = beyond;
    }

    /** Goes on where it was, until the deadline; tells of every set larger than those before. */
    void run(Deadline deadline, Consumer<byte[]> found) {
        do {
            sort();
            grow(found);
            // Swaps go on until nothing of the set is left that they began with.
            System.arraycopy(set, 0, before, 0, words);
            int kept = size;
            for (int v = least(tight); v >= 0 && kept > 0; v = least(tight)) {
                int u = Rows.common(set, rows[v], random);
                remove(u);
                if (Rows.has(before, u)) {
                    Rows.take(before, u);
                    kept--;
                }
                insert(v);
                if (sort()) {
                    grow(found);
                    System.arraycopy(set, 0, before, 0, words);
                    kept = size;
                }
                if ((++step & CHECK) == 0 && deadline.passed(CHECK + 1)) {
                    return;
                }
            }
            punish();
            perturb();
        } while ((++step & CHECK) != 0 || !deadline.passed(CHECK + 1));
    }

    /** Adds free vertices while there are some that may come. */
    private void grow(Consumer<byte[]> found) {
        for (int v = least(free); v >= 0; v = least(free)) {
            insert(v);
            Rows.take(free, v);
            for (int w = 0; w < words; w++) {
                free[w] &= ~rows[v][w];
            }
        }
        sort();
        if (size > largest) {
            largest = size;
            byte[] x = new byte[n];
            for (int v = 0; v < n; v++) {
                x[v] = (byte) (Rows.has(set, v) ? 1 : 0);
            }
            found.accept(x);
        }
    }

    /** Finds who may come; whether there is somebody without a conflict. */
    private boolean sort() {
        // No number is larger than the set.
        int top = Math.min(length, Integer.SIZE - Integer.numberOfLeadingZeros(size));
        long any = 0;
        for (int w = 0; w < words; w++) {
            int at = w * length;
            long one = digits[at];
            long more = 0;
            for (int k = 1; k < top; k++) {
                more |= digits[at + k];
            }
            free[w] = ~(one | more | used[w]);
            tight[w] = one & ~(more | used[w]);
            any |= free[w];
        }
        // The last word may have bits beyond the last vertex.
        return any != 0;
    }

    /** One of least penalty, by chance among equals. */
    private int least(long[] candidates) {
        long any = 0;
        for (long word : candidates) {
            any |= word;
        }
        int chosen = -1;
        for (int p = 0; any != 0 && chosen < 0 && p < LEVELS; p++) {
            chosen = Rows.common(candidates, penalised[p], random);
        }
        return chosen;
    }

    private void insert(int v) {
        long[] row = rows[v];
        for (int w = 0; w < words; w++) {
            long carry = row[w];
            for (int at = w * length; carry != 0; at++) {
                long digit = digits[at];
                digits[at] = digit ^ carry;
                carry &= digit;
            }
        }
        Rows.put(set, v);
        Rows.put(used, v);
        size++;
        last = v;
    }

    private void remove(int v) {
        long[] row = rows[v];
        for (int w = 0; w < words; w++) {
            long borrow = row[w];
            for (int at = w * length; borrow != 0; at++) {
                long digit = digits[at];
                digits[at] = digit ^ borrow;
                borrow &= ~digit;
            }
        }
        Rows.take(set, v);
        size--;
    }

    /** One more for all of the set; now and then one less for all. */
    private void punish() {
        for (int w = 0; w < words; w++) {
            long come = 0;
            for (int p = 0; p < LEVELS - 1; p++) {
                long go = penalised[p][w] & set[w];
                penalised[p][w] ^= go | come;
                come = go;
            }
            penalised[LEVELS - 1][w] |= come;
        }
        if (++sets >= delay) {
            sets = 0;
            long[] none = penalised[0];
            for (int w = 0; w < words; w++) {
                penalised[1][w] |= none[w];
            }
            Arrays.fill(none, 0);
            System.arraycopy(penalised, 1, penalised, 0, LEVELS - 1);
            penalised[LEVELS - 1] = none;
            delay = n - Rows.count(penalised[0]) < PENALISED * n ? delay + 1 : Math.max(1, delay - 1);
        }
    }

    /** All leave but the last that came; where penalties hardly last, any vertex comes, and its conflicts leave. */
    private void perturb() {
        if (delay > 1) {
            Arrays.fill(set, 0);
            Arrays.fill(digits, 0);
            size = 0;
            Arrays.fill(used, 0);
            used[words - 1] = beyond;
            insert(last);
        } else if (size < n) {
            int v = random.below(n);
            while (Rows.has(set, v)) {
                v = random.below(n);
            }
            for (int u = Rows.common(set, rows[v], random); u >= 0; u = Rows.common(set, rows[v], random)) {
                remove(u);
            }
            System.arraycopy(set, 0, used, 0, words);
            used[words - 1] |= beyond;
            insert(v);
        }
    }
}
