package io.github.dnfs4j.experiment.terminal;

import java.util.Collection;
import java.util.Comparator;

/**
 * The name that somebody meant who typed another: the nearest by letters to insert, leave out or replace, if these are no
 * more than a third of the word. Also a name that begins with the word, of three letters or more.
 */
public final class Nearest {
    private static final int LETTERS_PER_SLIP = 3;

    private Nearest() {}

    /** {@code "; did you mean NAME?"}, or nothing. */
    public static String question(String word, Collection<String> names) {
        return names.stream()
                .filter(name -> slips(word, name) * LETTERS_PER_SLIP <= word.length()
                        || (word.length() >= LETTERS_PER_SLIP && name.startsWith(word)))
                .min(Comparator.comparingInt((String name) -> slips(word, name)).thenComparing(name -> name))
                .map(name -> "; did you mean " + name + "?")
                .orElse("");
    }

    /** Levenshtein's distance. */
    static int slips(String a, String b) {
        int[] row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int replaced = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
            }
        }
        return row[b.length()];
    }
}
