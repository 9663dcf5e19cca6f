package io.github.dnfs4j.experiment.solve;

import io.github.dnfs4j.io.FormatException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What others have reached: a line {@code problem,file,best,proven,source} of {@code best-known.csv}.
 *
 * @param problem as for dnfs solve, or {@code qubo-max} for an energy that is maximised
 * @param file where it lies
 * @param best the objective
 * @param proven whether nothing is better, as they say
 */
public record BestKnown(String problem, Path file, double best, boolean proven) {
    private static final String NAME = "best-known.csv";
    private static final String HEADER = "problem,file,best,proven,source";
    private static final String MAXIMISED = "-max";

    /** The lines of a folder's table. A file lies in the folder itself, or in one that is called as its problem. */
    public static List<BestKnown> of(Path folder) throws IOException {
        Path table = folder.resolve(NAME);
        List<String> lines = Files.readAllLines(table);
        if (lines.isEmpty() || !lines.get(0).strip().equals(HEADER)) {
            throw new FormatException(table, 1, "the first line must be " + HEADER);
        }
        List<BestKnown> known = new ArrayList<>();
        for (int k = 1; k < lines.size(); k++) {
            if (!lines.get(k).isBlank()) {
                known.add(line(folder, table, k + 1, lines.get(k).strip()));
            }
        }
        return known;
    }

    private static BestKnown line(Path folder, Path table, int number, String line) throws FormatException {
        String[] words = line.split(",", 5);
        if (words.length != 5
                || !words[2].matches("-?[0-9]+([.][0-9]+)?")
                || !words[3].matches("(yes)?")
                || line.indexOf('\0') >= 0) {
            throw new FormatException(table, number, "a line must be " + HEADER + ", proven 'yes' or empty");
        }
        Path inside = folder.resolve(words[0].replace(MAXIMISED, "")).resolve(words[1]);
        Path file = Files.exists(inside) ? inside : folder.resolve(words[1]);
        return new BestKnown(words[0], file, Double.parseDouble(words[2]), words[3].equals("yes"));
    }

    /** The name of the problem for dnfs solve. */
    public String kind() {
        return problem.replace(MAXIMISED, "");
    }

    /** Whether an energy is maximised. */
    public boolean maximised() {
        return problem.endsWith(MAXIMISED);
    }

    /** How far an objective stays behind, as a part of the best known; negative where it is better. */
    public double behind(double objective, boolean larger) {
        double difference = larger ? best - objective : objective - best;
        return difference == 0 ? 0 : difference / Math.max(Math.abs(best), 1e-10);
    }
}
