package io.github.dnfs4j.cli;

import java.util.LinkedHashMap;
import java.util.Map;

/** What the launcher and the program read beside their options. */
final class Environment {
    private Environment() {}

    private static Map<String, String> variables() {
        Map<String, String> all = new LinkedHashMap<>();
        all.put("DNFS_CUDA", "1: build and run with the CUDA libraries");
        all.put("DNFS_HEAP", "Java heap, 2g by default; tensors live outside of it");
        all.put("DNFS_JAVA_OPTS", "further options of Java, such as the properties below");
        all.put("DNFS_MODELS", "a folder of trained models, looked into before models/ beside the launcher");
        all.put("DNFS_CLASSPATH", "further jars, such as one with targets of your own");
        all.put("DNFS_TOKEN", "a secret that requests to dnfs serve must give; needed where other machines reach it");
        all.put("RANK, WORLD_SIZE", "this process is one of several that train together; docs/cluster.md");
        all.put("MASTER_ADDR, MASTER_PORT", "where rank 0 of them listens; 127.0.0.1 and 29500 by default");
        all.put("SLURM_PROCID, SLURM_NTASKS", "rank and number in place of those above, where MASTER_ADDR is set");
        all.put("DNFS_JOIN_SECONDS", "how long to wait until all of them are there; 300 by default");
        all.put("DNFS_DEBUG", "1: a failure prints its stack trace after its line");
        all.put("GPU_CLASSPATH", "native jars in place of build/native/*");
        return all;
    }

    private static Map<String, String> properties() {
        Map<String, String> all = new LinkedHashMap<>();
        all.put("dnfs.threads", "over how many threads batches are split on the CPU; by default all cores");
        all.put("dnfs.graphs", "false: steps are not recorded as CUDA graphs");
        all.put("dnfs.kernels", "false: no CUDA kernels of our own, only those of libtorch");
        all.put("dnfs.tape", "false: gradients by the autograd of libtorch alone, not through kernels of our own");
        all.put("dnfs.cuda", "true: load libtorch's CUDA part first; the launcher sets it");
        all.put("dnfs.home", "where models/ lies; the launcher sets it");
        all.put("dnfs.cache", "where classes lie that are ready to load, if not beside the jars; the launcher sets it");
        all.put("dnfs.command", "how messages call the program; the launcher sets it");
        return all;
    }

    static String markdown() {
        StringBuilder text = new StringBuilder("\n## Environment\n\nVariables, read by `./dnfs` and the program:\n");
        table(text, "", variables());
        text.append("\nProperties of Java, as in `DNFS_JAVA_OPTS=-Ddnfs.threads=1`:\n");
        table(text, "-D", properties());
        return text.append(
                        "\nWhere they are not set, `./dnfs` also sets OMP_WAIT_POLICY, MALLOC_ARENA_MAX and GLIBC_TUNABLES, and says why.\n")
                .toString();
    }

    /** The variables, for the manual page. */
    static String roff() {
        StringBuilder text = new StringBuilder();
        variables()
                .forEach((name, meaning) -> text.append(".TP\n.B ")
                        .append(name)
                        .append('\n')
                        .append(CommandReference.plain(meaning))
                        .append('\n'));
        return text.toString();
    }

    private static void table(StringBuilder text, String before, Map<String, String> rows) {
        text.append("\n| | |\n|---|---|\n");
        rows.forEach((name, meaning) -> text.append("| `")
                .append(before)
                .append(name)
                .append("` | ")
                .append(meaning)
                .append(" |\n"));
    }
}
