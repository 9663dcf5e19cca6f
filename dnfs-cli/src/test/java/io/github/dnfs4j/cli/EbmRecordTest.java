package io.github.dnfs4j.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.dnfs4j.ebm.DataSettings;
import io.github.dnfs4j.ebm.EbmModel;
import io.github.dnfs4j.ebm.EbmSettings;
import io.github.dnfs4j.ebm.Method;
import io.github.dnfs4j.settings.SettingsFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EbmRecordTest {
    @TempDir
    Path folder;

    /** From config.yaml and result.json alone, as they come back from another machine; this one has no entropy yet. */
    @Test
    void resultsFromElsewhereAreRecordedBesideThePaper() throws IOException {
        EbmSettings gpu = EbmSettings.preset("gpu", DataSettings.parse("8gaussians", 16, 0), Method.EB_DNFS_MH);
        Path bare = Files.createDirectory(folder.resolve("bare"));
        SettingsFile.of(gpu)
                .set("fit.minutes", "2.5")
                .set("seed", "3")
                .set("device", "cuda")
                .write(bare.resolve("config.yaml"));
        Path table = folder.resolve("table.json");
        String[] record = {"ebm", "record", bare.toString(), "--out=" + table};
        assertThat(Cli.run(record).err()).contains("it has no result.json");
        Files.writeString(
                bare.resolve("result.json"),
                "{\"steps\": 1200, \"seconds\": 150.2, \"device\": \"cuda\", \"evaluation\": {\"nllImportance\":"
                        + " {\"value\": 20.1, \"standardError\": 0.01}, \"ess\": 0.9}}");
        Cli recorded = Cli.run(record);
        assertThat(recorded.code()).as(recorded.err()).isZero();
        JsonNode tree = new ObjectMapper().readTree(table.toFile());
        assertThat(tree.path("command").asText())
                .isEqualTo("dnfs ebm train --data SET --method eb-dnfs-mh --preset gpu --minutes 2.5 --seed 3"
                        + " --device cuda --out DIR");
        JsonNode row = tree.at("/rows/0");
        assertThat(row.get(0).asText()).isEqualTo("8gaussians");
        assertThat(row.get(1).asText()).isEqualTo("eb-dnfs-mh with Markov moves: 3");
        assertThat(row.get(4).asText()).isEqualTo("19.982"); // EB-GFN's
        assertThat(row.get(3).asText()).isEqualTo("by uniform states");
        // The formula of eight Gaussians apart, and a little less because they are not.
        assertThat(row.get(5).asDouble()).isBetween(20.04, 20.053);
        assertThat(row.get(6).asText()).isEqualTo("0.053 ± 0.010");
        assertThat(row.get(7).asText()).isEqualTo("–");
    }

    /** What is recorded, typed again with names for SET and DIR, makes a run of the same settings. */
    @Test
    void aRunOfItsOwnSettingsCanBeTypedAgain() throws IOException {
        Path run = Files.createDirectory(folder.resolve("run"));
        EbmSettings quick = EbmSettings.preset("quick", DataSettings.parse("8gaussians", 4, 0), Method.PCD);
        SettingsFile.of(quick)
                .set("fit.minutes", "0")
                .set("fit.steps", "2")
                .set("fit.batch", "16")
                .set("negatives.kernel", "gwg")
                .set("negatives.moves", "2")
                .set("sampler.train.ladder", "[]")
                .set("device", "cpu")
                .write(run.resolve("config.yaml"));
        Files.writeString(
                run.resolve("result.json"),
                "{\"steps\": 2, \"seconds\": 1, \"device\": \"cpu\", \"evaluation\": {"
                        + "\"nllExact\": {\"value\": 5.5, \"standardError\": 0.01}, \"nllImportance\": {\"value\": 5.25},"
                        + " \"entropy\": {\"value\": 5.0}, \"excess\": {\"value\": 0.5, \"standardError\": 0.02}}}");
        Path table = folder.resolve("table.json");
        assertThat(Cli.run("ebm", "record", run.toString(), "--out=" + table).code())
                .isZero();
        JsonNode tree = new ObjectMapper().readTree(table.toFile());
        String command = tree.path("command").asText();
        String[] words = command.replace("SET", "8gaussians")
                .replace("DIR", folder.resolve("again").toString())
                .split(" ");
        Cli again = Cli.run(Arrays.copyOfRange(words, 1, words.length));
        assertThat(again.code()).as(command + ": " + again.err()).isZero();
        assertThat(EbmModel.settings(folder.resolve("again"))).isEqualTo(EbmModel.settings(run));

        // Where Z was enumerated, the NLL is by the same Z as the excess, and the row says so.
        JsonNode row = tree.at("/rows/0");
        assertThat(row.get(2).asText()).isEqualTo("5.500 ± 0.010");
        assertThat(row.get(3).asText()).isEqualTo("enumerated");
        assertThat(row.get(6).asText()).isEqualTo("0.500 ± 0.020");
    }
}
