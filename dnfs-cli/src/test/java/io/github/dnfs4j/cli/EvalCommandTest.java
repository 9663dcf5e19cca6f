package io.github.dnfs4j.cli;

import static org.assertj.core.api.Assertions.assertThat;

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
            "samples",
            "timeSteps",
            "targetEvaluations",
            "networkEvaluations",
            "seconds");

    @Test
    void jsonIsOneObjectWithAllKeysAndNothingElse() throws Exception {
        Cli result = Cli.run("eval", Cli.trained().toString(), "--samples=50", "--time-steps=4", "--json");
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
        // Sites of two states have a magnetisation in the place of an order parameter.
        KEYS.forEach(key -> assertThat(tree.at("/" + key.replace('.', '/')).isNumber())
                .as(key)
                .isEqualTo(!key.equals("orderParameter")));
        assertThat(tree.path("samples").asInt()).isEqualTo(50);
        assertThat(tree.path("timeSteps").asInt()).isEqualTo(4);
        assertThat(tree.at("/logZ/reference").asDouble()).isBetween(9.0202, 9.0203);
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

    @Test
    void theTableStandsBesideExactValues() throws Exception {
        Cli result = Cli.run("eval", Cli.trained().toString(), "--samples=50");
        assertThat(result.out().lines().filter(line -> line.contains("9.020213")))
                .hasSize(5);
        assertThat(result.out()).contains("from 50 samples of 8 time steps");
    }

    private static JsonNode parsed(Cli result) throws Exception {
        return new ObjectMapper().readTree(result.out());
    }
}
