package io.github.dnfs4j.experiment.serve;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.dnfs4j.experiment.solve.AnswerJson;
import io.github.dnfs4j.experiment.solve.Instance;
import io.github.dnfs4j.torch.Words;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One problem from its acceptance to its end. Each change has a number, its revision, so that who knows of one can wait for
 * the next. Of its improvements it keeps at most {@value #MOST}: when there are more, every second one is forgotten.
 */
final class Job {
    /** queued, running; then done, failed or cancelled. */
    enum State {
        QUEUED,
        RUNNING,
        DONE,
        FAILED,
        CANCELLED;

        @Override
        public String toString() {
            return Words.of(this);
        }
    }

    /** A better solution. */
    record Improvement(Instance instance, double objective, byte[] x, String method, double seconds) {
        String json() throws IOException {
            return AnswerJson.improvement(instance, objective, x, method, seconds);
        }
    }

    private record Step(long revision, double objective, String method, double seconds) {
        ObjectNode tree() {
            ObjectNode tree = Question.JSON.createObjectNode();
            tree.put("revision", revision);
            AnswerJson.number(tree, "objective", objective);
            tree.put("method", method);
            tree.put("seconds", seconds);
            return tree;
        }
    }

    static final int MOST = 1000;

    private final String id;
    private final Instant asked;
    private final Question question;
    private final List<Step> steps = new ArrayList<>();
    private volatile boolean stopped;
    private State state = State.QUEUED;
    private long revision;
    private @Nullable Improvement best;
    private Supplier<@Nullable Double> bound = () -> null;
    private @Nullable ObjectNode end;

    Job(String id, Instant asked, Question question) {
        this.id = id;
        this.asked = asked;
        this.question = question;
    }

    String id() {
        return id;
    }

    Question question() {
        return question;
    }

    /** Asks it to end with what it has. */
    void stop() {
        stopped = true;
    }

    boolean stopped() {
        return stopped;
    }

    synchronized boolean running() {
        return state == State.RUNNING;
    }

    synchronized void begin() {
        state = State.RUNNING;
        changed();
    }

    /** Where the bound comes from while it runs. */
    synchronized void bounded(Supplier<@Nullable Double> from) {
        bound = from;
    }

    synchronized void improved(Improvement better) {
        best = better;
        changed();
        if (steps.size() == MOST) {
            for (int k = 0; k < MOST / 2; k++) {
                steps.remove(k);
            }
        }
        steps.add(new Step(revision, better.objective(), better.method(), better.seconds()));
    }

    /** The best solution so far, null while there is none. */
    synchronized @Nullable Improvement best() {
        return best;
    }

    private void changed() {
        revision++;
        notifyAll();
    }

    /** What will be said of it when it has ended so. */
    synchronized ObjectNode ending(State last, ObjectNode more) {
        ObjectNode tree = tree();
        tree.put("state", last.toString()).put("revision", revision + 1);
        tree.setAll(more);
        return tree;
    }

    /** Says so from now on. */
    synchronized void end(ObjectNode ending) {
        bound = () -> null;
        best = null;
        end = ending;
        changed();
    }

    /** What is said of it, with the improvements after a revision. */
    ObjectNode status(long after) {
        // Of a lock that the search holds while it tells of an improvement.
        Supplier<@Nullable Double> from;
        synchronized (this) {
            from = bound;
        }
        Double known = from.get();
        synchronized (this) {
            ObjectNode tree = end != null ? end.deepCopy() : tree();
            if (end == null && known != null) {
                AnswerJson.number(tree, "bound", known);
            }
            return after(tree, after);
        }
    }

    /** A status without improvements that are known. */
    static ObjectNode after(ObjectNode status, long revision) {
        ArrayNode later = Question.JSON.createArrayNode();
        status.path("improvements").forEach(step -> {
            if (step.path("revision").asLong() > revision) {
                later.add(step);
            }
        });
        status.set("improvements", later);
        return status;
    }

    private ObjectNode tree() {
        ObjectNode tree = Question.JSON.createObjectNode();
        tree.put("id", id);
        tree.put("state", state.toString());
        tree.put("problem", question.problem());
        if (question.name() != null) {
            tree.put("name", question.name());
        }
        tree.put("asked", asked.toString());
        tree.put("revision", revision);
        if (best != null) {
            AnswerJson.number(tree, "objective", best.objective());
        }
        ArrayNode improvements = tree.putArray("improvements");
        steps.forEach(step -> improvements.add(step.tree()));
        return tree;
    }

    synchronized boolean finished() {
        return end != null;
    }

    /** Waits until there is something newer, or it is finished, or the time is over. */
    synchronized void await(long after, double seconds) throws InterruptedException {
        long last = System.nanoTime() + (long) (seconds * 1e9);
        while (revision <= after && end == null) {
            long left = (last - System.nanoTime()) / 1_000_000;
            if (left <= 0) {
                return;
            }
            wait(left);
        }
    }

    /** Waits until it is finished, or the time is over. */
    synchronized void awaitEnd(double seconds) throws InterruptedException {
        long last = System.nanoTime() + (long) (seconds * 1e9);
        while (end == null) {
            long left = (last - System.nanoTime()) / 1_000_000;
            if (left <= 0) {
                return;
            }
            wait(left);
        }
    }
}
