package io.github.dnfs4j.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.dnfs4j.browser.Browser;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CompareCommandTest {
    private static final String ALL =
            "gibbs,random-gibbs,block-gibbs,gwg,dmala,dula,wolff,sw,ais,smc:dmala,pt,sa,oracle";

    @TempDir
    Path folder;

    /** Every sampler by its name; those that follow the target agree with enumeration within their own errors. */
    @Test
    void everySamplerHasALineThatAgreesWithTheOracle() throws Exception {
        Path out = folder.resolve("out");
        Cli result = Cli.run(
                "compare",
                "--target=ising:side=3,sigma=0.1",
                "--samplers=" + ALL,
                "--samples=2000",
                "--time-steps=40",
                "--device=cpu",
                "--out=" + out,
                "--json");
        assertThat(result.code()).as(result.err()).isZero();
        assertThat(result.err()).isEmpty();
        JsonNode tree = new ObjectMapper().readTree(result.out());
        assertThat(tree.path("oracle").asText()).isEqualTo("exact");
        assertThat(tree.path("samplers")).hasSize(13);
        for (JsonNode row : tree.path("samplers")) {
            String name = row.path("name").asText();
            JsonNode energy = row.path("energy");
            assertThat(energy.path("reference").asDouble()).isNotZero();
            assertThat(row.at("/cost/targetEvaluations").asLong()).isPositive();
            boolean weighted = name.matches("ais|smc:dmala|oracle");
            assertThat(row.path("ess").isNumber()).as(name).isEqualTo(weighted);
            assertThat(row.at("/logZ/value").isNumber()).as(name).isEqualTo(weighted);
            if (weighted) {
                assertThat(row.at("/logZ/value").asDouble())
                        .as(name)
                        .isCloseTo(row.at("/logZ/reference").asDouble(), within(0.05));
            } else if (!name.matches("pt|sa")) {
                // Twenty such moves are short chains, and R-hat says so.
                assertThat(row.path("rHat").asDouble()).as(name).isBetween(0.98, name.matches("gwg|dmala") ? 1.5 : 1.1);
            }
            if (!name.matches("sa|dula")) {
                assertThat(energy.path("value").asDouble())
                        .as(name)
                        .isCloseTo(
                                energy.path("reference").asDouble(),
                                within(5 * energy.path("standardError").asDouble()));
                assertThat(row.path("totalVariation").asDouble()).as(name).isLessThan(0.05);
            }
        }
        assertThat(Files.readString(out.resolve("compare.json"))).isEqualTo(result.out());
        assertThat(out.resolve("report.html")).content().contains("Samplers compared on ising-3x3");
        assertThat(Files.size(out.resolve("energies.png"))).isPositive();
    }

    /** A trained flow brings its target; a GFlowNet is trained before or here. */
    @Test
    void trainedSamplersAreCompared() throws Exception {
        Path gfn = folder.resolve("gfn");
        String run = Cli.trained().toString();
        Cli trained = Cli.run("gfn", "--target=ising:side=3", "--steps=20", "--hidden=16", "--out=" + gfn);
        assertThat(trained.code()).as(trained.err()).isZero();
        assertThat(trained.out()).contains("log Z").contains("exact 9.0202");
        Cli result = Cli.run(
                "compare",
                "--samplers=dnfs:" + run + ",dnfs+dmala:" + run + ",gfn:" + gfn,
                "--samples=200",
                "--cells=8",
                "--device=cpu",
                "--out=" + folder.resolve("out"));
        assertThat(result.code()).as(result.err()).isZero();
        assertThat(result.out().lines().map(line -> line.split(" +")[0]))
                .contains("sampler", "dnfs", "dnfs+dmala", "gfn");
        Cli here = Cli.run(
                "compare",
                "--target=ising:side=3",
                "--samplers=gfn",
                "--gfn-minutes=0.01",
                "--samples=100",
                "--json",
                "--device=cpu",
                "--out=" + folder.resolve("here"));
        JsonNode row = new ObjectMapper().readTree(here.out()).path("samplers").get(0);
        assertThat(row.at("/setup/seconds").asDouble()).isPositive();
    }

    /** One flow twice under names of its own, beside what says something of log Z without a sample. */
    @Test
    void flowsHaveLabelsAndBeliefPropagationAndMeanFieldHaveRows() throws Exception {
        String run = Cli.trained().toString();
        Cli result = Cli.run(
                "compare",
                "--samplers=first=dnfs:" + run + ",second=dnfs:" + run + ",bp,bound=mf,oracle",
                "--samples=200",
                "--device=cpu",
                "--json",
                "--out=" + folder.resolve("out"));
        assertThat(result.code()).as(result.err()).isZero();
        JsonNode rows = new ObjectMapper().readTree(result.out()).path("samplers");
        assertThat(rows.findValuesAsText("name")).containsExactly("first", "second", "bp", "bound", "oracle");
        double exact =
                new ObjectMapper().readTree(result.out()).path("exactLogZ").asDouble();
        assertThat(exact).isCloseTo(9.020213, within(1e-5));
        assertThat(rows.get(3).at("/logZ/value").asDouble()).isLessThan(exact).isGreaterThan(exact - 2);
        // Bethe's value where all messages stay even: 9 spins and 18 bonds, as if on a tree.
        double bethe = 9 * Math.log(2) + 18 * Math.log(Math.cosh(2 * 0.2203434));
        assertThat(rows.get(2).at("/logZ/value").asDouble()).isCloseTo(bethe, within(1e-4));
        assertThat(rows.get(2).path("energy").isNull()).isTrue();
        assertThat(folder.resolve("out/report.html"))
                .content()
                .contains("a lower bound")
                .contains("9.020213 exactly");
    }

    /** At 1200 pixels every table is seen whole; on a phone the page itself stays where it is. */
    @Test
    void thePageNeedsNoSidewaysScrolling() throws Exception {
        Path out = folder.resolve("out");
        Cli result = Cli.run(
                "compare",
                "--target=ising:side=3,sigma=0.1",
                "--samplers=dmala,ais,pt,bp,mf,oracle",
                "--samples=50",
                "--device=cpu",
                "--out=" + out);
        assertThat(result.code()).as(result.err()).isZero();
        try (Browser browser = Browser.start(folder.resolve("profile"))) {
            browser.look(1200, 900, false).open(out.resolve("report.html").toUri());
            JsonNode hidden =
                    browser.value("[...document.querySelectorAll('.scroll')].map(d => d.scrollWidth - d.clientWidth)");
            assertThat(hidden)
                    .hasSize(2)
                    .allSatisfy(pixels -> assertThat(pixels.asInt()).isZero());
            browser.look(420, 900, true).open(out.resolve("report.html").toUri());
            assertThat(browser.value("document.documentElement.scrollWidth").asInt())
                    .isLessThanOrEqualTo(420);
        }
    }

    /** A model of a file, forbidden states and all: elimination is the truth, and exact on a tree is belief propagation. */
    @Test
    void anyModelOfAFileCanBeCompared() throws Exception {
        Path model = Files.writeString(
                folder.resolve("tree.uai"),
                "MARKOV 3 2 3 4 2 2 0 1 2 1 2  6 1 2 0 4 5 6  12 1 2 3 4 5 6 7 8 9 10 11 0");
        Cli result = Cli.run(
                "compare",
                "--target=" + model,
                "--samplers=bp,mf,gibbs,pt",
                "--samples=400",
                "--device=cpu",
                "--json",
                "--out=" + folder.resolve("out"));
        assertThat(result.code()).as(result.err()).isZero();
        JsonNode tree = new ObjectMapper().readTree(result.out());
        assertThat(tree.path("samplers").get(0).at("/logZ/value").asDouble())
                .isCloseTo(tree.path("exactLogZ").asDouble(), within(1e-6));
        assertThat(tree.path("samplers").get(1).at("/logZ/value").asDouble())
                .isLessThan(tree.path("exactLogZ").asDouble());
    }

    /** Moves after each step, by the options of eval and sample; DMALA at every step leaves log Z where it was. */
    @Test
    void refinedFlowsAreEvaluatedAndSampled() throws Exception {
        String run = Cli.trained().toString();
        for (String kernel : new String[] {"gibbs", "gwg", "dmala", "sw"}) {
            Cli result = Cli.run("eval", run, "--samples=2000", "--refine=" + kernel, "--refine-steps=2", "--json");
            assertThat(result.code()).as(result.err()).isZero();
            JsonNode tree = new ObjectMapper().readTree(result.out());
            // Of the flow alone: it needs paths that can be run backwards.
            assertThat(tree.at("/logZ/upperBound").asDouble()).as(kernel).isGreaterThan(9.0);
            assertThat(tree.at("/logZ/exact").asDouble())
                    .as(kernel)
                    .isCloseTo(
                            9.020213, within(5 * tree.at("/logZ/standardError").asDouble()));
        }
        Cli sampled = Cli.run("sample", run, "--count=5", "--refine=gibbs");
        assertThat(sampled.code()).as(sampled.err()).isZero();
        assertThat(sampled.out().lines()).hasSizeBetween(5, 6);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "--samplers=gibbs | name a target",
                "--target=ising --samplers=gibs | unknown sampler 'gibs'; did you mean gibbs?; possible: dnfs:DIR",
                "--target=ising --samplers=gibbs,gibbs | two samplers would have the same name",
                "--target=ising:side=2 --samplers=gibbs | side must be at least 3",
                "--target=ising:sides=2 --samplers=gibbs | sides",
                "--target=ising:side --samplers=gibbs | 'side' is not",
                "--target=nothing --samplers=gibbs | nothing",
                "--target=ising --samplers=dnfs | name the run folder",
                "--target=ising --samplers=gibbs --samples=0 | --samples must be above 0",
                "--target=ising --samplers=gibbs --time-steps=0 | --time-steps must be above 0",
                "--target=ising --samplers=gibbs --cells=0 | --cells must be 1 to 1,000,000, not 0",
                "--target=ising --samplers=a=gibbs,a=ais | give them names: A=dnfs:DIR",
                "--target=ising --samplers=a=bq | unknown sampler 'a=bq'",
                "--target=ising --samplers=gfn --gfn-minutes=0 | --gfn-minutes must be above 0"
            })
    void nonsenseIsOneLine(String line, String message) {
        String[] given = ("compare " + line + " --out=" + folder.resolve("out")).split(" ");
        Cli result = Cli.run(given);
        assertThat(result.code()).isEqualTo(2);
        assertThat(result.errLines()).singleElement().asString().contains(message);
        assertThat(folder.resolve("out")).doesNotExist();
    }

    @Test
    void anotherTargetIsRefusedBeforeASamplerRuns() throws Exception {
        Cli result = Cli.run(
                "compare",
                "--target=ising:side=4",
                "--samplers=gibbs,dnfs:" + Cli.trained(),
                "--out=" + folder.resolve("o"));
        assertThat(result.code()).isEqualTo(2);
        assertThat(result.errLines())
                .singleElement()
                .asString()
                .contains("was trained on ising:side=3,")
                .contains("not on ising:side=4,");
    }
}
