package io.github.dnfs4j.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** What is around the commands: the list, help, completion, the manual page, caches, names that were meant. */
class CommandsTest {
    @TempDir
    Path folder;

    /** The list is made without the commands: it must not be another than the one made with them. */
    @Test
    void theListShowsWhatTheCommandsAre() {
        Cli list = Cli.run("--help");
        assertThat(list.code()).isZero();
        assertThat(list.out())
                .isEqualTo(Main.commandLine(
                                new io.github.dnfs4j.experiment.terminal.Console(System.out, System.err, false))
                        .getUsageMessage());
        assertThat(Cli.run().out()).isEqualTo(list.out());
        assertThat(list.out()).doesNotContain("rehearse");
    }

    @Test
    void helpOfACommandIsItsHelp() {
        assertThat(Cli.run("help", "train", "ising")).isEqualTo(Cli.run("train", "ising", "--help"));
        assertThat(Cli.run("help")).isEqualTo(Cli.run("--help"));
    }

    @Test
    void helpOfWhatIsNoCommandSaysSo() {
        assertThat(Cli.run("help", "smaple"))
                .isEqualTo(new Cli(
                        2, "", "dnfs: unknown command or argument 'smaple'; did you mean sample? (see dnfs --help)\n"))
                .isEqualTo(Cli.run("smaple", "--help"));
        assertThat(Cli.run("help", "train", "isign").err()).contains("did you mean ising? (see dnfs train --help)");
        assertThat(Cli.run("help", "nosuch").errLines()).hasSize(1);
        assertThat(Cli.run("help", "nosuch").code()).isEqualTo(2);
    }

    @Test
    void aSlipIsAnsweredByTheName() {
        assertThat(Cli.run("smaple", "x").err()).contains("'smaple'; did you mean sample?");
        assertThat(Cli.run("train", "isign").err()).contains("did you mean ising?");
        assertThat(Cli.run("train", "ising", "--sids=4").err()).contains("did you mean --side?");
    }

    @Test
    void completionKnowsCommandsAndOptions() {
        Cli bash = Cli.run("completion", "bash");
        assertThat(bash.code()).isZero();
        assertThat(bash.out())
                .contains("--sigma", "reproduce", "complete -F")
                .isEqualTo(Cli.run("completion", "zsh").out());
        assertThat(Cli.run("completion", "fish").code()).isEqualTo(2);
    }

    /** As bash asks after the tabulator: commands, options, and names of models, experiments, problems and networks. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void bashCompletes() throws Exception {
        System.setProperty("dnfs.home", "..");
        String completion;
        try {
            completion = Cli.run("completion", "bash").out();
        } finally {
            System.clearProperty("dnfs.home");
        }
        Path script = Files.writeString(folder.resolve("ask"), completion + """
                        compopt() { :; }
                        ask() {
                          COMP_WORDS=(dnfs "$@"); COMP_CWORD=$#; COMP_LINE="dnfs $*"; COMPREPLY=()
                          _complete_dnfs
                          printf '%s: %s\\n' "$*" "${COMPREPLY[*]}"
                        }
                        ask trai; ask train ising --qui; ask eval ising-10x10-c; ask reproduce table-lat; ask solve max
                        ask train potts --network lel; ask train ising --init potts4
                        """);
        Process bash = new ProcessBuilder("bash", script.toString())
                .redirectErrorStream(true)
                .start();
        assertThat(new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8).lines())
                .containsExactly(
                        "trai: train",
                        "train ising --qui: --quiet",
                        "eval ising-10x10-c: ising-10x10-critical",
                        "reproduce table-lat: table-lattices",
                        "solve max: maxcut",
                        "train potts --network lel: lelattice",
                        "train ising --init potts4: potts4-16x16-critical");
    }

    @Test
    void theManualHasEveryOption() {
        assertThat(Cli.run("man").out())
                .startsWith(".TH DNFS 1")
                .contains(".SS dnfs train ising", ".B \\-\\-sigma", "0.2203434", ".B DNFS_HEAP")
                .doesNotContain("${");
    }

    @Test
    void cleanFreesOursAndLeavesTheRest() throws IOException {
        Path ours = Files.createDirectories(folder.resolve("cache/pytorch-2-x.jar/org"));
        Files.write(ours.resolve("lib.so"), new byte[2_000_000]);
        Path solvers = Files.createDirectories(folder.resolve("cache/ortools-linux-x86-64-9.jar"));
        Path others = Files.createDirectories(folder.resolve("cache/opencv-4.jar"));
        Path built = Files.createDirectories(folder.resolve("home/lib/cds"));
        Path classes = Files.createDirectories(folder.resolve("caches/dnfs"));
        Path run = Files.createDirectories(folder.resolve("home/models/mine"));
        System.setProperty(
                "org.bytedeco.javacpp.cachedir", folder.resolve("cache").toString());
        System.setProperty("dnfs.home", folder.resolve("home").toString());
        System.setProperty("dnfs.cache", classes.toString());
        try {
            Cli asked = Cli.run("clean");
            assertThat(asked.out()).contains("2.0 MB", "pytorch-2-x.jar", "cds").doesNotContain("opencv", "mine");
            assertThat(asked.err()).contains("nothing was freed");
            assertThat(ours).exists();
            assertThat(Cli.run("clean", "--yes").code()).isZero();
            assertThat(ours).doesNotExist();
            assertThat(solvers).doesNotExist();
            assertThat(built).doesNotExist();
            assertThat(classes).doesNotExist();
            assertThat(classes.getParent()).exists();
            assertThat(others).exists();
            assertThat(run).exists();
            assertThat(Cli.run("clean", "--yes").out()).contains("nothing to free");
        } finally {
            System.clearProperty("org.bytedeco.javacpp.cachedir");
            System.clearProperty("dnfs.home");
            System.clearProperty("dnfs.cache");
        }
    }

    @Test
    void aTrainingCanBeQuietOrJson() throws IOException {
        Cli quiet = Cli.train("--steps=5", "--quiet", "--out=" + folder.resolve("q"));
        assertThat(quiet.code()).isZero();
        assertThat(quiet.err()).doesNotContain("trained", "step ");
        assertThat(quiet.out()).contains("log Z", "report:");
        Cli json = Cli.train("--steps=5", "--json", "--out=" + folder.resolve("j"));
        assertThat(json.err()).doesNotContain("trained");
        JsonNode result = new ObjectMapper().readTree(json.out());
        assertThat(result)
                .isEqualTo(new ObjectMapper()
                        .readTree(folder.resolve("j/result.json").toFile()));
    }
}
