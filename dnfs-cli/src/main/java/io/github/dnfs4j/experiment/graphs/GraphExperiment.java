package io.github.dnfs4j.experiment.graphs;

import com.fasterxml.jackson.annotation.JacksonInject;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.OptBoolean;
import io.github.dnfs4j.combopt.amortised.AmortisedSettings;
import io.github.dnfs4j.experiment.plan.Catalogue;
import io.github.dnfs4j.experiment.plan.Expectation;
import io.github.dnfs4j.target.GraphProblem;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A table of solvers as data: a problem, families of graphs, methods, and how much of each at a budget. They come with
 * the program as {@code experiments/graphs/NAME.yaml}.
 *
 * @param source what names it to {@code dnfs reproduce}: a name, or the path of a file
 * @param methods rows of the table, see {@link GraphMethods}
 * @param budgets by name
 * @param reference the paper's drops; null for none
 * @param expect time and machine, by budget
 */
@JsonIgnoreProperties("shows") // what of the paper, which CatalogueEntry reads
public record GraphExperiment(
        @JacksonInject(value = "source", useInput = OptBoolean.FALSE)
        String source,

        String title,
        String what,
        String problem,
        List<String> methods,
        Map<String, Budget> budgets,
        @Nullable PublishedDrops reference,
        @Nullable Map<String, Expectation> expect) {
    /**
     * What a budget allows.
     *
     * @param sets families of graphs, a training and a table for each
     * @param count test graphs
     * @param samples of each
     * @param timeSteps of chains, and of flows by steps
     * @param methods in place of the table's
     * @param settings of training, as keys of {@link AmortisedSettings}; its minutes are also those of the GFlowNet
     */
    public record Budget(
            List<String> sets,
            int count,
            int samples,
            int timeSteps,
            @Nullable List<String> methods,
            @Nullable Map<String, String> settings) {
        public Budget {
            if (sets == null || sets.isEmpty()) {
                throw new IllegalArgumentException("a budget needs sets, such as [\"er:16-20\"]");
            }
            if (count < 1 || samples < 1 || timeSteps < 1) {
                throw new IllegalArgumentException("count, samples and timeSteps of a budget must be above 0");
            }
            if (methods != null) {
                methods.forEach(GraphMethods::check);
            }
        }
    }

    /** By name, or from a file that ends in .yaml; empty where it is an experiment of another kind. */
    public static Optional<GraphExperiment> find(String name) throws IOException {
        byte[] yaml = Catalogue.yaml(name);
        return new String(yaml, StandardCharsets.UTF_8).lines().anyMatch(line -> line.startsWith("problem:"))
                ? Optional.of(parse(name, yaml))
                : Optional.empty();
    }

    static GraphExperiment parse(String source, byte[] yaml) throws IOException {
        return Catalogue.read(source, yaml, GraphExperiment.class, "a table of solvers", GraphExperiment::checked);
    }

    private GraphExperiment checked() {
        if (title == null || what == null || problem == null || methods == null || budgets == null) {
            throw new IllegalArgumentException("it needs title, what, problem, methods and budgets");
        }
        GraphProblem.parse(problem);
        methods.forEach(GraphMethods::check);
        return this;
    }

    /** The file's, without its folder and its extension. */
    public String name() {
        return Catalogue.name(Path.of(source));
    }

    /** What repeats it. */
    String command(String budget) {
        return Catalogue.command(source, budget);
    }

    /** The budget of a name. */
    public Budget budget(String budget) {
        return Catalogue.budget(name(), budgets, budget);
    }

    /** The rows of the table at a budget. */
    List<String> methods(String budget) {
        return Objects.requireNonNullElse(budget(budget).methods(), methods);
    }

    /** The settings of each training at a budget, checked. */
    public List<AmortisedSettings> settings(String budget) {
        Budget b = budget(budget);
        List<AmortisedSettings> all = new ArrayList<>();
        for (String set : b.sets()) {
            Map<String, String> values = new LinkedHashMap<>();
            if (b.settings() != null) {
                values.putAll(b.settings());
            }
            values.put("sampling.timeSteps", String.valueOf(b.timeSteps()));
            AmortisedSettings one =
                    AmortisedSettings.defaults(GraphProblem.parse(problem), set).with(values);
            if (methods(budget).contains("gflownet") && one.train().budget().minutes() == 0) {
                throw new IllegalArgumentException(
                        "the GFlowNet trains as many minutes as the flow: set train.minutes");
            }
            all.add(one);
        }
        return all;
    }
}
