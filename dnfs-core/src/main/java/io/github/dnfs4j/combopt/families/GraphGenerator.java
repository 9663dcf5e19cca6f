package io.github.dnfs4j.combopt.families;

import io.github.dnfs4j.combopt.FastRandom;
import io.github.dnfs4j.target.Graph;
import java.util.ArrayList;
import java.util.List;

/**
 * A random family of graphs. Graph k of a seed is always the same graph, whatever else is drawn.
 *
 * <p>Families are named as {@code er:16-20}, {@code er:1000:0.01}, {@code ba:32-40}, {@code ba:64-75:4},
 * {@code rb:32-40}, {@code rb:200-300:0.3-1}.
 */
public interface GraphGenerator {
    /** One graph. */
    Graph draw(FastRandom random);

    /** The first {@code count} graphs of a seed. */
    default List<Graph> graphs(int count, long seed) {
        List<Graph> all = new ArrayList<>(count);
        for (int k = 0; k < count; k++) {
            all.add(graph(k, seed));
        }
        return all;
    }

    /** Graph k of a seed. */
    default Graph graph(int k, long seed) {
        return draw(FastRandom.stream(seed, k));
    }

    /** The family of a name. */
    static GraphGenerator parse(String name) {
        return FamilyName.parse(name);
    }
}
