package io.github.dnfs4j.experiment.ebm;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.dnfs4j.experiment.plan.Experiment;
import io.github.dnfs4j.experiment.result.EvaluationJson;
import io.github.dnfs4j.experiment.result.Versions;
import io.github.dnfs4j.io.durable.AtomicFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/** {@code results.json} of an experiment about learned energies: all it found as one table, for other pages. */
record EbmResults(String caption, List<String> header, List<List<String>> rows) {

    void write(Path folder, Experiment experiment, String budget) throws IOException {
        ObjectMapper json = new ObjectMapper();
        ObjectNode tree = json.createObjectNode();
        tree.put("title", experiment.title());
        tree.put("command", experiment.command(budget));
        tree.put("caption", caption);
        tree.set("versions", json.valueToTree(Versions.current()));
        tree.set("header", json.valueToTree(header));
        tree.set("rows", json.valueToTree(rows));
        AtomicFile.write(
                folder.resolve("results.json"), (EvaluationJson.text(tree) + "\n").getBytes(StandardCharsets.UTF_8));
    }
}
