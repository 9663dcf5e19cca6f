package io.github.dnfs4j.cli;

import io.github.dnfs4j.experiment.plan.CatalogueEntry;
import io.github.dnfs4j.experiment.result.Json;
import io.github.dnfs4j.experiment.result.RunFolders;
import io.github.dnfs4j.experiment.result.Versions;
import io.github.dnfs4j.experiment.terminal.Console;
import io.github.dnfs4j.experiment.terminal.Numbers;
import io.github.dnfs4j.io.durable.FolderLock;
import io.github.dnfs4j.report.Booklet;
import java.io.ByteArrayOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * {@code dnfs reproduce all}: one experiment after the other, each as its own command would run it, into a folder of its
 * name. {@code NAME.json} beside the folder says how it ended; what ended well is not repeated while the experiment is
 * the same. A failure is noted and the next one begins; {@code index.html} shows them all.
 */
record ReproduceAll(Console console, Runner runner, String budget, Path folder) {
    private static final int SIGNALLED = 128;

    /** What decides an experiment: where it differs, the experiment is another. */
    private record Made(String budget, String experiment) {}

    /** {@code NAME.json}: how an experiment ended. */
    private record State(String name, @Nullable Made made, int code, String message, double seconds) {
        String words() {
            return code == 0 ? "done" : code >= SIGNALLED ? "interrupted" : "failed: " + message;
        }
    }

    /** Runs one experiment by its name, at a budget, into a folder, and returns its exit code. */
    interface Runner {
        int run(Console console, String name, String budget, Path folder);
    }

    /** 0, 1 where an experiment failed, or the code of the signal that stopped it. */
    int run(List<CatalogueEntry> experiments) throws IOException {
        Files.createDirectories(folder);
        try (FolderLock alone = RunFolders.alone(folder)) {
            return all(experiments);
        }
    }

    private int all(List<CatalogueEntry> experiments) throws IOException {
        List<String> failed = new ArrayList<>();
        int number = 0;
        for (CatalogueEntry experiment : experiments) {
            String name = experiment.name();
            console.say("== " + ++number + " of " + experiments.size() + ": " + name);
            @Nullable State before = state(name);
            if (before != null && before.code == 0 && made(experiment).equals(before.made)) {
                console.say("finished before");
                continue;
            }
            int code = execute(experiment);
            if (code >= SIGNALLED) {
                page(experiments);
                return code;
            }
            if (code != 0) {
                failed.add(name + ": " + Objects.requireNonNull(state(name)).message);
            }
            page(experiments); // after each: who waits can already look
        }
        console.out().println("report:  " + page(experiments));
        failed.forEach(line -> console.say("failed:  " + line));
        return failed.isEmpty() ? 0 : 1;
    }

    private int execute(CatalogueEntry experiment) throws IOException {
        String name = experiment.name();
        long start = System.nanoTime();
        LastLine err = new LastLine(console.err());
        int code = runner.run(
                new Console(console.out(), err.stream(), console.terminal()), name, budget, folder.resolve(name));
        String message = code == 0 ? "" : err.line();
        Json.write(file(name), new State(name, made(experiment), code, message, (System.nanoTime() - start) / 1e9));
        return code;
    }

    private Made made(CatalogueEntry experiment) {
        return new Made(budget, experiment.text());
    }

    private Path file(String name) {
        return folder.resolve(name + ".json");
    }

    /** How an experiment ended the last time; null where it did not. */
    private @Nullable State state(String name) throws IOException {
        return Files.isRegularFile(file(name)) ? Json.read(file(name), State.class) : null;
    }

    private Path page(List<CatalogueEntry> experiments) throws IOException {
        List<Booklet.Chapter> chapters = new ArrayList<>();
        double seconds = 0;
        for (CatalogueEntry experiment : experiments) {
            @Nullable State state = state(experiment.name());
            seconds += state == null ? 0 : state.seconds;
            chapters.add(new Booklet.Chapter(
                    experiment.name(),
                    experiment.title(),
                    state == null ? "not run yet" : state.words(),
                    Numbers.duration(state == null ? Double.NaN : state.seconds),
                    folder.resolve(experiment.name()).resolve("report.html"),
                    experiment.text()));
        }
        Versions versions = Versions.current();
        return Booklet.write(
                folder,
                "Experiments at the " + budget + " budget",
                String.format(
                        Locale.ROOT,
                        "Made by dnfs reproduce all --budget %s in %s on %d cores, with dnfs4j %s, libtorch %s and Java %s."
                                + " Exact values come from enumeration, Kaufman's formula or transfer matrices.",
                        budget,
                        Numbers.duration(seconds),
                        Runtime.getRuntime().availableProcessors(),
                        versions.dnfs4j(),
                        versions.libtorch(),
                        versions.java()),
                chapters);
    }

    /** Passes on what is printed and remembers the last line that was not blank. */
    private static final class LastLine extends FilterOutputStream {
        private final ByteArrayOutputStream current = new ByteArrayOutputStream();
        private String line = "";

        LastLine(OutputStream out) {
            super(out);
        }

        PrintStream stream() {
            return new PrintStream(this, true, StandardCharsets.UTF_8);
        }

        @Override
        public void write(int b) throws IOException {
            out.write(b);
            if (b == '\n') {
                keep();
            } else {
                current.write(b);
            }
        }

        private void keep() {
            String text = current.toString(StandardCharsets.UTF_8).strip();
            line = text.isEmpty() ? line : text;
            current.reset();
        }

        /** Without the name of the program, which begins every failure. */
        String line() {
            keep();
            return line.replaceFirst("^dnfs: ", "");
        }
    }
}
