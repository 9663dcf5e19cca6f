package io.github.dnfs4j.io.problem;

import io.github.dnfs4j.target.QuadraticForm;
import java.util.List;

/**
 * A quadratic energy as a file has it.
 *
 * @param form the energy, to be minimised, its variables numbered from 0
 * @param format that it came in
 * @param first the number of the first variable in the file
 * @param labels the names of the variables: strings, numbers and lists of them; empty where they have numbers only
 * @param maximised whether the file asks for the largest value of what is minus this energy; most cannot say so
 */
public record Energy(QuadraticForm form, ProblemFormat format, int first, List<Object> labels, boolean maximised) {
    /** An energy to be minimised, of variables that are numbered from {@code first}. */
    public static Energy numbered(QuadraticForm form, ProblemFormat format, int first) {
        return new Energy(form, format, first, List.of(), false);
    }

    /** This file, read as one that asks for the largest value. */
    public Energy asMaximised() {
        return new Energy(form.negated(), format, first, labels, true);
    }

    /** What the file calls variable i: a string, a number or a list of them. */
    public Object label(int i) {
        return labels.isEmpty() ? Integer.valueOf(i + first) : labels.get(i);
    }
}
