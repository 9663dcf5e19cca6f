package io.github.dnfs4j.spark;

import io.github.dnfs4j.experiment.run.Judge;
import io.github.dnfs4j.run.Model;
import io.github.dnfs4j.sample.SampleSet;
import io.github.dnfs4j.settings.RunSettings;
import io.github.dnfs4j.settings.SettingsFile;
import io.github.dnfs4j.torch.Rng;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Iterator;
import java.util.stream.IntStream;
import org.apache.spark.api.java.function.FlatMapFunction;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/** Makes of the number of a task its part of the states, by the stream that the seed has for it. */
record StateDrawer(String folder, String settings, int count, int tasks) implements FlatMapFunction<Integer, Row> {
    static final StructType SCHEMA = new StructType()
            .add("task", DataTypes.IntegerType)
            .add("state", DataTypes.createArrayType(DataTypes.ShortType, false))
            .add("logDensity", DataTypes.DoubleType)
            .add("logWeight", DataTypes.DoubleType);

    /** Settings travel as the text of their file. */
    static StateDrawer of(Path folder, RunSettings settings, int count, int tasks) {
        return new StateDrawer(
                folder.toAbsolutePath().toString(), SettingsFile.of(settings).yaml(), count, tasks);
    }

    @Override
    public Iterator<Row> call(Integer task) throws IOException {
        int mine = count / tasks + (task < count % tasks ? 1 : 0);
        if (mine == 0) {
            return Collections.emptyIterator();
        }
        RunSettings read = read();
        try (Model model = Model.load(Path.of(folder), read);
                Rng all = Judge.rng(read);
                Rng own = own(all, task)) {
            SampleSet drawn = model.sampler().sample(mine, own);
            return IntStream.range(0, mine).mapToObj(k -> row(task, drawn, k)).iterator();
        }
    }

    private RunSettings read() throws IOException {
        Path file = Files.createTempFile("dnfs-settings-", ".yaml");
        try {
            Files.write(file, settings.getBytes(StandardCharsets.UTF_8));
            return SettingsFile.read(file);
        } finally {
            Files.delete(file);
        }
    }

    private static Rng own(Rng all, int task) {
        for (int k = 0; k < task; k++) {
            all.split().close();
        }
        return all.split();
    }

    private static Row row(int task, SampleSet drawn, int k) {
        Short[] state = new Short[drawn.space().sites()];
        for (int site = 0; site < state.length; site++) {
            state[site] = (short) drawn.value(k, site);
        }
        return RowFactory.create(task, state, drawn.logDensity()[k], drawn.logWeights()[k]);
    }
}
