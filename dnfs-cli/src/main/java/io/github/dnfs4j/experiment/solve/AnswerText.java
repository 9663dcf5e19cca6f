package io.github.dnfs4j.experiment.solve;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import io.github.dnfs4j.combopt.SolutionPool.Solution;
import io.github.dnfs4j.io.FormatException;
import io.github.dnfs4j.io.problem.ProblemFormat;
import java.io.PrintStream;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** An answer for people, and its solution for other programs. */
public final class AnswerText {
    private static final int SHOWN = 40;
    private static final int ROWS = 20;

    private AnswerText() {}

    public static void print(Answer answer, PrintStream out) {
        Instance instance = answer.instance();
        Solution best = answer.best();
        ArrayNode labels = AnswerJson.labels(instance, best.x());
        StringBuilder shown = new StringBuilder();
        for (int k = 0; k < Math.min(SHOWN, labels.size()); k++) {
            shown.append(' ').append(word(labels.get(k)));
        }
        String more = labels.size() > SHOWN ? " ... (all with --json or --out)" : "";
        out.println(instance.kind() + " of "
                + FormatException.visible(instance.file().toString()) + ": " + instance.size() + " ("
                + instance.format() + ")");
        out.println("objective  " + number(best.objective()));
        out.println("feasible   " + (answer.feasible() ? "yes, checked" : "no"));
        out.println("optimal    " + (answer.optimal() ? "yes, proven" : "not proven" + gap(answer)));
        out.printf(
                Locale.ROOT,
                "seconds    %.2f, best after %.2f by %s%n",
                answer.seconds(),
                answer.secondsToBest(),
                answer.method().isEmpty() ? "nothing" : answer.method());
        out.println("solution   " + labels.size() + " selected:" + shown + more);
        out.println();
        out.println("   objective    count   selected   best distinct solutions"
                + (answer.complete() ? ", none missing" : ""));
        for (Solution s :
                answer.solutions().subList(0, Math.min(ROWS, answer.solutions().size()))) {
            int selected = AnswerJson.labels(instance, s.x()).size();
            out.printf(Locale.ROOT, "%12s %8d %10d%n", number(s.objective()), s.count(), selected);
        }
        if (answer.solutions().size() > ROWS) {
            out.println("... " + answer.solutions().size() + " in all, with --json");
        }
    }

    private static String gap(Answer answer) {
        return answer.bound() == null ? "" : ", bound " + number(answer.bound()) + percent(answer.gap());
    }

    static String percent(@Nullable Double gap) {
        return gap == null ? "" : String.format(Locale.ROOT, ", gap %.2f %%", 100 * gap);
    }

    /** One line of a table of several files. */
    public static String line(Answer answer) {
        return line(
                answer.best().objective(),
                answer.optimal() ? "proven" : answer.feasible() ? "" : "infeasible",
                answer.seconds(),
                answer.instance().file().toString());
    }

    /** The line of an answer that is no longer at hand. */
    public static String line(double objective, String remark, double seconds, String file) {
        return String.format(
                Locale.ROOT,
                "%12s  %-10s %8.2f s  %s",
                number(objective),
                remark,
                seconds,
                FormatException.visible(file));
    }

    /** A whole number where it is one. */
    public static String number(double value) {
        return value == Math.rint(value) && Math.abs(value) < 1L << 53
                ? Long.toString((long) value)
                : String.format(Locale.ROOT, "%.9g", value);
    }

    private static String word(JsonNode label) {
        return FormatException.visible(label.isTextual() ? label.asText() : label.toString());
    }

    /** The solution as programs of the file's world write it: names and values for LP and MPS, else what is selected. */
    public static String solution(Answer answer) {
        Instance instance = answer.instance();
        StringBuilder text = new StringBuilder();
        byte[] x = answer.best().x();
        if (instance.format() == ProblemFormat.LP || instance.format() == ProblemFormat.MPS) {
            text.append("# Objective value = ")
                    .append(number(answer.best().objective()))
                    .append('\n');
            for (int i = 0; i < x.length; i++) {
                text.append(instance.label().apply(i)).append(' ').append(x[i]).append('\n');
            }
        } else {
            AnswerJson.labels(instance, x)
                    .forEach(label -> text.append(label.isTextual() ? label.asText() : label.toString())
                            .append('\n'));
        }
        return text.toString();
    }
}
