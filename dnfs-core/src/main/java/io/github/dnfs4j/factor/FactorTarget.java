package io.github.dnfs4j.factor;

import static io.github.dnfs4j.torch.Ops.pick;
import static io.github.dnfs4j.torch.Ops.scalar;

import io.github.dnfs4j.target.Lattice;
import io.github.dnfs4j.target.StateSpace;
import io.github.dnfs4j.target.Structure;
import io.github.dnfs4j.target.Target;
import io.github.dnfs4j.target.Tempered;
import io.github.dnfs4j.torch.Constant;
import io.github.dnfs4j.torch.Ops;
import io.github.dnfs4j.torch.Scope;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.bytedeco.pytorch.Tensor;
import org.jspecify.annotations.Nullable;

/**
 * A factor graph as a target. All tables lie one after the other in one array T; with the scope (v_1, .., v_K) of a
 * factor, its strides and its first entry,
 *
 * <pre>{@code
 * e_f(x) = first_f + sum_k stride_fk x_(v_k)                          entries [n, F]
 * U(x)   = sum_f T[e_f(x)]
 * U(x with x_i = tau) - U(x) = sum over factors f of i of T[e_f(x) + stride_fi (tau - x_i)] - T[e_f(x)]
 * }</pre>
 *
 * <p>Log ratios of values that a variable does not have are 0.
 *
 * <p>Forbidden states would have U = -infinity, which no network can learn and no sampler can leave. Here a forbidden
 * entry counts as the smallest allowed entry of its factor less a penalty, so that U is finite everywhere: the target is
 * one of a slightly larger support. {@link #allowed} tells which states the model itself allows. Setting the weights of
 * the others to zero makes every estimate one of the model: unbiased, whatever the penalty; a larger penalty only wastes
 * fewer samples and makes a rougher landscape.
 */
public final class FactorTarget implements Target, Tempered {
    /** The usual penalty: forbidden entries count 1/3000 of the least that is allowed. */
    public static final double PENALTY = 8;

    private static final double NONE = Double.NEGATIVE_INFINITY;
    /** Numbers at once, near 100 MB. */
    private static final long NUMBERS = 5_000_000;
    /** Shortest paths of more variables are not worth their memory. */
    private static final int MOST_DISTANCES = 2048;

    private final double penalty;
    private final double beta;
    private final FactorGraph graph;
    private final StateSpace space;
    private final Constant tables;
    private final @Nullable Constant forbidden;
    private final int factors;
    /** Variables [K, F], strides [K, F] and first entries [F]; factors of fewer than K variables have strides of 0. */
    private final Constant scopes;

    private final Constant strides;
    private final Constant firsts;
    private final List<Group> groups = new ArrayList<>();
    /** In which group each variable is, and where. */
    private final int[] groupOf;

    private final int[] placeIn;
    /** Puts the variables of all groups, one group after the other, into their order. */
    private final Constant order;

    private final int largestOrder;
    private final Structure structure;

    /**
     * Variables with about as many factors each, m of them, padded to D factors with one that is 0.
     *
     * @param size m
     * @param degree D
     * @param variables [m]
     * @param factor the numbers of their factors, [m D]
     * @param stride of the variable in each, [m, D, 1]
     * @param values for each variable 0, 1, .. and its last value in place of those that it does not have, [m, 1, S]
     */
    private record Group(int size, int degree, Constant variables, Constant factor, Constant stride, Constant values) {}

    private FactorTarget(FactorGraph given, double penalty, double beta) {
        this.penalty = penalty;
        this.beta = beta;
        graph = given.merged();
        space = StateSpace.of(graph.sizes());
        List<Factor> all = graph.factors();
        largestOrder = all.stream().mapToInt(Factor::order).max().orElse(0);
        // One factor more, the constant 0, to pad with.
        factors = all.size() + 1;
        long entries = 1 + all.stream().mapToLong(Factor::entries).sum();
        double[] table = new double[Math.toIntExact(entries)];
        double[] ruledOut = new double[table.length];
        long[] first = new long[factors];
        long[] scope = new long[Math.max(1, largestOrder) * factors];
        long[] stride = new long[scope.length];
        int at = 0;
        boolean any = false;
        for (int f = 0; f < all.size(); f++) {
            Factor factor = all.get(f);
            first[f] = at;
            for (int k = 0; k < factor.order(); k++) {
                scope[k * factors + f] = factor.variable(k);
                stride[k * factors + f] = factor.stride(k);
            }
            Factor soft = factor.penalised(penalty);
            for (int e = 0; e < factor.entries(); e++) {
                boolean out = factor.log(e) == NONE;
                any |= out;
                ruledOut[at] = out ? 1 : 0;
                table[at++] = soft.log(e);
            }
        }
        first[factors - 1] = at;
        tables = Constant.of(table, table.length);
        forbidden = any ? Constant.of(ruledOut, table.length) : null;
        firsts = Constant.of(first, factors);
        scopes = Constant.of(scope, Math.max(1, largestOrder), factors);
        strides = Constant.of(stride, Math.max(1, largestOrder), factors);
        groupOf = new int[space.sites()];
        placeIn = new int[space.sites()];
        order = group();
        structure = new Paths(graph);
    }

    /** This target, of which is said that its U is {@code -beta E}. */
    public FactorTarget at(double newBeta) {
        return new FactorTarget(graph, penalty, newBeta);
    }

    /** The graph whose log density is U: forbidden entries at their penalties. */
    public FactorGraph penalised() {
        return FactorGraph.of(
                graph.sizes(),
                graph.factors().stream().map(f -> f.penalised(penalty)).toList());
    }

    @Override
    public double inverseTemperature() {
        return beta;
    }

    /** With the usual penalty. */
    public static FactorTarget of(FactorGraph graph) {
        return of(graph, PENALTY);
    }

    /**
     * A graph with at least one variable of two states; {@link FactorGraph#condition} takes out those of one.
     *
     * @param penalty how far below the smallest allowed entry of its factor a forbidden entry counts, positive
     */
    public static FactorTarget of(FactorGraph graph, double penalty) {
        if (!(penalty > 0 && Double.isFinite(penalty))) {
            throw new IllegalArgumentException("penalty must be positive, not " + penalty);
        }
        if (Arrays.stream(graph.sizes()).noneMatch(s -> s > 1)) {
            throw new IllegalArgumentException("there is nothing to sample: no variable has two states");
        }
        return new FactorTarget(graph, penalty, 1);
    }

    /** Sorts the variables into groups whose degrees differ by less than a factor of two. */
    private Constant group() {
        int[][] incident = graph.factorsOfEach();
        List<List<Integer>> byDegree = new ArrayList<>();
        for (int i = 0; i < incident.length; i++) {
            int group = 32 - Integer.numberOfLeadingZeros(incident[i].length);
            while (byDegree.size() <= group) {
                byDegree.add(new ArrayList<>());
            }
            byDegree.get(group).add(i);
        }
        long[] place = new long[incident.length];
        int before = 0;
        for (List<Integer> members : byDegree) {
            if (members.isEmpty()) {
                continue;
            }
            for (int k = 0; k < members.size(); k++) {
                groupOf[members.get(k)] = groups.size();
                placeIn[members.get(k)] = k;
                place[members.get(k)] = before + k;
            }
            before += members.size();
            groups.add(group(members, incident));
        }
        return Constant.of(place, place.length);
    }

    private Group group(List<Integer> members, int[][] incident) {
        int m = members.size();
        int s = space.states();
        int degree = members.stream().mapToInt(i -> incident[i].length).max().orElse(0);
        long[] variables = new long[m];
        long[] factor = new long[m * degree];
        long[] stride = new long[m * degree];
        long[] values = new long[m * s];
        Arrays.fill(factor, factors - 1L);
        for (int k = 0; k < m; k++) {
            int i = members.get(k);
            variables[k] = i;
            for (int j = 0; j < incident[i].length; j++) {
                Factor f = graph.factors().get(incident[i][j]);
                factor[k * degree + j] = incident[i][j];
                stride[k * degree + j] = f.stride(f.position(i));
            }
            for (int a = 0; a < s; a++) {
                values[k * s + a] = Math.min(a, space.size(i) - 1);
            }
        }
        return new Group(
                m,
                degree,
                Constant.of(variables, m),
                Constant.of(factor, (long) m * degree),
                Constant.of(stride, m, degree, 1),
                Constant.of(values, m, 1, s));
    }

    /** The model, with factors of the same variables merged. */
    public FactorGraph graph() {
        return graph;
    }

    @Override
    public StateSpace space() {
        return space;
    }

    @Override
    public Structure structure() {
        return structure;
    }

    /** Whether the model forbids any state at all. */
    public boolean forbids() {
        return forbidden != null;
    }

    /** Which states the model allows, bool [n]. */
    public Tensor allowed(Tensor x) {
        if (forbidden == null) {
            return x.select(1, 0).ge(scalar(0L));
        }
        try (Scope scope = Scope.open()) {
            return scope.keep(at(forbidden, entries(x)).sum(-1).lt(scalar(0.5)));
        }
    }

    @Override
    public Tensor logDensity(Tensor x) {
        try (Scope scope = Scope.open()) {
            return scope.keep(at(tables, entries(x)).sum(-1));
        }
    }

    /** e_f, [n, F]. */
    private Tensor entries(Tensor x) {
        return entries(x, firsts.like(x), scopes.like(x), strides.like(x));
    }

    /** e_f of some factors, [n, m]. */
    private Tensor entries(Tensor x, Tensor some) {
        return entries(
                x,
                firsts.like(x).index_select(0, some),
                scopes.like(x).index_select(1, some),
                strides.like(x).index_select(1, some));
    }

    private Tensor entries(Tensor x, Tensor first, Tensor scope, Tensor stride) {
        Tensor e = first.unsqueeze(0).expand(x.size(0), -1);
        for (int k = 0; k < largestOrder; k++) {
            e = e.add(x.index_select(1, scope.select(0, k)).mul(stride.select(0, k)));
        }
        return e;
    }

    private static Tensor at(Constant table, Tensor entries) {
        return table.like(entries).index_select(0, entries.reshape(-1)).view_as(entries);
    }

    @Override
    public Tensor logRatios(Tensor x) {
        long widest = groups.stream()
                .mapToLong(g -> (long) g.size() * Math.max(1, g.degree()) * space.states())
                .max()
                .orElse(1);
        long n = x.size(0);
        long rowsAtOnce = Math.max(1, NUMBERS / widest);
        try (Scope scope = Scope.open()) {
            Tensor[] parts = new Tensor[Math.toIntExact(Math.max(1, (n + rowsAtOnce - 1) / rowsAtOnce))];
            for (int k = 0; k < parts.length; k++) {
                long from = k * rowsAtOnce;
                try (Scope chunk = Scope.open()) {
                    parts[k] = chunk.keep(ratios(x.narrow(0, from, Math.min(rowsAtOnce, n - from))));
                }
            }
            return scope.keep(Ops.cat(0, parts));
        }
    }

    private Tensor ratios(Tensor x) {
        Tensor entries = entries(x);
        Tensor[] parts = new Tensor[groups.size()];
        for (int g = 0; g < parts.length; g++) {
            Group group = groups.get(g);
            Tensor own = entries.index_select(1, group.factor().like(x));
            parts[g] = ratios(x, own, group, 0, group.size());
        }
        Tensor all = Ops.cat(1, parts).index_select(1, order.like(x));
        Tensor exists = space.exists(x);
        return exists == null ? all : all.masked_fill(exists.logical_not(), scalar(0.0));
    }

    /**
     * Of {@code m} variables of a group, [n, m, S], with the last value in place of those that a variable does not have.
     *
     * @param entries of their factors, [n, m D]
     */
    private Tensor ratios(Tensor x, Tensor entries, Group group, int from, int m) {
        long n = x.size(0);
        Tensor own = x.index_select(1, group.variables().like(x).narrow(0, from, m)); // [n, m]
        Tensor stride = group.stride().like(x).narrow(0, from, m);
        Tensor values = group.values().like(x).narrow(0, from, m);
        Tensor without =
                entries.view(n, m, group.degree(), 1).sub(own.view(n, m, 1, 1).mul(stride));
        Tensor f = at(tables, without.add(stride.mul(values))).sum(2); // [n, m, S]
        return f.sub(pick(f, own).unsqueeze(-1));
    }

    @Override
    public Tensor logRatiosAt(Tensor x, int site) {
        try (Scope scope = Scope.open()) {
            Group group = groups.get(groupOf[site]);
            int place = placeIn[site];
            long degree = group.degree();
            Tensor own = entries(x, group.factor().like(x).narrow(0, place * degree, degree));
            Tensor one = ratios(x, own, group, place, 1).squeeze(1);
            Tensor exists = space.exists(x);
            return scope.keep(
                    exists == null
                            ? one
                            : one.masked_fill(exists.select(0, site).logical_not(), scalar(0.0)));
        }
    }

    /** How many factors variables are apart, and whether they are the spins of a square lattice. */
    private static final class Paths implements Structure {
        private static final int NO_PATH = 255;

        private final int[][] neighbours;
        private final Optional<SpinLattice> spins;
        private @Nullable Constant lengths;

        Paths(FactorGraph graph) {
            neighbours = graph.neighbours();
            spins = SpinLattice.of(graph);
        }

        @Override
        public Optional<Lattice> bonded() {
            return spins.map(SpinLattice::lattice);
        }

        @Override
        public boolean symmetric() {
            return spins.isPresent();
        }

        @Override
        public @Nullable Tensor bonds(Tensor x) {
            return spins.map(s -> s.bonds().like(x).expand(x.size(0), -1, -1)).orElse(null);
        }

        @Override
        public synchronized @Nullable Tensor distances(Tensor x) {
            if (neighbours.length > MOST_DISTANCES) {
                return null;
            }
            if (lengths == null) {
                lengths = Constant.of(paths(), 1, neighbours.length, neighbours.length);
            }
            return lengths.like(x).expand(x.size(0), -1, -1);
        }

        /** Breadth first from every variable. */
        private byte[] paths() {
            int d = neighbours.length;
            byte[] length = new byte[d * d];
            Arrays.fill(length, (byte) NO_PATH);
            int[] queue = new int[d];
            for (int v = 0; v < d; v++) {
                int tail = 0;
                length[v * d + v] = 0;
                queue[tail++] = v;
                for (int head = 0; head < tail; head++) {
                    int u = queue[head];
                    for (int w : neighbours[u]) {
                        if ((length[v * d + w] & 0xff) == NO_PATH) {
                            length[v * d + w] = (byte) Math.min((length[v * d + u] & 0xff) + 1, NO_PATH - 1);
                            queue[tail++] = w;
                        }
                    }
                }
            }
            return length;
        }
    }
}
