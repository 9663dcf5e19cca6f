package io.github.dnfs4j.experiment.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.github.dnfs4j.io.FormatException;
import io.github.dnfs4j.net.Readout;
import io.github.dnfs4j.settings.NetworkSettings;
import io.github.dnfs4j.settings.RunSettings;
import io.github.dnfs4j.settings.TargetSettings;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExperimentTest {
    private static final RunSettings DEFAULTS = RunSettings.defaults(new TargetSettings.Ising(6, 0.1, 0));

    @Test
    void everyExperimentOfTheProgramIsValidAtEveryBudget() throws IOException {
        List<String> names = Catalogue.entries().stream()
                .filter(entry -> !entry.text().contains("\nproblem:")) // a table of solvers
                .map(CatalogueEntry::name)
                .toList();
        assertThat(names).isNotEmpty().allSatisfy(name -> {
            Experiment experiment = Catalogue.find(name);
            assertThat(experiment.budgets()).containsKeys("quick", "standard", "paper");
            for (String budget : experiment.budgets().keySet()) {
                // Those about learned energies have settings of their own kind.
                assertThat(experiment.settings(budget, DEFAULTS).isEmpty()).isEqualTo(experiment.ebm() != null);
            }
        });
    }

    @Test
    void theBudgetCoversTheVariantWhichCoversTheSharedSettings() throws IOException {
        Experiment experiment = parse("""
                {title: t, what: w, seeds: [4, 5], settings: {train: {batch: 1, ema: 0.5, timeSteps: 2}},
                 runs: [{name: a}, {name: b, settings: {train: {batch: 2, timeSteps: 3}}}],
                 budgets: {quick: {train: {timeSteps: 4, steps: 9}}}}
                """);
        List<Experiment.Training> all = experiment.settings("quick", DEFAULTS);
        assertThat(all)
                .extracting(Experiment.Training::folder)
                .containsExactly("a-seed-4", "a-seed-5", "b-seed-4", "b-seed-5");
        RunSettings last = all.get(3).settings();
        assertThat(last.seed()).isEqualTo(5);
        assertThat(last.train().optimiser().ema()).isEqualTo(0.5);
        assertThat(last.train().optimiser().batch()).isEqualTo(2);
        assertThat(last.train().paths().timeSteps()).isEqualTo(4);
        assertThat(last.train().budget().steps()).isEqualTo(9);
    }

    @Test
    void aNetworkThatIsOnlyNamedHasItsOwnDefaults() throws IOException {
        Experiment experiment = parse("""
                {title: t, what: w, runs: [{name: a, settings: {network: {kind: leconv, hidden: 12}}}],
                 budgets: {quick: {train: {steps: 9}}}}
                """);
        assertThat(experiment.settings("quick", DEFAULTS).get(0).settings().network())
                .isEqualTo(new NetworkSettings.Leconv(12, 2, 3, Readout.ENERGY, false));
    }

    @Test
    void aNetworkIsSymmetricByDefaultWhereTheTargetOfTheRunWantsIt() throws IOException {
        Experiment experiment = parse("""
                {title: t, what: w, settings: {network: {hidden: 12}}, runs: [{name: ising},
                 {name: potts, settings: {target: {kind: potts, side: 4}}},
                 {name: plain, settings: {target: {kind: potts, side: 4}, network: {symmetric: false}}}],
                 budgets: {quick: {train: {steps: 9}}}}
                """);
        assertThat(experiment.settings("quick", DEFAULTS))
                .extracting(t -> t.settings().network())
                .extracting(NetworkSettings::hidden, NetworkSettings::symmetric)
                .containsExactly(tuple(12, false), tuple(12, true), tuple(12, false));
    }

    @Test
    void aBudgetMayHaveSettingsForOneRunAlone() throws IOException {
        Experiment experiment = parse("""
                {title: t, what: w, runs: [{name: a}, {name: b}],
                 budgets: {quick: {train: {batch: 3, steps: 9}, runs: {b: {train: {batch: 7}}}}}}
                """);
        assertThat(experiment.settings("quick", DEFAULTS))
                .extracting(t -> t.settings().train().optimiser().batch())
                .containsExactly(3, 7);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{title: t} | needs title, what, runs and budgets",
                "{titel: t} | titel",
                "{title: t, what: w, runs: [{name: a}], budgets: {}, report: [foo]} | unknown quantity 'foo'",
                "{title: t, what: w, runs: [{name: a}], budgets: {}, figures: [{name: f}]} | a figure needs",
                "{title: t, what: w, runs: [{name: a}], budgets: {}, figures: [{name: f, title: t, axis: y, keys: [loss],"
                        + " runs: [b]}]} | figure f: no run 'b'",
                "{title: t, what: w, runs: [{name: a}], budgets: {}, compare: {timeSteps: 2}} | compare needs samplers",
                "{title: t, what: w, runs: [{name: a}], budgets: {b: {}}, compare: {samplers: [sw], timeSteps: 2, samples: {c: 9}}} | each of the budgets [b]",
                "{title: t, what: w, runs: [{name: a}], budgets: {b: {}}, compare: {samplers: [null], timeSteps: 2, samples: {b: 9}}} | every sampler needs a name",
                "{title: t, what: w, runs: [{name: ../../escaped}], budgets: {}} | the name of a run is",
                "{title: t, what: w, runs: [{name: /tmp/escaped}], budgets: {}} | the name of a run is",
                "{title: t, what: w, runs: [null], budgets: {}} | every run needs a name",
                "{title: t, what: w, runs: [{name: a}], budgets: {}, figures: [null]} | a figure needs",
                "{title: t, what: w, runs: [{name: a}], budgets: {b: null}} | budget b is empty",
                "{title: t, what: w, runs: [{name: a}], budgets: {b: {runs: {c: {}}}}} | budget b names no run with 'c'",
                "{title: t, what: w, runs: [{name: a}], budgets: {}, seeds: [null]} | every seed is a whole number",
                "{title: t, what: w, runs: [{name: a}], budgets: {}, seeds: [1, 1]} | a seed appears twice",
                "{title: t, what: w, runs: [{name: a}], budgets: {}, ebm: {kind: table, sets: [moons], paper: {mmd: {a: {moons: 1}}}}} | needs its source",
                "[] | not an experiment",
                "{a | not an experiment"
            })
    void whatIsNoExperimentIsSaidSo(String yaml, String message) {
        assertThatThrownBy(() -> parse(yaml))
                .isInstanceOf(FormatException.class)
                .hasMessageContaining(message)
                .hasMessageNotContaining("\n");
    }

    private static Experiment parse(String yaml) throws IOException {
        return Experiment.parse("x.yaml", yaml.getBytes(StandardCharsets.UTF_8));
    }
}
