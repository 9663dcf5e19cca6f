package io.github.dnfs4j.experiment.serve;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.dnfs4j.experiment.result.Models;
import io.github.dnfs4j.experiment.run.Draw;
import io.github.dnfs4j.experiment.run.Judge;
import io.github.dnfs4j.metric.Trust;
import io.github.dnfs4j.metric.Weights;
import io.github.dnfs4j.run.Kind;
import io.github.dnfs4j.run.Model;
import io.github.dnfs4j.run.RunFolder;
import io.github.dnfs4j.sample.SampleSet;
import io.github.dnfs4j.sample.Sampler;
import io.github.dnfs4j.settings.RunSettings;
import io.github.dnfs4j.settings.SettingsFile;
import io.github.dnfs4j.torch.Rng;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/** States of a model that has a name, as {@code dnfs sample} draws them; a folder is none, whoever names it. */
record Samples(String model, Path folder, RunSettings settings, int count, boolean weighted, boolean spins)
        implements Work {
    private static final int VERSION = 1;
    /** Numbers in an answer. */
    private static final int MOST_VALUES = 4_000_000;

    static Samples of(Question q) throws IOException {
        String name = Objects.requireNonNull(q.model());
        Path folder = models().get(name);
        if (folder == null) {
            throw new IllegalArgumentException(
                    "there is no model '" + name + "'; models: " + String.join(", ", models().keySet()));
        }
        SettingsFile<RunSettings> file = SettingsFile.of(Model.settings(folder));
        if (q.seed() != null) {
            file.set("seed", q.seed().toString());
        }
        RunSettings settings = file.settings();
        int sites = settings.target().sites();
        int count = Objects.requireNonNull(q.count());
        if ((long) count * sites > MOST_VALUES) {
            throw new IllegalArgumentException(
                    "count is " + MOST_VALUES / sites + " at most for states of " + sites + " sites");
        }
        boolean spins = Boolean.TRUE.equals(q.spins());
        if (spins && settings.target().states() != 2) {
            throw new IllegalArgumentException("spins need sites of 2 states");
        }
        return new Samples(name, folder, settings, count, Boolean.TRUE.equals(q.weighted()), spins);
    }

    /** The samplers that can be named: solvers of graphs are models of another kind. */
    static Map<String, Path> models() throws IOException {
        Map<String, Path> models = new LinkedHashMap<>();
        for (Path folder : Models.all()) {
            if (RunFolder.of(folder).kind() == Kind.FLOW) {
                models.put(String.valueOf(folder.getFileName()), folder);
            }
        }
        return models;
    }

    @Override
    public ObjectNode run(Job job) throws IOException {
        try (Model loaded = Model.load(folder, settings);
                Rng rng = Judge.rng(settings)) {
            Sampler sampler = Draw.stoppable(loaded.sampler(), job::stopped);
            SampleSet drawn = weighted ? sampler.sample(count, rng) : Draw.forStates(sampler, count, rng);
            int enough = Math.min(count, drawn.count());
            return tree(drawn, weighted ? drawn : drawn.resample(enough, rng.uniform()));
        }
    }

    private ObjectNode tree(SampleSet drawn, SampleSet given) {
        ObjectNode tree = Question.JSON.createObjectNode();
        tree.put("version", VERSION);
        tree.put("problem", Question.SAMPLE);
        tree.put("model", model);
        tree.put("count", given.count());
        tree.put("sites", given.space().sites());
        double ess = Weights.ess(drawn.logWeights());
        tree.put("paths", drawn.count());
        tree.put("ess", ess);
        Trust.few(ess, drawn.count()).ifPresent(warning -> tree.put("warning", warning));
        tree.put("seconds", drawn.cost().seconds());
        tree.put("ended", given.count() < count ? "signal" : "count");
        ArrayNode states = tree.putArray("states");
        for (int row = 0; row < given.count(); row++) {
            ArrayNode state = states.addArray();
            for (int site = 0; site < given.space().sites(); site++) {
                int value = given.value(row, site);
                state.add(spins ? 2 * value - 1 : value);
            }
        }
        if (weighted) {
            ArrayNode weights = tree.putArray("logWeights");
            for (double w : given.logWeights()) {
                if (Double.isFinite(w)) {
                    weights.add(w);
                } else {
                    weights.addNull();
                }
            }
        }
        return tree;
    }
}
