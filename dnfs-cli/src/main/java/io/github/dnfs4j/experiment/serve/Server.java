package io.github.dnfs4j.experiment.serve;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.dnfs4j.io.problem.ProblemFormat;
import io.github.dnfs4j.web.Door;
import io.github.dnfs4j.web.Visit;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Problems over HTTP. Everything but the pages, which hold nothing of anybody, needs the token where there is one. A page of
 * another site cannot send anything here in a browser's name: what has an Origin must have this one.
 *
 * <pre>
 * POST   /problems               accepts one: 202, and its place in Location
 * GET    /problems               how many wait, run and are finished
 * GET    /problems/ID            its status; ?wait=S&amp;after=REVISION waits for a newer one
 * DELETE /problems/ID            stops it and keeps the best
 * GET    /problems/ID/answer     as dnfs solve --json prints it
 * GET    /problems/ID/best       the best solution so far
 * GET    /problems/ID/events     server-sent events: improvement, end
 * GET    /models                 whose samples can be asked for
 * GET    /  /api  /openapi.json  pages for people, and what programs read
 * </pre>
 */
public final class Server implements AutoCloseable {
    /** Requests answered at once; those that wait for news are among them. */
    private static final int AT_ONCE = 64;

    /** For a question or an answer; events stop before, and browsers then ask for more of them. */
    private static final int SECONDS = 60;

    /** Bytes of memory for each of a request that is being read: itself, its JSON, its texts. */
    private static final int MEMORY_PER_BYTE = 16;

    private static final double LONGEST_WAIT = 30;
    private static final double HEARTBEAT = 5;
    private static final double STOPPING = 10;
    private static final String JSON_TYPE = "application/json";
    private static final Pattern PROBLEM = Pattern.compile("/problems/([0-9a-f]{1,64})(/answer|/best|/events)?");
    private static final Map<String, String> FILES = Map.of(
            "/", "serve/index.html text/html; charset=utf-8",
            "/serve.js", "serve/serve.js text/javascript; charset=utf-8",
            "/api", "serve/api.html text/html; charset=utf-8",
            "/api.js", "serve/api.js text/javascript; charset=utf-8",
            "/openapi.json", "serve/openapi.json application/json",
            "/chart.js", "live/chart.js text/javascript; charset=utf-8",
            "/live.css", "live/live.css text/css; charset=utf-8");

    private final Archive archive;
    private final Jobs jobs;
    private final Door door;
    private final Limits limits;
    /** Bytes of requests that may be in memory at once. */
    private final Semaphore room;

    private final @Nullable String token;
    private final Consumer<String> remarks;

    private Server(
            Path folder, InetAddress host, int port, @Nullable String token, Limits limits, Consumer<String> remarks)
            throws IOException {
        this.limits = limits;
        long most = Runtime.getRuntime().maxMemory() / MEMORY_PER_BYTE;
        room = new Semaphore((int) Math.max(limits.bytes(), Math.min(most, Integer.MAX_VALUE)));
        this.token = token;
        this.remarks = remarks;
        Door.checkFree(host, port);
        archive = Archive.open(folder);
        try {
            jobs = new Jobs(archive, limits, remarks);
        } catch (IOException | RuntimeException e) {
            archive.close();
            throw e;
        }
        try {
            door = Door.open(new Door.Keeping("dnfs-serve", host, port, AT_ONCE, SECONDS), this::answer);
        } catch (IOException | RuntimeException e) {
            jobs.close();
            throw e;
        }
    }

    /**
     * Starts it, and what waits in its folder.
     *
     * @param port 0 for any that is free
     * @param token that requests must have; there must be one unless only this machine can ask
     * @param remarks gets what the owner should know
     */
    public static Server start(
            Path folder, InetAddress host, int port, @Nullable String token, Limits limits, Consumer<String> remarks)
            throws IOException {
        if (token == null && !host.isLoopbackAddress()) {
            throw new IllegalArgumentException(
                    "whoever reaches " + host.getHostAddress() + " could use this: set a secret in DNFS_TOKEN");
        }
        return new Server(folder, host, port, token, limits, remarks);
    }

    public int port() {
        return door.port();
    }

    private void answer(Visit visit) throws IOException {
        try {
            @Nullable String file = FILES.get(visit.path());
            if (file != null) {
                page(visit, file);
            } else {
                allowed(visit);
                route(visit);
            }
        } catch (RefusedException e) {
            if (e.code() == 503) {
                visit.header("Retry-After", "2");
            }
            json(visit, e.code(), Question.JSON.createObjectNode().put("error", e.getMessage()));
        } catch (IllegalArgumentException e) {
            json(visit, 400, Question.JSON.createObjectNode().put("error", RefusedException.line(e, archive.folder())));
        } catch (InterruptedException closing) {
            Thread.currentThread().interrupt();
        } catch (NoSuchFileException gone) {
            json(visit, 404, Question.JSON.createObjectNode().put("error", "it is no longer kept"));
        } catch (FileSystemException | RuntimeException e) {
            remarks.accept("a request failed: " + RefusedException.line(e, archive.folder()));
            json(visit, 500, Question.JSON.createObjectNode().put("error", "the server failed; its log says why"));
        }
    }

    private static void page(Visit visit, String file) throws IOException {
        only(visit, "GET", "HEAD");
        String[] words = file.split(" ", 2);
        visit.show(words[0], words[1], "");
    }

    private void allowed(Visit visit) throws RefusedException {
        String given = Objects.requireNonNullElse(visit.asked("Authorization"), "");
        if (token != null && !Visit.same("Bearer " + token, given)) {
            throw new RefusedException(401, "the header Authorization: Bearer TOKEN is missing or wrong");
        }
        String origin = visit.asked("Origin");
        String host = Objects.requireNonNullElse(visit.asked("Host"), "");
        if (origin != null && !origin.equals("http://" + host) && !origin.equals("https://" + host)) {
            throw new RefusedException(403, "pages of other sites may not ask here");
        }
    }

    private void route(Visit visit) throws IOException, InterruptedException {
        Matcher problem = PROBLEM.matcher(visit.path());
        if (visit.path().equals("/models")) {
            only(visit, "GET", "HEAD");
            ObjectNode tree = Question.JSON.createObjectNode();
            Samples.models().keySet().forEach(tree.putArray("models")::add);
            json(visit, 200, tree);
        } else if (visit.path().equals("/problems")) {
            only(visit, "GET", "HEAD", "POST");
            if (visit.method().equals("POST")) {
                accept(visit);
            } else {
                json(visit, 200, jobs.counts());
            }
        } else if (problem.matches()) {
            String id = problem.group(1);
            String what = Objects.requireNonNullElse(problem.group(2), "");
            switch (what) {
                case "" -> only(visit, "GET", "HEAD", "DELETE");
                case "/events" -> only(visit, "GET");
                default -> only(visit, "GET", "HEAD");
            }
            switch (what) {
                case "/answer" -> visit.send(200, JSON_TYPE, jobs.answer(id));
                case "/best" -> best(visit, id);
                case "/events" -> events(visit, id);
                default -> status(visit, id);
            }
        } else {
            throw new RefusedException(404, "there is nothing here; see /api");
        }
    }

    private static void only(Visit visit, String... methods) throws RefusedException {
        if (!Arrays.asList(methods).contains(visit.method())) {
            visit.header("Allow", String.join(", ", methods));
            throw new RefusedException(405, "only " + String.join(", ", methods));
        }
    }

    private static void json(Visit visit, int code, ObjectNode tree) throws IOException {
        visit.send(code, JSON_TYPE, Question.JSON.writeValueAsBytes(tree));
    }

    /** As many at once as memory has room for. */
    private void accept(Visit visit) throws IOException {
        long length = visit.length();
        int bytes = length < 0 || length > limits.bytes() ? limits.bytes() : (int) length;
        if (!room.tryAcquire(bytes)) {
            visit.drop();
            throw new RefusedException(503, "many large requests are being read: come again");
        }
        try {
            read(visit);
        } catch (OutOfMemoryError e) {
            visit.drop();
            throw new RefusedException(413, RefusedException.line(e, archive.folder()));
        } finally {
            room.release(bytes);
        }
    }

    private void read(Visit visit) throws IOException {
        byte[] body = visit.body(limits.bytes());
        if (body == null) {
            throw new RefusedException(413, "a request is " + limits.bytes() + " bytes at most");
        }
        String type = Objects.requireNonNullElse(visit.asked("Content-Type"), "")
                .split(";", 2)[0]
                .strip();
        Question.Asked asked;
        if (type.equals(JSON_TYPE)) {
            asked = Question.read(body);
        } else {
            Map<String, String> query = visit.query();
            format(type).ifPresent(format -> query.putIfAbsent("format", format));
            asked = Question.read(query, body);
        }
        Job job = jobs.submit(asked);
        visit.header("Location", "/problems/" + job.id());
        json(visit, 202, job.status(-1));
    }

    /** The format of {@code application/x-FORMAT} or {@code text/x-FORMAT}. */
    private static Optional<String> format(String type) {
        String name = type.toLowerCase(Locale.ROOT).replaceFirst("^(application|text)/x-", "");
        return Arrays.stream(ProblemFormat.values())
                .map(ProblemFormat::toString)
                .filter(name::equals)
                .findFirst();
    }

    private void status(Visit visit, String id) throws IOException, InterruptedException {
        Map<String, String> query = visit.query();
        Job job = jobs.find(id);
        if (visit.method().equals("DELETE")) {
            jobs.stop(id);
            if (job != null) {
                job.awaitEnd(STOPPING);
            }
            json(visit, 200, jobs.status(id, -1));
            return;
        }
        double wait = Math.min(LONGEST_WAIT, number(query, "wait", 0));
        long after = (long) number(query, "after", -1);
        if (job != null && wait > 0) {
            job.await(after, wait);
        }
        json(visit, 200, jobs.status(id, after));
    }

    private static double number(Map<String, String> query, String name, double otherwise) throws RefusedException {
        String text = query.get(name);
        if (text == null) {
            return otherwise;
        }
        if (!text.matches("-?\\d{1,15}([.]\\d{1,9})?")) {
            throw new RefusedException(400, name + " must be a number, not '" + text + "'");
        }
        return Double.parseDouble(text);
    }

    private void best(Visit visit, String id) throws IOException {
        Job job = jobs.find(id);
        if (job == null) {
            visit.send(200, JSON_TYPE, jobs.answer(id));
            return;
        }
        Job.Improvement best = job.best();
        if (best == null) {
            throw new RefusedException(409, "no solution has been found yet");
        }
        visit.send(200, JSON_TYPE, best.json());
    }

    /** Improvements after the one that the browser knows, then the end; nothing at all where that is known as well. */
    private void events(Visit visit, String id) throws IOException, InterruptedException {
        String known = Objects.requireNonNullElse(visit.asked("Last-Event-ID"), "");
        long after = known.matches("\\d{1,18}") ? Long.parseLong(known) : -1;
        Job job = jobs.find(id);
        ObjectNode status = jobs.status(id, after);
        if (job == null && status.path("revision").asLong() <= after) {
            visit.nothing();
            return;
        }
        long begin = System.nanoTime();
        try (OutputStream out = visit.stream("text/event-stream")) {
            write(out, "retry: 1000\n\n");
            while (true) {
                StringBuilder text = new StringBuilder();
                status.path("improvements")
                        .forEach(step -> text.append(
                                event("improvement", step.path("revision").asLong(), step)));
                after = status.path("revision").asLong();
                boolean over = job == null || !status.path("state").asText().matches("queued|running");
                if (over) {
                    status.remove("improvements");
                    text.append(event("end", after, status));
                }
                write(out, text.isEmpty() ? ":\n\n" : text.toString());
                if (job == null || over || (System.nanoTime() - begin) / 1e9 > LONGEST_WAIT) {
                    return;
                }
                job.await(after, HEARTBEAT);
                status = job.status(after);
            }
        }
    }

    private static String event(String name, long revision, JsonNode data) {
        try {
            return "id: " + revision + "\nevent: " + name + "\ndata: " + Question.JSON.writeValueAsString(data)
                    + "\n\n";
        } catch (JsonProcessingException cannotBe) {
            throw new IllegalStateException(cannotBe);
        }
    }

    private static void write(OutputStream out, String text) throws IOException {
        out.write(text.getBytes(StandardCharsets.UTF_8));
        out.flush();
    }

    @Override
    public void close() {
        door.close();
        jobs.close();
    }
}
