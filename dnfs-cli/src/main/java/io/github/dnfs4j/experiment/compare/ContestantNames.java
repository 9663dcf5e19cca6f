package io.github.dnfs4j.experiment.compare;

import io.github.dnfs4j.mcmc.MarkovKernels;
import java.util.List;

/** The names that {@link Contestants} knows, checked before the first of them runs for minutes. */
final class ContestantNames {
    private static final List<String> OVER_KERNELS = List.of("ais", "smc", "pt", "sa");

    private ContestantNames() {}

    static void check(String name) {
        int colon = name.indexOf(':');
        String kind = colon < 0 ? name : name.substring(0, colon);
        String argument = colon < 0 ? "" : name.substring(colon + 1);
        if (kind.equals("dnfs") || kind.equals("leaps") || kind.equals("gfn") || name.equals("oracle")) {
            return;
        }
        boolean refined = kind.startsWith("dnfs+");
        boolean over = OVER_KERNELS.contains(kind) && !argument.isEmpty();
        String kernel = refined ? kind.substring("dnfs+".length()) : over ? argument : name;
        if (!MarkovKernels.NAMES.contains(kernel) && !OVER_KERNELS.contains(name)) {
            throw new IllegalArgumentException("unknown sampler '" + name + "'; possible: dnfs:DIR, dnfs+KERNEL:DIR,"
                    + " leaps:DIR, gfn, gfn:DIR, oracle, " + String.join(", ", OVER_KERNELS)
                    + " (or ais:KERNEL and so on) and the"
                    + " kernels " + String.join(", ", MarkovKernels.NAMES));
        }
    }
}
