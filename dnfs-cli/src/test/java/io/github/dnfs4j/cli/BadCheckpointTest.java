package io.github.dnfs4j.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dnfs4j.io.format.Safetensors;
import io.github.dnfs4j.run.RunFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A checkpoint that cannot be used gets one line with its file's name, exit code 1, and stays as it is. */
class BadCheckpointTest {
    @TempDir
    Path folder;

    private Path run;
    private Path checkpoint;

    @BeforeEach
    void copyARun() throws IOException {
        run = folder.resolve("run");
        Trees.copy(Cli.trained(), run);
        checkpoint = RunFolder.snapshots(run).latest().orElseThrow();
    }

    @Test
    void truncated() throws IOException {
        for (String name : new String[] {"model.safetensors", "state.safetensors"}) {
            Path file = checkpoint.resolve(name);
            byte[] bytes = Files.readAllBytes(file);
            Files.write(file, Arrays.copyOf(bytes, bytes.length - 100));
        }
        refused("model.safetensors", "eval", run.toString());
        refused("model.safetensors", "sample", run.toString(), "--count=2");
        refused("state.safetensors", "train", "ising", "--resume", "--out=" + run);
    }

    @Test
    void empty() throws IOException {
        Files.write(checkpoint.resolve("progress.json"), new byte[0]);
        refused("progress.json", "train", "ising", "--resume", "--out=" + run);
    }

    @Test
    void ofOtherShapes() throws IOException {
        Path config = run.resolve("config.yaml");
        Files.writeString(config, Files.readString(config).replace("hidden: 8", "hidden: 16"));
        refused("model.safetensors", "eval", run.toString());
        refused("settings of the run have changed", "train", "ising", "--resume", "--out=" + run);
    }

    @Test
    void ofANewerFormat() throws IOException {
        Files.delete(checkpoint.resolve("SHA256SUMS"));
        for (String name : new String[] {"model.safetensors", "state.safetensors"}) {
            Path file = checkpoint.resolve(name);
            Safetensors.write(file, Safetensors.read(file).tensors(), Map.of("format", "99"));
        }
        Path progress = checkpoint.resolve("progress.json");
        Files.writeString(progress, Files.readString(progress).replaceFirst("\"format\" ?: ?1", "\"format\":99"));
        refused("newer version: format 99", "eval", run.toString());
        refused("newer version: format 99", "train", "ising", "--resume", "--out=" + run);
    }

    @Test
    void missing() throws IOException {
        Files.move(run.resolve("checkpoint"), folder.resolve("elsewhere"));
        refused("no checkpoint yet", "eval", run.toString());
    }

    private void refused(String message, String... args) throws IOException {
        Map<String, Integer> before = Trees.contents(run);
        Cli result = Cli.run(args);
        assertThat(result.errLines()).as(result.err()).hasSize(1);
        assertThat(result.err()).startsWith("dnfs: ").contains(message);
        assertThat(result.code()).isEqualTo(1);
        assertThat(result.out()).isEmpty();
        assertThat(Trees.contents(run)).isEqualTo(before);
    }
}
