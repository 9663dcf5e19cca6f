package io.github.dnfs4j.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.dnfs4j.ebm.DataSettings;
import io.github.dnfs4j.ebm.EbmSettings;
import io.github.dnfs4j.ebm.Method;
import io.github.dnfs4j.train.SettingsTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
        SettingsTree.of(EbmSettings.class, gpu)
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
                        + " --device cuda");
        JsonNode row = tree.at("/rows/0");
        assertThat(row.get(0).asText()).isEqualTo("8gaussians");
        assertThat(row.get(3).asText()).isEqualTo("19.982"); // EB-GFN's
        // The formula of eight Gaussians apart, and a little less because they are not.
        assertThat(row.get(4).asDouble()).isBetween(20.04, 20.053);
        assertThat(row.get(5).asText()).isEqualTo("0.053 ± 0.010");
        assertThat(row.get(6).asText()).isEqualTo("–");
    }
}
