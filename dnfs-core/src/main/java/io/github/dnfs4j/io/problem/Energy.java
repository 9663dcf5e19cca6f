package io.github.dnfs4j.io.problem;

import io.github.dnfs4j.target.QuadraticForm;
import java.util.List;

/**
 * A quadratic energy as a file has it.
 *
 * @param form the energy, its variables numbered from 0
 * @param first the number of the first variable in the file
 * @param labels the names of the variables, strings or integers; empty where they have numbers only
 */
public record Energy(QuadraticForm form, int first, List<Object> labels) {
    /** What the file calls variable i: a string or an integer. */
    public Object label(int i) {
        return labels.isEmpty() ? Integer.valueOf(i + first) : labels.get(i);
    }
}
