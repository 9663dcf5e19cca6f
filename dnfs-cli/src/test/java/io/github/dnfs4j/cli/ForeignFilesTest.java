package io.github.dnfs4j.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dnfs4j.io.format.Array;
import io.github.dnfs4j.io.format.Safetensors;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Experiments and models that someone else made write nowhere else, say nothing to the terminal and cost no memory. */
class ForeignFilesTest {
    private static final String ESCAPE = "\u001b]0;gotcha\u0007\u009b31m";

    @TempDir
    Path folder;

    @Test
    void anExperimentWritesIntoItsFolderAlone() throws Exception {
        Path inner = Files.createDirectories(folder.resolve("a/b/c"));
        Path yaml = Files.writeString(
                inner.resolve("x.yaml"),
                "{title: t, what: w, runs: [{name: ../../escaped}], budgets: {quick: {train: {steps: 1}}}}");
        var before = Trees.contents(folder);
        Cli result = Cli.run("reproduce", yaml.toString(), "--budget=quick", "--out=" + inner.resolve("out"));
        assertThat(result.code()).isEqualTo(1);
        assertThat(result.errLines())
                .singleElement()
                .asString()
                .contains("x.yaml: ", "the name of a run is", "../../escaped");
        assertThat(Trees.contents(folder)).isEqualTo(before);
    }

    @Test
    void namesInFilesDoNotReachTheTerminalAsTheyAre() throws Exception {
        Path run = folder.resolve("run");
        Trees.copy(Cli.trained(), run);
        Path weights = run.resolve("checkpoint/000000020/model.safetensors");
        Safetensors.write(weights, Map.of(ESCAPE, Array.ofDoubles(new double[] {1}, 1)), Map.of("format", "2"));
        quiet(Cli.run("eval", run.toString()));
        Path config = run.resolve("config.yaml");
        Files.writeString(config, Files.readString(config).replace("seed:", "\"\\e]0;gotcha\\a\\N\": 1\nseed:"));
        quiet(Cli.run("eval", run.toString()));
        quiet(Cli.run("models", folder.toString()));
        Path yaml = Files.writeString(folder.resolve("x.yaml"), "{title: \"\\e]0;gotcha\\a\", wrong: 1}");
        quiet(Cli.run("reproduce", yaml.toString()));
    }

    /** Two values for one key: the reader cannot know which was meant. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "train ising --steps=1 --settings=FILE --out=OUT | {train: {batch: 4, batch: 5}} | batch",
                "reproduce FILE --out=OUT | {title: a, title: b, what: w, runs: [], budgets: {quick: {}}} | title",
                "reproduce FILE --out=OUT | {title: a, what: w, problem: mis, problem: maxcut, budgets: {}} | problem",
                "eval RUN | RUN/config.yaml: seed: 1=seed: 1~seed: 2 | seed",
                "export RUN OUT --samples=5 | RUN/result.json: {={\"kind\":\"a\",\"kind\":\"b\", | kind",
                "train ising --resume --out=RUN | RUN/checkpoint/000000020/progress.json: {={\"x\":1,\"x\":2, | x"
            })
    void keysThatAreThereTwiceAreRefused(String command, String text, String key) throws Exception {
        Path run = folder.resolve("run");
        Trees.copy(Cli.trained(), run);
        Path file = folder.resolve("file.yaml");
        if (text.startsWith("RUN/")) {
            file = folder.resolve("run").resolve(text.substring(4, text.indexOf(": ")));
            String[] change =
                    text.substring(text.indexOf(": ") + 2).replace('~', '\n').split("=", 2);
            String good = Files.readString(file);
            text = good.replaceFirst(Pattern.quote(change[0]), Matcher.quoteReplacement(change[1]));
            assertThat(text).isNotEqualTo(good);
            Files.deleteIfExists(file.resolveSibling("SHA256SUMS"));
        }
        Files.writeString(file, text);
        String[] args = command.replace("FILE", file.toString())
                .replace("RUN", run.toString())
                .replace("OUT", folder.resolve("out").toString())
                .split(" ");
        Cli result = Cli.run(args);
        assertThat(result.code()).as(result.err()).isEqualTo(1);
        assertThat(result.errLines())
                .singleElement()
                .asString()
                .contains(String.valueOf(file.getFileName()), "uplicate", "'" + key + "'", "line ");
    }

    private static void quiet(Cli result) {
        assertThat(result.out() + result.err()).doesNotContainPattern("[\\p{Cc}&&[^\n\t]]");
    }

    /** A network of 100,000 layers took 35 seconds and 4 GB before its weights were found to be of another. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "layers: 1 | layers: 100000 | layers",
                "hidden: 8 | hidden: 1000000 | hidden",
                "cells: 8 | cells: 2147483647 | cells",
                "timeSteps: 128 | timeSteps: 2147483647 | timeSteps",
                "batch: 1024 | batch: 2147483647 | batch",
                "side: 3 | side: 40000 | side"
            })
    void settingsBeyondReasonAreRefusedBeforeAnythingIsBuilt(String from, String to, String key) throws Exception {
        Path run = folder.resolve("run");
        Trees.copy(Cli.trained(), run);
        Path config = run.resolve("config.yaml");
        String text = Files.readString(config);
        assertThat(text).contains(from);
        Files.writeString(config, text.replace(from, to));
        Cli result = Cli.run("eval", run.toString(), "--samples=10");
        assertThat(result.errLines()).as(result.err()).hasSize(1);
        assertThat(result.err()).contains("config.yaml: ").contains(key);
        assertThat(result.code()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "config.yaml",
                "checkpoint/000000020/model.safetensors",
                "checkpoint/000000020/state.safetensors",
                "checkpoint/000000020/progress.json",
                "result.json",
                "metrics.jsonl"
            })
    @Timeout(value = 600, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void aPipeIsNotWaitedFor(String name) throws Exception {
        Path run = folder.resolve("run");
        Trees.copy(Cli.trained(), run);
        pipe(run.resolve(name));
        Cli result = Cli.run("eval", run.toString(), "--samples=10");
        if (name.endsWith("config.yaml") || name.endsWith("model.safetensors")) {
            assertThat(result.code()).isEqualTo(1);
            assertThat(result.errLines()).hasSize(1);
        }
        for (String[] command : new String[][] {
            {"models", folder.toString()},
            {"train", "ising", "--resume", "--out=" + run},
            {"export", run.toString(), folder.resolve("exported").toString()}
        }) {
            Cli other = Cli.run(command);
            assertThat(other.errLines().stream().filter(line -> line.startsWith("dnfs: ")))
                    .hasSize(other.code() == 0 ? 0 : 1);
        }
    }

    /** The file of a target is read more than once, and may be named by an experiment of somebody else. */
    @ParameterizedTest
    @ValueSource(strings = {"x.coo", "x.uai"})
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void aTargetIsNotAPipe(String name) throws Exception {
        Path file = folder.resolve(name);
        pipe(file);
        Cli result = Cli.run("train", "--target=" + file, "--steps=1", "--out=" + folder.resolve("out"));
        assertThat(result.errLines()).singleElement().asString().contains(name + ": not a regular file");
        assertThat(result.code()).isEqualTo(1);
    }

    /** Picocli takes what stands in the file x for options where an argument is {@code @x}. */
    @Test
    void aNameIsNotAListOfOptions() throws Exception {
        Path graph = Files.writeString(folder.resolve("g.col"), "--out=" + folder.resolve("written.json") + " mis -");
        Cli result = Cli.run("solve", "mis", "@" + graph);
        assertThat(result.errLines()).singleElement().asString().contains("@" + graph + ": no such file");
        assertThat(result.code()).isEqualTo(1);
        assertThat(folder.resolve("written.json")).doesNotExist();
    }

    /** What a training writes stays in its folder, whatever came with that from an archive. */
    @ParameterizedTest
    @ValueSource(strings = {".lock", "metrics.jsonl", "checkpoint", "config.yaml", "figures"})
    void aTrainingDoesNotFollowLinksOutOfItsFolder(String name) throws Exception {
        Path run = folder.resolve("run");
        Trees.copy(Cli.trained(), run);
        Path elsewhere = Files.createDirectory(folder.resolve("elsewhere"));
        Path part = run.resolve(name);
        Path there = elsewhere.resolve("mine");
        if (Files.exists(part)) {
            Files.move(part, there);
        } else {
            Files.createDirectory(there);
        }
        if (name.equals("metrics.jsonl")) {
            Files.writeString(there, "what somebody wrote, without an end of its last line");
        }
        Files.createSymbolicLink(part, there);
        var before = Trees.contents(elsewhere);
        Cli result = Cli.run("train", "ising", "--resume", "--steps=25", "--out=" + run);
        assertThat(result.errLines()).singleElement().asString().contains(name + ": is a link");
        assertThat(result.code()).isEqualTo(1);
        assertThat(Trees.contents(elsewhere)).isEqualTo(before);
    }

    private static void pipe(Path file) throws Exception {
        Files.deleteIfExists(file);
        Process mkfifo =
                new ProcessBuilder("mkfifo", file.toString()).inheritIO().start();
        assertThat(mkfifo.waitFor(10, TimeUnit.MINUTES)).isTrue();
        assertThat(mkfifo.exitValue()).isZero();
    }
}
