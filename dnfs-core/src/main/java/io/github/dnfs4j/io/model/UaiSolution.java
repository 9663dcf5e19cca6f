package io.github.dnfs4j.io.model;

import java.io.IOException;
import java.io.Writer;

/** Answers as the UAI competitions want them: the name of the task, then a line. */
final class UaiSolution {
    private UaiSolution() {}

    static void partition(Writer out, double logZ) throws IOException {
        String value = logZ == Double.NEGATIVE_INFINITY ? "-inf" : Double.toString(logZ / Math.log(10));
        out.write("PR\n" + value + "\n");
    }

    static void marginals(Writer out, double[][] marginals) throws IOException {
        out.write("MAR\n" + marginals.length);
        for (double[] m : marginals) {
            out.write(" " + m.length);
            for (double p : m) {
                out.write(" " + p);
            }
        }
        out.write("\n");
    }

    static void state(Writer out, int[] state) throws IOException {
        out.write("MPE\n" + state.length);
        for (int value : state) {
            out.write(" " + value);
        }
        out.write("\n");
    }

    static void state(Writer out, int[] variables, int[] state) throws IOException {
        out.write("MMAP\n" + variables.length);
        for (int v : variables) {
            out.write(" " + v + " " + state[v]);
        }
        out.write("\n");
    }
}
