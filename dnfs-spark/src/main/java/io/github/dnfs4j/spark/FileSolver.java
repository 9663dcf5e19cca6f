package io.github.dnfs4j.spark;

import io.github.dnfs4j.cli.Failure;
import io.github.dnfs4j.combopt.Deadline;
import io.github.dnfs4j.combopt.constraint.Constraints;
import io.github.dnfs4j.experiment.solve.Answer;
import io.github.dnfs4j.experiment.solve.AnswerJson;
import io.github.dnfs4j.experiment.solve.Instance;
import io.github.dnfs4j.experiment.solve.SolveRun;
import io.github.dnfs4j.experiment.solve.Wishes;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.function.MapFunction;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/**
 * Makes of the address of a file its row, on whichever executor: the answer of {@code dnfs solve}, or in the column
 * {@code error} why there is none.
 */
record FileSolver(
        Storage storage, String problem, Instance.Reading how, double seconds, int threads, long seed, boolean exact)
        implements MapFunction<String, Row> {
    static final StructType SCHEMA = new StructType()
            .add("name", DataTypes.StringType)
            .add("objective", DataTypes.DoubleType)
            .add("bound", DataTypes.DoubleType)
            .add("proven", DataTypes.BooleanType)
            .add("solution", DataTypes.createArrayType(DataTypes.StringType))
            .add("seconds", DataTypes.DoubleType)
            .add("method", DataTypes.StringType)
            .add("error", DataTypes.StringType);

    @Override
    public Row call(String address) {
        String name = Storage.shown(address);
        try {
            return storage.use(address, file -> row(name, solve(file)));
        } catch (IOException | RuntimeException e) {
            return RowFactory.create(
                    name, null, null, null, null, null, null, Failure.of(e).line());
        }
    }

    private Answer solve(Path file) throws IOException {
        Instance instance = Instance.read(problem, file, how);
        TaskContext task = TaskContext.get();
        return new SolveRun(instance, wishes(), task::isInterrupted, (objective, x, method, after) -> {}).run();
    }

    private Wishes wishes() {
        return new Wishes(seconds, Deadline.ANY, threads, seed, 1, false, exact, null, null, Constraints.NONE);
    }

    private static Row row(String name, Answer answer) {
        List<String> selected = new ArrayList<>();
        AnswerJson.labels(answer.instance(), answer.best().x()).forEach(label -> selected.add(label.asText()));
        return RowFactory.create(
                name,
                answer.best().objective(),
                answer.bound(),
                answer.optimal(),
                selected.toArray(String[]::new),
                answer.seconds(),
                answer.method(),
                null);
    }
}
