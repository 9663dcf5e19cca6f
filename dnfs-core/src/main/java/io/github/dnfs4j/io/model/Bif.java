package io.github.dnfs4j.io.model;

import io.github.dnfs4j.factor.Factor;
import io.github.dnfs4j.factor.FactorGraph;
import io.github.dnfs4j.io.FormatException;
import io.github.dnfs4j.io.format.DoubleList;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A Bayesian network in the Interchange Format:
 *
 * <pre>{@code
 * network NAME { }
 * variable NAME { type discrete [ 2 ] { yes, no }; }
 * probability ( CHILD | PARENT, PARENT ) { (yes, no) 0.1, 0.9; default 0.5, 0.5; }
 * probability ( CHILD ) { table 0.2, 0.8; }
 * }</pre>
 *
 * <p>Variables come before the probabilities that name them. In {@code table} the child runs slowest and the last parent
 * fastest. Every variable has its probabilities once, every row of them adds up to 1 as closely as rounded numbers do,
 * and no variable is its own ancestor. Properties are passed over.
 */
final class Bif {
    /** Published tables are rounded. */
    private static final double TOLERANCE = 0.01;
    /** Entries that a default may fill in a file, rather than numbers that are there. */
    private static final long MOST_BY_DEFAULT = 1 << 20;

    private final BifTokens tokens;
    private final Map<String, Integer> numbers = new LinkedHashMap<>();
    private final List<List<String>> states = new ArrayList<>();
    private final Map<Integer, Factor> factors = new HashMap<>();
    private long byDefault;

    private Bif(BifTokens tokens) {
        this.tokens = tokens;
    }

    static FactorGraph read(Path file) throws IOException {
        return new Bif(BifTokens.open(file)).model();
    }

    private FactorGraph model() throws FormatException {
        while (!tokens.end()) {
            if (tokens.take("network")) {
                network();
            } else if (tokens.take("variable")) {
                variable();
            } else if (tokens.take("probability")) {
                probability();
            } else {
                throw tokens.bad(
                        "a block begins with network, variable or probability, not '" + tokens.name("a block") + "'");
            }
        }
        if (numbers.isEmpty()) {
            throw tokens.bad("there are no variables");
        }
        List<String> names = new ArrayList<>(numbers.keySet());
        List<Factor> all = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            Factor f = factors.get(i);
            if (f == null) {
                throw tokens.bad("variable " + names.get(i) + " has no probabilities");
            }
            all.add(f);
        }
        acyclic(names, all);
        int[] sizes = states.stream().mapToInt(List::size).toArray();
        return FactorGraph.of(sizes, all).named(names, states);
    }

    private void network() throws FormatException {
        while (!tokens.take("{")) {
            tokens.name("'{'");
        }
        while (!tokens.take("}")) {
            tokens.expect("property");
            tokens.skipStatement();
        }
    }

    private void variable() throws FormatException {
        String name = tokens.name("the name of a variable");
        if (numbers.containsKey(name)) {
            throw tokens.bad("variable " + name + " is there twice");
        }
        tokens.expect("{");
        List<String> values = List.of();
        while (!tokens.take("}")) {
            if (tokens.take("property")) {
                tokens.skipStatement();
                continue;
            }
            tokens.expect("type");
            tokens.expect("discrete");
            tokens.expect("[");
            String count = tokens.name("the number of states");
            tokens.expect("]");
            values = states(name, count);
        }
        if (values.isEmpty()) {
            throw tokens.bad("variable " + name + " has no type");
        }
        if (numbers.size() == ModelFiles.MOST_VARIABLES) {
            throw tokens.bad("more than " + ModelFiles.MOST_VARIABLES + " variables");
        }
        numbers.put(name, states.size());
        states.add(values);
    }

    private List<String> states(String name, String count) throws FormatException {
        List<String> values = new ArrayList<>();
        tokens.expect("{");
        while (!tokens.take("}")) {
            String value = tokens.name("a state of " + name);
            if (values.contains(value)) {
                throw tokens.bad("state " + value + " of " + name + " is there twice");
            }
            if (values.size() == FactorGraph.MOST_STATES) {
                throw tokens.bad(name + " has more than " + FactorGraph.MOST_STATES + " states");
            }
            values.add(value);
        }
        if (!count.equals(Integer.toString(values.size()))) {
            throw tokens.bad(name + " is said to have " + count + " states, " + values.size() + " are there");
        }
        tokens.expect(";");
        return values;
    }

    private int known(String name) throws FormatException {
        Integer number = numbers.get(name);
        if (number == null) {
            throw tokens.bad("no variable " + name + " so far");
        }
        return number;
    }

    private void probability() throws FormatException {
        List<Integer> scope = new ArrayList<>();
        tokens.expect("(");
        while (!tokens.take(")")) {
            int v = known(tokens.name("a variable"));
            if (scope.contains(v)) {
                throw tokens.bad("a variable is there twice");
            }
            scope.add(v);
        }
        if (scope.isEmpty()) {
            throw tokens.bad("a variable is missing");
        }
        if (factors.containsKey(scope.get(0))) {
            throw tokens.bad("the variable has its probabilities twice");
        }
        int[] variables = scope.stream().mapToInt(v -> v).toArray();
        factors.put(variables[0], body(variables));
    }

    private Factor body(int[] scope) throws FormatException {
        int[] shape = Arrays.stream(scope).map(v -> states.get(v).size()).toArray();
        int child = shape[0];
        long columns = Factor.entries(Arrays.copyOfRange(shape, 1, shape.length));
        Map<Long, double[]> rows = new HashMap<>();
        double[] rest = new double[0];
        DoubleList table = new DoubleList();
        tokens.expect("{");
        while (!tokens.take("}")) {
            if (tokens.take("property")) {
                tokens.skipStatement();
            } else if (tokens.take("table")) {
                table = numbers();
            } else if (tokens.take("default")) {
                rest = row(child);
            } else {
                long column = column(scope);
                if (rows.put(column, row(child)) != null) {
                    throw tokens.bad("a row is there twice");
                }
            }
        }
        if (table.size() > 0) {
            if (!rows.isEmpty() || rest.length > 0) {
                throw tokens.bad("a table leaves no room for rows or a default");
            }
            return fromTable(scope, shape, columns, table);
        }
        long missing = columns - rows.size();
        if (missing > 0 && rest.length == 0) {
            throw tokens.bad("rows for " + rows.size() + " states of the parents, which have "
                    + (columns == Long.MAX_VALUE ? "far more" : Long.toString(columns)));
        }
        byDefault += Math.min(MOST_BY_DEFAULT + 1, missing) * child;
        if (byDefault > MOST_BY_DEFAULT) {
            throw tokens.bad("defaults fill more than " + MOST_BY_DEFAULT + " entries");
        }
        double[] log = new double[Math.toIntExact(columns * child)];
        for (int c = 0; c < columns; c++) {
            double[] row = rows.getOrDefault((long) c, rest);
            for (int a = 0; a < child; a++) {
                log[Math.toIntExact(a * columns + c)] = Math.log(row[a]);
            }
        }
        return Factor.of(scope, shape, log);
    }

    private Factor fromTable(int[] scope, int[] shape, long columns, DoubleList table) throws FormatException {
        int child = shape[0];
        if (table.size() != Factor.entries(shape)) {
            throw tokens.bad("a table of " + table.size() + " entries, where there should be "
                    + (columns > Integer.MAX_VALUE ? "far more" : Long.toString(columns * child)));
        }
        double[] log = new double[table.size()];
        for (int c = 0; c < columns; c++) {
            double sum = 0;
            for (int a = 0; a < child; a++) {
                int e = Math.toIntExact(a * columns + c);
                sum += table.get(e);
                log[e] = Math.log(table.get(e));
            }
            checkSum(sum);
        }
        return Factor.of(scope, shape, log);
    }

    private void checkSum(double sum) throws FormatException {
        if (Math.abs(sum - 1) > TOLERANCE) {
            throw tokens.bad("the probabilities of the states of a variable add up to " + sum);
        }
    }

    /** DoubleList up to the semicolon. */
    private DoubleList numbers() throws FormatException {
        DoubleList read = new DoubleList();
        while (!tokens.take(";")) {
            read.add(tokens.probability());
        }
        if (read.size() == 0) {
            throw tokens.bad("probabilities are missing");
        }
        return read;
    }

    private double[] row(int child) throws FormatException {
        DoubleList read = numbers();
        if (read.size() != child) {
            throw tokens.bad("a row of " + read.size() + " probabilities for " + child + " states");
        }
        double[] row = new double[child];
        Arrays.setAll(row, read::get);
        checkSum(Arrays.stream(row).sum());
        return row;
    }

    /** The states of the parents in parentheses, as a number; the last parent runs fastest. */
    private long column(int[] scope) throws FormatException {
        long column = 0;
        tokens.expect("(");
        for (int k = 1; k < scope.length; k++) {
            List<String> values = states.get(scope[k]);
            String value = tokens.name("a state of a parent");
            int a = values.indexOf(value);
            if (a < 0) {
                throw tokens.bad("the parent has no state " + value + "; it has " + String.join(", ", values));
            }
            column = column * values.size() + a;
        }
        tokens.expect(")");
        return column;
    }

    /** Takes away variables whose parents are all gone until none is left. */
    private void acyclic(List<String> names, List<Factor> all) throws FormatException {
        int[] waiting = new int[all.size()];
        List<List<Integer>> children = new ArrayList<>();
        List<Integer> ready = new ArrayList<>();
        for (int i = 0; i < waiting.length; i++) {
            children.add(new ArrayList<>());
        }
        for (int i = 0; i < waiting.length; i++) {
            Factor f = all.get(i);
            waiting[i] = f.order() - 1;
            for (int k = 1; k < f.order(); k++) {
                children.get(f.variable(k)).add(i);
            }
            if (waiting[i] == 0) {
                ready.add(i);
            }
        }
        for (int k = 0; k < ready.size(); k++) {
            for (int child : children.get(ready.get(k))) {
                if (--waiting[child] == 0) {
                    ready.add(child);
                }
            }
        }
        if (ready.size() < waiting.length) {
            int stuck = 0;
            while (waiting[stuck] == 0) {
                stuck++;
            }
            throw tokens.bad("a circle of parents: variable " + names.get(stuck) + " waits for itself");
        }
    }
}
