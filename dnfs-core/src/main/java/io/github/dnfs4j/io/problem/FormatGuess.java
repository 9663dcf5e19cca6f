package io.github.dnfs4j.io.problem;

import io.github.dnfs4j.io.FormatException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Tells the format of a problem from what the file holds, where its name does not say. A first word gives most away;
 * files of nothing but numbers are told apart by the numbers of columns and by whether the first line counts the rest.
 * Where two readings are possible none is chosen.
 */
final class FormatGuess {
    private static final int HEAD = 1 << 12;

    private final Lines lines;
    // Of the first line, and of those after it.
    private final long[] first = new long[2];
    private int firstColumns;
    private int fewest = Integer.MAX_VALUE;
    private int most;
    private long rows;
    private long words;
    private long largest;

    private FormatGuess(Lines lines) {
        this.lines = lines;
    }

    /** The format of a graph or, if {@code energy}, of an energy. */
    static ProblemFormat of(Source source, boolean energy) throws IOException {
        ProblemFormat told = byWords(source);
        if (told != null) {
            return told;
        }
        Predicate<ProblemFormat> holds = energy ? ProblemFormat::energies : ProblemFormat::graphs;
        try (Lines lines = Lines.open(source)) {
            FormatGuess guess = new FormatGuess(lines);
            if (!guess.numbers()) {
                throw new FormatException(
                        source.name(), "cannot tell the format; say --format, one of " + ProblemFormat.names(holds));
            }
            return energy ? guess.energy() : guess.graph(source);
        }
    }

    private static @Nullable ProblemFormat byWords(Source source) throws IOException {
        byte[] head;
        try (InputStream in = source.open()) {
            head = in.readNBytes(HEAD);
        }
        String text = new String(head, StandardCharsets.ISO_8859_1);
        if (text.startsWith(BqmFile.MAGIC) || text.stripLeading().startsWith("{")) {
            return ProblemFormat.BQM;
        }
        if (text.startsWith("%%MatrixMarket")) {
            return ProblemFormat.MTX;
        }
        for (String line : text.lines().toList()) {
            String content = line.strip();
            if (content.isEmpty() || content.matches("[#%*\\\\].*|c|c\\s.*")) {
                continue;
            }
            String[] words = content.split("\\s+");
            String word = words[0].toLowerCase(Locale.ROOT);
            if (word.equals("p")) {
                return words.length > 1 && words[1].equals("qubo") ? ProblemFormat.QBSOLV : ProblemFormat.DIMACS;
            }
            if (word.matches("e|a|n") && words.length > 2) {
                return ProblemFormat.DIMACS; // without its first line, as the reader will say
            }
            if (word.matches("min|max|(min|max)im(i[sz]e|um)")) {
                return ProblemFormat.LP;
            }
            if (words[0].matches("NAME|ROWS|OBJSENSE")) {
                return ProblemFormat.MPS;
            }
            return null;
        }
        return null;
    }

    /** Counts lines and columns; false where something is no number. */
    private boolean numbers() throws IOException {
        while (lines.next()) {
            char c = lines.first();
            if (c == '\n' || c == '#' || c == '%') {
                continue;
            }
            int columns = 0;
            boolean header = firstColumns == 0;
            while (lines.more()) {
                String word = lines.word("a number");
                if (!word.matches("[-+0-9.eE]+")) {
                    return false;
                }
                if (columns < 2) {
                    long value = word.matches("[0-9]{1,18}") ? Long.parseLong(word) : -1;
                    if (header) {
                        first[columns] = value;
                    } else {
                        largest = Math.max(largest, value);
                    }
                }
                columns++;
            }
            if (header) {
                firstColumns = columns;
            } else {
                rows++;
                words += columns;
                fewest = Math.min(fewest, columns);
                most = Math.max(most, columns);
            }
        }
        return firstColumns > 0;
    }

    private ProblemFormat energy() throws FormatException {
        if (firstColumns == 3) {
            return ProblemFormat.COO;
        }
        if (firstColumns > 3) {
            throw lines.badFile(
                    "cannot tell the format; say --format, one of " + ProblemFormat.names(ProblemFormat::energies));
        }
        return ProblemFormat.SPARSE;
    }

    private ProblemFormat graph(Source source) throws IOException {
        boolean pairs = fewest >= 2 && most <= 3;
        boolean rudy = firstColumns == 2 && rows == first[1] && (rows == 0 || pairs);
        boolean metis = rows <= first[0] && (words == 2 * first[1] || firstColumns > 2);
        // Lists of two or three neighbours look like edges; then only a graph that they make tells.
        metis &= !pairs || reads(source);
        if (rudy && metis && rows > 0) {
            throw lines.badFile("it can be read as rudy and as metis; say --format");
        }
        if (rudy || metis) {
            return rudy ? ProblemFormat.RUDY : ProblemFormat.METIS;
        }
        boolean table =
                rows == 0 ? firstColumns == 2 || firstColumns == 3 : pairs && fewest == most && most == firstColumns;
        if (!table) {
            return pairs && firstColumns == 2 ? ProblemFormat.RUDY : ProblemFormat.METIS; // and its reader says why not
        }
        if (firstColumns == 2 && first[0] >= largest && rows > 0) {
            throw lines.badFile("the first line may announce " + first[1] + " edges, but " + rows
                    + " follow; say --format edges if it is an edge itself, else rudy");
        }
        return ProblemFormat.EDGES;
    }

    /** Whether the lines are lists of neighbours after all. */
    private static boolean reads(Source source) throws IOException {
        try (Lines again = Lines.open(source)) {
            Metis.read(again, GraphFiles.MOST_VERTICES);
            return true;
        } catch (FormatException | IllegalArgumentException not) {
            return false;
        }
    }
}
