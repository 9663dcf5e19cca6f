package io.github.dnfs4j.experiment.terminal;

import java.util.Collection;
import java.util.Comparator;

/**
 * The name that somebody meant who typed another: the nearest by letters to insert, leave out, replace or swap, if these are no
 * more than a third of the word, of a key with dots its last part. Also a name that begins with the word, of three letters or more.
 */
public final class Nearest {
    private static final int LETTERS_PER_SLIP = 3;

    private Nearest() {}

    /** {@code "; did you mean NAME?"}, or nothing. */
    public static String question(String word, Collection<String> names) {
        int letters = word.length() - word.lastIndexOf('.') - 1;
        return names.stream()
                .filter(name -> slips(word, name) * LETTERS_PER_SLIP <= letters
                        || (word.length() >= LETTERS_PER_SLIP && name.startsWith(word)))
                .min(Comparator.comparingInt((String name) -> slips(word, name)).thenComparing(name -> name))
                .map(name -> "; did you mean " + name + "?")
                .orElse("");
    }

    /** Levenshtein's distance, in which two neighbours that changed places are one slip. */
    static int slips(String a, String b) {
        int[][] d = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            for (int j = 0; j <= b.length(); j++) {
                if (i == 0 || j == 0) {
                    d[i][j] = i + j;
                    continue;
                }
                int replaced = d[i - 1][j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                d[i][j] = Math.min(replaced, 1 + Math.min(d[i - 1][j], d[i][j - 1]));
                if (i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1)) {
                    d[i][j] = Math.min(d[i][j], d[i - 2][j - 2] + 1);
                }
            }
        }
        return d[a.length()][b.length()];
    }
}
