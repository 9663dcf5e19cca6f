package io.github.dnfs4j.io.problem;

import io.github.dnfs4j.io.FormatException;
import io.github.dnfs4j.target.QuadraticForm;
import io.github.dnfs4j.target.QuadraticForm.Variables;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * An objective in variables with names, as the formats of integer programs have it. It is a QUBO if every variable is
 * binary, declared so or an integer with the bounds 0 and 1.
 */
final class NamedTerms {
    private final Map<String, Integer> index = new HashMap<>();
    private final List<Object> names = new ArrayList<>();
    private final List<Kind> kinds = new ArrayList<>();
    private final Terms terms = new Terms();
    private final Function<String, FormatException> bad;
    private final int most;
    private double offset;
    private boolean maximised;

    /** What is known of a variable so far. */
    private static final class Kind {
        private boolean binary;
        private boolean integer;
        private double lower;
        private double upper = Double.POSITIVE_INFINITY;
    }

    NamedTerms(int most, Function<String, FormatException> bad) {
        this.most = most;
        this.bad = bad;
    }

    /** The number of a variable, which is new if its name is. */
    int variable(String name) throws FormatException {
        Integer known = index.get(name);
        if (known != null) {
            return known;
        }
        if (names.size() == most) {
            throw bad.apply("more variables than the limit of " + most + "; --max-vertices raises it");
        }
        index.put(name, names.size());
        names.add(name);
        kinds.add(new Kind());
        return names.size() - 1;
    }

    /** The number of a variable that must have been named before. */
    int known(String name) throws FormatException {
        Integer number = index.get(name);
        if (number == null) {
            throw bad.apply("the variable '" + name + "' was not named before");
        }
        return number;
    }

    void linear(int i, double value) {
        terms.add(i, i, value);
    }

    /** The product of two variables; of a binary variable with itself it is the variable. */
    void product(int i, int j, double value) {
        terms.add(i, j, value);
    }

    void constant(double value) {
        offset += value;
    }

    void maximise(boolean yes) {
        maximised = yes;
    }

    void binary(int i) {
        kinds.get(i).binary = true;
    }

    void integer(int i) {
        kinds.get(i).integer = true;
    }

    void lower(int i, double value) {
        kinds.get(i).lower = value;
    }

    void upper(int i, double value) {
        kinds.get(i).upper = value;
    }

    Energy energy(ProblemFormat format) throws FormatException {
        for (int i = 0; i < names.size(); i++) {
            Kind kind = kinds.get(i);
            boolean bounded = kind.lower == 0 && (kind.upper == 1 || kind.binary && kind.upper > 1);
            if (!bounded || !(kind.binary || kind.integer)) {
                throw bad.apply("the variable '" + names.get(i) + "' is not binary; a QUBO has no others");
            }
        }
        if (names.isEmpty()) {
            throw bad.apply("there are no variables");
        }
        QuadraticForm stated = terms.build(Variables.BINARY, names.size(), offset);
        Energy energy = new Energy(stated, format, 0, List.copyOf(names), false);
        return maximised ? energy.asMaximised() : energy;
    }
}
