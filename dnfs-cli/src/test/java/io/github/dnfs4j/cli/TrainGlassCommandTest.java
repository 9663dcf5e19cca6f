package io.github.dnfs4j.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.dnfs4j.metric.Enumeration;
import io.github.dnfs4j.settings.TargetSettings;
import io.github.dnfs4j.target.Layout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One network for a family: trained, judged on bonds of several seeds, and asked for samples of others. */
class TrainGlassCommandTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    Path folder;

    private Path trained() {
        Path run = folder.resolve("run");
        List<String> args = new ArrayList<>(List.of("train", "glass", "--bonds=gaussian", "--beta=0.8", "--steps=20"));
        args.addAll(Cli.TINY);
        args.addAll(List.of("--set=train.trajectories=32", "--out=" + run));
        Cli cli = Cli.run(args.toArray(String[]::new));
        assertThat(cli.code()).as(cli.err()).isZero();
        assertThat(cli.err()).contains("training glass-3x3-gaussian1").contains("symmetric leglass");
        assertThat(run.resolve("report.html")).exists();
        return run;
    }

    private static Cli ok(String... args) {
        Cli cli = Cli.run(args);
        assertThat(cli.code()).as(cli.err()).isZero();
        return cli;
    }

    @Test
    void aModelOfAFamilyServesOtherBonds() throws IOException {
        String run = trained().toString();
        JsonNode table = JSON.readTree(
                ok("eval", run, "--instances=3", "--samples=400", "--json").out());
        assertThat(table.path("instances")).hasSize(3);
        for (int k = 0; k < 3; k++) {
            JsonNode row = table.path("instances").path(k);
            double z = Enumeration.of(new TargetSettings.Glass(3, 0.8, Layout.Law.GAUSSIAN, k + 1).build())
                    .logZ();
            assertThat(row.path("bondSeed").asInt()).isEqualTo(k + 1);
            JsonNode logZ = row.path("evaluation").path("logZ");
            assertThat(logZ.path("reference").asDouble()).isCloseTo(z, within(1e-9));
            assertThat(logZ.path("exact").asDouble())
                    .isCloseTo(z, within(5 * logZ.path("standardError").asDouble()));
        }
        assertThat(table.path("leastEss").asDouble())
                .isBetween(0.05, table.path("meanEss").asDouble());
        Cli two = ok("eval", run, "--instances=2", "--bond-seed=7", "--samples=100", "--time-steps=1");
        assertThat(two.out())
                .contains("bond seed")
                .contains("\n7 ")
                .contains("\n8 ")
                .contains("at least");
        assertThat(two.err())
                .containsPattern("dnfs: bond seed [78]: few effective samples, about [1-9][0-9.]* of 100:");

        // The same bonds by seed, by name and from a file.
        String seed =
                ok("sample", run, "--count=5", "--weighted", "--bond-seed=9").out();
        assertThat(ok(
                                "sample",
                                run,
                                "--count=5",
                                "--weighted",
                                "--target=glass:side=3,beta=0.8,bonds=gaussian,bondSeed=9")
                        .out())
                .isEqualTo(seed);
        assertThat(ok("sample", run, "--count=5", "--weighted").out()).isNotEqualTo(seed);
        Path file = folder.resolve("nine.spins");
        StringBuilder text = new StringBuilder();
        Layout square = new Layout(Layout.Kind.SQUARE, Layout.Boundary.PERIODIC, Layout.Law.GAUSSIAN, 9, List.of());
        for (Layout.Bond bond : square.bonds(3)) {
            text.append(bond.from())
                    .append(' ')
                    .append(bond.to())
                    .append(' ')
                    .append(bond.strength())
                    .append('\n');
        }
        Files.writeString(file, text);
        JsonNode named = JSON.readTree(
                ok("eval", run, "--bond-seed=9", "--samples=100", "--json").out());
        JsonNode read = JSON.readTree(
                ok("eval", run, "--target=" + file, "--samples=100", "--json").out());
        for (String value : new String[] {"reference", "exact"}) {
            assertThat(read.path("logZ").path(value).asDouble())
                    .isCloseTo(named.path("logZ").path(value).asDouble(), within(1e-4));
        }

        Cli compared = ok(
                "compare",
                "--target=glass:side=3,beta=0.8,bonds=gaussian,bondSeed=9",
                "--samplers=dnfs:" + run + ",pt",
                "--samples=100",
                "--time-steps=8",
                "--out=" + folder.resolve("compared"));
        assertThat(compared.out()).contains("dnfs").contains("pt");
    }

    @Test
    void refusesOtherModelsInALine() throws IOException {
        String run = trained().toString();
        Path file = folder.resolve("field.spins");
        Files.writeString(file, "0 1 1\n1 2 1\n8 0.5\n");
        refused("leglass needs spins without a field", "eval", run, "--target=" + file);
        Files.writeString(file, "0 1 1\n0 4 1\n8 7 1\n");
        refused("leglass needs spins without a field", "sample", run, "--count=3", "--target=" + file);
        refused("give one of them", "sample", run, "--count=3", "--target=" + file, "--bond-seed=1");
        refused("neither --record nor --target", "eval", run, "--instances=2", "--target=" + file);
        refused("--instances", "eval", run, "--instances=0");
        refused("none.spins", "eval", run, "--target=" + folder.resolve("none.spins"));
    }

    private static void refused(String words, String... args) {
        Cli cli = Cli.run(args);
        assertThat(cli.code()).as(String.join(" ", args)).isNotZero();
        assertThat(cli.out()).isEmpty();
        assertThat(cli.err().strip()).hasLineCount(1).contains(words);
    }
}
