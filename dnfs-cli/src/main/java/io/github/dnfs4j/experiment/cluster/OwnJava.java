package io.github.dnfs4j.experiment.cluster;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Another process with the Java of this one and its options, but with threads of its own number. */
public final class OwnJava {
    static final String THREADS = "dnfs.threads";

    private OwnJava() {}

    /** What starts the {@code main} of a class with arguments. */
    public static List<String> command(String classPath, int threads, String main, List<String> arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(option -> !option.startsWith("-agentlib") && !option.startsWith("-javaagent"))
                .filter(option -> !option.startsWith("-D" + THREADS))
                .forEach(command::add);
        command.add("-D" + THREADS + "=" + threads);
        command.addAll(List.of("-cp", classPath, main));
        command.addAll(arguments);
        return command;
    }
}
