package io.github.dnfs4j.spark;

import io.github.dnfs4j.cli.Main;
import io.github.dnfs4j.experiment.cluster.OwnJava;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.Serializable;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.spark.TaskContext;

/**
 * A {@code dnfs} command in a process of its own beside an executor: it may stop, or have ranks of c10d, which are one a
 * process. It ends with its task, and with the executor: a killed one closes the pipe from which it reads.
 */
public final class Companion {
    private static final long POLL_MILLIS = 100;
    private static final long FAREWELL_SECONDS = 10;

    private Companion() {}

    /** How a command ended: its exit code, what it printed, and its last line to the standard error. */
    record Ended(int code, String out, String line) implements Serializable {}

    /** Runs a command as a part of the task of this thread; what it says goes to the log of the executor. */
    static Ended run(List<String> arguments, Map<String, String> environment) throws IOException {
        TaskContext task = TaskContext.get();
        ProcessBuilder builder =
                new ProcessBuilder(OwnJava.command(classPath(), task.cpus(), Companion.class.getName(), arguments));
        builder.environment().putAll(environment);
        Process process = builder.start();
        try {
            CompletableFuture<String> out = CompletableFuture.supplyAsync(() -> text(process));
            CompletableFuture<String> line = CompletableFuture.supplyAsync(() -> lastLine(process));
            while (!process.waitFor(POLL_MILLIS, TimeUnit.MILLISECONDS)) {
                if (task.isInterrupted()) {
                    process.destroy(); // it keeps a checkpoint
                    process.waitFor(FAREWELL_SECONDS, TimeUnit.SECONDS);
                    process.destroyForcibly();
                }
            }
            return new Ended(process.exitValue(), out.join(), line.join());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        } finally {
            process.destroyForcibly();
        }
    }

    /** The jars that Spark has brought, before those that an executor begins with. */
    private static String classPath() {
        List<String> path = new ArrayList<>();
        for (ClassLoader loader = Thread.currentThread().getContextClassLoader();
                loader != null;
                loader = loader.getParent()) {
            if (loader instanceof URLClassLoader some) {
                for (URL url : some.getURLs()) {
                    path.add(Path.of(url.getPath()).toString());
                }
            }
        }
        path.add(System.getProperty("java.class.path"));
        return String.join(File.pathSeparator, path);
    }

    private static String text(Process process) {
        return process.inputReader(StandardCharsets.UTF_8)
                .lines()
                .map(line -> line + "\n")
                .reduce("", String::concat);
    }

    private static String lastLine(Process process) {
        return process.errorReader(StandardCharsets.UTF_8)
                .lines()
                .peek(System.err::println)
                .filter(line -> !line.isBlank())
                .reduce("", (before, line) -> line);
    }

    /** The other side: the command, and an end when nobody holds the pipe any more. */
    public static void main(String[] arguments) {
        Thread pipe = new Thread(Companion::endWithThePipe, "pipe");
        pipe.setDaemon(true);
        pipe.start();
        Main.main(arguments);
    }

    private static void endWithThePipe() {
        try {
            System.in.transferTo(OutputStream.nullOutputStream());
        } catch (IOException e) {
            // The same: the other end is gone.
        }
        sun.misc.Signal.raise(new sun.misc.Signal("TERM")); // a training keeps a checkpoint
        try {
            TimeUnit.SECONDS.sleep(FAREWELL_SECONDS);
        } catch (InterruptedException e) {
            // Nobody does that.
        }
        Runtime.getRuntime().halt(1);
    }
}
