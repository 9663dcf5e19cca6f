package io.github.dnfs4j.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class EvalCommandTest {
    private static final List<String> KEYS = List.of(
            "ess.left",
            "ess.trapezoid",
            "ess.exact",
            "logZ.left",
            "logZ.trapezoid",
            "logZ.exact",
            "logZ.lowerBound",
            "logZ.upperBound",
            "logZ.standardError",
            "logZ.reference",
            "freeEnergyPerSite.value",
            "freeEnergyPerSite.standardError",
            "freeEnergyPerSite.reference",
            "internalEnergyPerSite.value",
            "internalEnergyPerSite.standardError",
            "internalEnergyPerSite.reference",
            "entropyPerSite.value",
            "entropyPerSite.standardError",
            "entropyPerSite.reference",
            "varLogWeightPerSite",
            "magnetisation.mean",
            "magnetisation.meanAbsolute",
            "orderParameter", // null: these are spins
            "fluctuations.heatCapacityPerSite",
            "fluctuations.magnetisation",
            "fluctuations.absoluteMagnetisation",
            "fluctuations.susceptibilityPerSite",
            "fluctuations.binder",
            "fluctuations.correlationLength",
            "fluctuations.correlation",
            "samples",
            "cells",
            "timeSteps",
            "stepPaths",
            "networkCallsPerPath.mean",
            "networkCallsPerPath.max",
            "jumpsPerPath",
            "targetEvaluations",
            "networkEvaluations",
            "seconds",
            "warning");

    @Test
    void jsonIsOneObjectWithAllKeysAndNothingElse() throws Exception {
        // Sites of two states have a magnetisation in the place of an order parameter.
        JsonNode steps = object("--time-steps=4", List.of("orderParameter", "cells"));
        assertThat(steps.path("timeSteps").asInt()).isEqualTo(4);
        assertThat(steps.at("/networkCallsPerPath/mean").asDouble()).isEqualTo(5);
        assertThat(steps.at("/networkCallsPerPath/max").asDouble()).isEqualTo(5);
        // Jumps have exact weights only.
        JsonNode jumps = object(
                "--cells=4",
                List.of(
                        "orderParameter",
                        "timeSteps",
                        "stepPaths",
                        "ess.left",
                        "ess.trapezoid",
                        "logZ.left",
                        "logZ.trapezoid"));
        assertThat(jumps.path("cells").asInt()).isEqualTo(4);
        double mean = jumps.at("/networkCallsPerPath/mean").asDouble();
        assertThat(jumps.path("jumpsPerPath").asDouble()).isPositive().isCloseTo(mean - 4, within(1e-9));
        assertThat(jumps.at("/networkCallsPerPath/max").asDouble()).isGreaterThan(mean);
    }

    private static JsonNode object(String how, List<String> nulls) throws Exception {
        Cli result = Cli.run("eval", Cli.trained().toString(), "--samples=50", how, "--json");
        assertThat(result.code()).as(result.err()).isZero();
        assertThat(result.err()).isEmpty();
        JsonNode tree = parsed(result);
        List<String> keys = new ArrayList<>();
        tree.properties().forEach(e -> {
            if (e.getValue().isObject()) {
                e.getValue().fieldNames().forEachRemaining(name -> keys.add(e.getKey() + "." + name));
            } else {
                keys.add(e.getKey());
            }
        });
        assertThat(keys).containsExactlyElementsOf(KEYS);
        assertThat(tree.path("warning").isNull() || tree.path("warning").isTextual())
                .isTrue();
        for (String key : KEYS.subList(0, KEYS.size() - 1)) {
            JsonNode found = tree.at("/" + key.replace('.', '/'));
            // Estimates two levels down, and a list of them, show their value.
            JsonNode first = found.isArray() ? found.get(0) : found;
            JsonNode value = first.isObject() ? first.path("value") : first;
            assertThat(value.isNumber()).as(key).isEqualTo(!nulls.contains(key));
            assertThat(value.isNull()).as(key).isEqualTo(nulls.contains(key));
        }
        assertThat(tree.path("samples").asInt()).isEqualTo(50);
        assertThat(tree.at("/logZ/reference").asDouble()).isBetween(9.0202, 9.0203);
        return tree;
    }

    @Test
    void whatIsUnknownIsNull() throws Exception {
        JsonNode tree = parsed(Cli.run("eval", Cli.trained().toString(), "--samples=1", "--json"));
        assertThat(tree.at("/logZ/standardError").isNull()).isTrue();
        assertThat(tree.path("varLogWeightPerSite").isNull()).isTrue();
    }

    @Test
    void aSeedDecidesTheResult() throws Exception {
        String run = Cli.trained().toString();
        JsonNode first = parsed(Cli.run("eval", run, "--samples=20", "--seed=5", "--json"));
        JsonNode same = parsed(Cli.run("eval", run, "--samples=20", "--seed=5", "--json"));
        JsonNode other = parsed(Cli.run("eval", run, "--samples=20", "--seed=6", "--json"));
        assertThat(first.path("logZ")).isEqualTo(same.path("logZ")).isNotEqualTo(other.path("logZ"));
    }

    /** The same paths to three digits, from rounded numbers; what is no setting of sampling is refused. */
    @Test
    void aModelOfFp32IsEvaluatedInBf16() throws Exception {
        String run = Cli.trained().toString();
        double full = parsed(Cli.run("eval", run, "--samples=200", "--json"))
                .at("/ess/exact")
                .asDouble();
        double half = parsed(Cli.run("eval", run, "--samples=200", "--set", "precision=bf16", "--json"))
                .at("/ess/exact")
                .asDouble();
        assertThat(half).isNotEqualTo(full).isCloseTo(full, within(0.1));
        Cli training = Cli.run("eval", run, "--set", "train.batch=3");
        assertThat(training.code()).isEqualTo(2);
        assertThat(training.err()).contains("--set changes settings of sampling and precision here, not train.batch");
    }

    @Test
    void theTableStandsBesideExactValues() throws Exception {
        Cli jumps = Cli.run("eval", Cli.trained().toString(), "--samples=50");
        assertThat(jumps.out().lines().filter(line -> line.contains("9.020213")))
                .hasSize(3);
        assertThat(jumps.out())
                .containsPattern("from 50 samples by jumps in 8 cells, [0-9.]+ network calls a path, in \\d");
        Cli steps = Cli.run("eval", Cli.trained().toString(), "--samples=50", "--time-steps=6");
        assertThat(steps.out().lines().filter(line -> line.contains("9.020213")))
                .hasSize(5);
        assertThat(steps.out()).containsPattern("from 50 samples by 6 time steps, in \\d");
    }

    private static JsonNode parsed(Cli result) throws Exception {
        return new ObjectMapper().readTree(result.out());
    }
}
