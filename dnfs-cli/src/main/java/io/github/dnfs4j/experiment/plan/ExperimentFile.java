package io.github.dnfs4j.experiment.plan;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.github.dnfs4j.experiment.compare.Comparison;
import io.github.dnfs4j.experiment.result.Quantity;
import io.github.dnfs4j.io.FormatException;
import io.github.dnfs4j.io.format.ParseReason;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Reads an {@link Experiment} from YAML, and says what is wrong with it. */
final class ExperimentFile {
    static final YAMLMapper YAML = YAMLMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .build();

    private ExperimentFile() {}

    /** What the file holds; anything may be missing. */
    private record Content(
            @Nullable String title,
            @Nullable String what,
            @Nullable JsonNode settings,
            @Nullable List<Long> seeds,
            @Nullable List<Experiment.Variant> runs,
            @Nullable Map<String, JsonNode> budgets,
            @Nullable List<String> report,
            @Nullable List<CurveComparison> figures,
            Experiment.@Nullable Contest compare,
            @Nullable Map<String, RepeatedEvaluation> evaluate,
            @Nullable Published reference,
            @Nullable Map<String, Expectation> expect,
            @Nullable EbmPlan ebm) {}

    static Experiment parse(String source, byte[] yaml) throws IOException {
        Path file = Path.of(source);
        try {
            Content c = YAML.readValue(yaml, Content.class);
            if (c == null
                    || c.title == null
                    || c.what == null
                    || c.runs == null
                    || c.runs.isEmpty()
                    || c.budgets == null) {
                throw new FormatException(file, "an experiment needs title, what, runs and budgets");
            }
            if (c.seeds != null && c.seeds.isEmpty()) {
                throw new FormatException(file, "an experiment needs a seed");
            }
            if (c.runs.stream().anyMatch(r -> r.name() == null || r.name().isBlank())
                    || c.runs.stream().map(Experiment.Variant::name).distinct().count() < c.runs.size()) {
                throw new FormatException(file, "every run needs a name of its own");
            }
            List<String> report = c.report == null ? List.of(Quantity.LOG_Z.key()) : c.report;
            if (c.ebm == null) {
                report.forEach(Quantity::of);
            } else {
                c.ebm.check(report);
            }
            List<CurveComparison> figures = c.figures == null ? List.of() : c.figures;
            figures.forEach(f -> f.check(c.runs));
            if (c.compare != null) {
                checkContest(file, c.compare, c.budgets.keySet());
            }
            return new Experiment(
                    source,
                    c.title,
                    c.what,
                    c.settings == null ? MissingNode.getInstance() : c.settings,
                    c.seeds == null ? List.of(1L) : c.seeds,
                    c.runs,
                    c.budgets,
                    report,
                    figures,
                    c.compare,
                    c.evaluate == null ? Map.of() : c.evaluate,
                    c.reference,
                    c.expect == null ? Map.of() : c.expect,
                    c.ebm);
        } catch (JacksonException e) {
            throw new FormatException(file, "not an experiment: " + ParseReason.of(e), e);
        } catch (IllegalArgumentException e) {
            throw new FormatException(file, String.valueOf(e.getMessage()), e);
        }
    }

    private static void checkContest(Path file, Experiment.Contest contest, Set<String> budgets)
            throws FormatException {
        if (contest.samplers() == null || contest.samples() == null || contest.timeSteps() < 1) {
            throw new FormatException(file, "compare needs samplers, timeSteps and samples by budget");
        }
        if (!contest.samples().keySet().equals(budgets)) {
            throw new FormatException(file, "compare needs samples for each of the budgets " + new TreeSet<>(budgets));
        }
        Comparison.check(contest.samplers());
    }
}
