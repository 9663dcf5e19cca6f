package io.github.dnfs4j.experiment.serve;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.dnfs4j.combopt.Clock;
import io.github.dnfs4j.combopt.Deadline;
import io.github.dnfs4j.experiment.solve.AnswerJson;
import io.github.dnfs4j.experiment.solve.Demands;
import io.github.dnfs4j.experiment.solve.Instance;
import io.github.dnfs4j.experiment.solve.SolveRun;
import io.github.dnfs4j.experiment.solve.Start;
import io.github.dnfs4j.experiment.solve.Wishes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Something to be worked out, read and checked: a run of it gives the answer as JSON. */
interface Work {
    ObjectNode run(Job job) throws IOException;

    /** Reads a question and its files; what is wrong with them is said here, before anything is queued. */
    static Work of(Question question, Path input, Limits limits) throws IOException {
        return question.samples() ? Samples.of(question) : Search.of(question, input, limits);
    }

    /** A search as {@code dnfs solve} makes it. */
    record Search(Instance instance, Wishes wishes) implements Work {
        static Search of(Question q, Path input, Limits limits) throws IOException {
            Path data = input.resolve(Question.DATA);
            if (!Files.exists(data)) {
                throw new IllegalArgumentException("there is no problem: give it as the body, or in 'data'");
            }
            Instance instance = instance(q, data, limits);
            Demands demands = new Demands(file(input, "fix"), file(input, "apart"), q.exactly(), q.atMost());
            Path start = file(input, "start");
            double seconds = Wishes.limit(q.seconds(), q.movesLimit(), yes(q.exact()));
            if (q.seconds() != null && seconds > limits.seconds()) {
                throw new IllegalArgumentException("a search here takes " + limits.seconds() + " seconds at most");
            }
            return new Search(
                    instance,
                    new Wishes(
                            Clock.WALL,
                            Math.min(seconds, limits.seconds()),
                            Objects.requireNonNullElse(q.movesLimit(), Deadline.ANY),
                            Math.min(Objects.requireNonNullElse(q.threads(), 1), limits.threads()),
                            Objects.requireNonNullElse(q.seed(), 1L),
                            Objects.requireNonNullElse(q.best(), Wishes.FEW),
                            q.best() != null,
                            yes(q.exact()),
                            q.stopAt(),
                            start == null ? null : Start.read(start, instance).x(),
                            demands.read(instance)));
        }

        private static Instance instance(Question q, Path data, Limits limits) throws IOException {
            Instance.Reading how = new Instance.Reading(
                    Objects.requireNonNullElse(q.format(), ""),
                    limits.vertices(),
                    yes(q.unweighted()),
                    yes(q.maximise()));
            return Instance.read(Objects.requireNonNull(q.problem()), data, how)
                    .named(Objects.requireNonNullElse(q.name(), Question.DATA));
        }

        private static boolean yes(@Nullable Boolean value) {
            return Boolean.TRUE.equals(value);
        }

        private static @Nullable Path file(Path input, String field) {
            Path file = input.resolve(field);
            return Files.exists(file) ? file : null;
        }

        @Override
        public ObjectNode run(Job job) {
            SolveRun run = new SolveRun(
                    instance,
                    wishes,
                    job::stopped,
                    (objective, x, method, seconds) ->
                            job.improved(new Job.Improvement(instance, objective, x, method, seconds)));
            job.bounded(run::bound);
            return AnswerJson.tree(run.run());
        }
    }
}
