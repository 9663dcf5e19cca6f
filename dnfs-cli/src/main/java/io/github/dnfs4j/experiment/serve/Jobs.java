package io.github.dnfs4j.experiment.serve;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.dnfs4j.experiment.serve.Job.State;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The queue, those who work on it, and what is finished. What was accepted survives the server: it is finished, or begun
 * again when the next one starts. Only what is not finished is in memory.
 */
final class Jobs implements AutoCloseable {
    private static final int ID_BYTES = 12;
    /** A problem during which the server died so often is not begun again: it may be the reason. */
    private static final int MOST_BEGINNINGS = 2;

    private static final long PATIENCE = 20_000;
    private static final long LOOK_UP = 200;

    private final Archive archive;
    private final Limits limits;
    private final Consumer<String> remarks;
    private final SecureRandom random = new SecureRandom();
    private final LinkedBlockingQueue<Job> queue = new LinkedBlockingQueue<>();
    /** Being read, on their way into the queue. */
    private int arriving;

    private final Map<String, Job> live = new LinkedHashMap<>();
    private final Set<String> finished = new LinkedHashSet<>();
    /** Ended, but the disk took no word of it; the next start begins them again. */
    private final Map<String, Job> unwritten = new LinkedHashMap<>();

    private final List<Thread> workers = new ArrayList<>();
    private final Object reading = new Object();
    private volatile boolean closing;

    Jobs(Archive archive, Limits limits, Consumer<String> remarks) throws IOException {
        this.archive = archive;
        this.limits = limits;
        this.remarks = remarks;
        for (Archive.Entry entry : archive.entries(remarks)) {
            Job job = new Job(entry.id(), entry.asked(), entry.question());
            if (entry.finished()) {
                finished.add(entry.id());
            } else if (archive.answered(entry.id())) {
                finish(job, State.DONE, summary((ObjectNode) Question.JSON.readTree(archive.answer(entry.id()))));
            } else if (archive.stopped(entry.id())) {
                finish(job, State.CANCELLED, Question.JSON.createObjectNode());
            } else {
                // However many there are: they were accepted.
                enqueue(job);
            }
        }
        for (int k = 0; k < limits.workers(); k++) {
            Thread worker = new Thread(this::work, "dnfs-worker-" + k);
            worker.setDaemon(true);
            workers.add(worker);
            worker.start();
        }
    }

    /** Accepts a problem, or says why not. */
    Job submit(Question.Asked asked) throws IOException {
        synchronized (this) {
            if (queue.size() + arriving >= limits.queue()) {
                throw new RefusedException(503, "the queue is full, " + limits.queue() + " wait: come again");
            }
            arriving++;
        }
        try {
            String id = id();
            Instant now = Instant.now();
            archive.add(id, now, asked.question(), asked.texts());
            check(id, asked.question());
            Job job = new Job(id, now, asked.question());
            enqueue(job);
            return job;
        } finally {
            synchronized (this) {
                arriving--;
            }
        }
    }

    /** Reads it, one at a time; it is read again when its turn comes, and not kept in memory meanwhile. */
    private void check(String id, Question question) throws IOException {
        Path input = archive.input(id);
        try {
            synchronized (reading) {
                Work.of(question, input, limits);
            }
        } catch (OutOfMemoryError e) {
            archive.remove(id);
            throw new RefusedException(413, RefusedException.line(e, input));
        } catch (FileSystemException e) {
            archive.remove(id); // a disk of ours, and nobody's mistake
            throw e;
        } catch (IOException | IllegalArgumentException e) {
            archive.remove(id);
            throw new RefusedException(400, RefusedException.line(e, input));
        } catch (RuntimeException e) {
            archive.remove(id);
            throw e;
        }
    }

    private String id() {
        byte[] bytes = new byte[ID_BYTES];
        random.nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }

    private synchronized void enqueue(Job job) {
        live.put(job.id(), job);
        queue.add(job);
    }

    /** What waits or runs, or ended without a trace; null if there is none of this name. */
    synchronized @Nullable Job find(String id) {
        return live.getOrDefault(id, unwritten.get(id));
    }

    private synchronized boolean isFinished(String id) {
        return finished.contains(id);
    }

    /** What is said of a problem, with the improvements after a revision. */
    ObjectNode status(String id, long after) throws IOException {
        Job job = find(id);
        if (job != null) {
            return job.status(after);
        }
        if (!isFinished(id)) {
            throw new RefusedException(404, "there is no problem '" + id + "'");
        }
        return Job.after(archive.status(id), after);
    }

    byte[] answer(String id) throws IOException {
        ObjectNode status = status(id, Long.MAX_VALUE);
        Job job = find(id);
        if (job != null && !job.finished()) {
            throw new RefusedException(409, "it is " + status.path("state").asText() + ": there is no answer yet");
        }
        if (!archive.answered(id)) {
            throw new RefusedException(404, "it was " + status.path("state").asText() + ": there is no answer");
        }
        return archive.answer(id);
    }

    /** Stops a problem and keeps the best of it; a server that dies meanwhile does not begin it again. */
    void stop(String id) throws IOException {
        Job job = find(id);
        if (job == null || job.finished()) {
            return;
        }
        archive.stop(id);
        job.stop();
        if (queue.remove(job)) {
            end(job, () -> finish(job, State.CANCELLED, Question.JSON.createObjectNode()));
        }
    }

    synchronized ObjectNode counts() {
        ObjectNode tree = Question.JSON.createObjectNode();
        long running = live.values().stream().filter(Job::running).count();
        tree.put("queued", live.size() - running);
        tree.put("running", running);
        tree.put("finished", finished.size() + unwritten.size());
        live.keySet().forEach(tree.putArray("problems")::add);
        return tree;
    }

    private void work() {
        try {
            while (!closing) {
                Job job = queue.poll(LOOK_UP, TimeUnit.MILLISECONDS);
                if (job != null) {
                    end(job, () -> run(job));
                }
            }
        } catch (InterruptedException nobodyDoes) {
            Thread.currentThread().interrupt();
        }
    }

    private interface Ending {
        void run() throws IOException;
    }

    /** Whatever goes wrong with one job, its worker lives, and whoever waits hears of it. */
    private void end(Job job, Ending work) {
        try {
            work.run();
        } catch (IOException | RuntimeException | Error e) {
            String line = RefusedException.line(e, archive.folder());
            remarks.accept(job.id() + ": " + line);
            job.end(job.ending(State.FAILED, Question.JSON.createObjectNode().put("error", line)));
            synchronized (this) {
                live.remove(job.id());
                unwritten.put(job.id(), job);
                while (unwritten.size() > limits.keep()) {
                    unwritten.remove(unwritten.keySet().iterator().next());
                }
            }
        }
    }

    private void run(Job job) throws IOException {
        if (archive.begin(job.id()) > MOST_BEGINNINGS) {
            fail(job, "the server died each time that it was begun");
            return;
        }
        job.begin();
        ObjectNode answer;
        Path input = archive.input(job.id());
        try {
            answer = Work.of(job.question(), input, limits).run(job);
        } catch (IOException | RuntimeException | OutOfMemoryError e) {
            fail(job, RefusedException.line(e, input));
            return;
        }
        if (closing && !archive.stopped(job.id())) {
            archive.interrupted(job.id());
            return;
        }
        archive.answer(job.id(), Question.JSON.writeValueAsBytes(answer));
        finish(job, State.DONE, summary(answer));
    }

    /** An answer without its lists, which may be long. */
    private static ObjectNode summary(ObjectNode answer) {
        ObjectNode summary = Question.JSON.createObjectNode();
        answer.fields().forEachRemaining(field -> {
            JsonNode value = field.getValue();
            if (value.isValueNode() && !field.getKey().matches("version|file|problem")) {
                summary.set(field.getKey(), value);
            }
        });
        return summary;
    }

    private void fail(Job job, String line) throws IOException {
        if (closing) {
            archive.interrupted(job.id());
        } else {
            finish(job, State.FAILED, Question.JSON.createObjectNode().put("error", line));
        }
    }

    /** On disk first: whoever hears of it finds it there. */
    private void finish(Job job, State state, ObjectNode more) throws IOException {
        ObjectNode end = job.ending(state, more);
        archive.finish(job.id(), Question.JSON.writeValueAsBytes(end));
        List<String> old = new ArrayList<>();
        synchronized (this) {
            live.remove(job.id());
            finished.add(job.id());
            while (finished.size() > limits.keep()) {
                String oldest = finished.iterator().next();
                finished.remove(oldest);
                old.add(oldest);
            }
        }
        job.end(end);
        for (String id : old) {
            archive.remove(id);
        }
    }

    /** Ends the searches, which begin again at the next start. */
    @Override
    public void close() {
        closing = true;
        synchronized (this) {
            live.values().forEach(Job::stop);
        }
        try {
            for (Thread worker : workers) {
                worker.join(PATIENCE);
            }
        } catch (InterruptedException hurried) {
            Thread.currentThread().interrupt();
        }
        archive.close();
    }
}
