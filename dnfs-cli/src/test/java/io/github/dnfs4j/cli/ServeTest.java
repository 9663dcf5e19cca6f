package io.github.dnfs4j.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.dnfs4j.browser.Browser;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code dnfs serve} in a process of its own, asked as other programs and a browser ask it. */
class ServeTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String RING = "p edge 5 5\ne 1 2\ne 2 3\ne 3 4\ne 4 5\ne 5 1\n";
    private static final String MIS = "/problems?problem=mis&seconds=20";

    @TempDir
    Path folder;

    private final HttpClient client = HttpClient.newHttpClient();
    private Process process;
    private BufferedReader said;
    private int port;

    private void start(Map<String, String> environment, String... more) throws IOException {
        List<String> command = new ArrayList<>(ChildJava.command());
        command.addAll(List.of("serve", "--port=" + port, "--folder=" + folder.resolve("served"), "--workers=1"));
        command.addAll(List.of(more));
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().remove("DNFS_TOKEN");
        builder.environment().putAll(environment);
        process = builder.start();
        said = process.errorReader(StandardCharsets.UTF_8);
        String line = said.readLine();
        if (line != null && line.startsWith("Picked up")) {
            line = said.readLine();
        }
        Matcher address =
                Pattern.compile("serving at http://127\\.0\\.0\\.1:(\\d+)/").matcher(String.valueOf(line));
        assertThat(address.find()).as(line).isTrue();
        port = Integer.parseInt(address.group(1));
    }

    private void start(String... more) throws IOException {
        start(Map.of(), more);
    }

    @AfterEach
    void stop() throws InterruptedException {
        if (process != null) {
            process.destroyForcibly().waitFor();
        }
    }

    private HttpResponse<String> send(String method, String path, byte[] body, String... headers) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .method(method, BodyPublishers.ofByteArray(body));
        for (int k = 0; k < headers.length; k += 2) {
            request.header(headers[k], headers[k + 1]);
        }
        return client.send(request.build(), BodyHandlers.ofString());
    }

    private HttpResponse<String> get(String path, String... headers) throws Exception {
        return send("GET", path, new byte[0], headers);
    }

    private JsonNode post(String path, String body) throws Exception {
        HttpResponse<String> answer = send("POST", path, body.getBytes(StandardCharsets.UTF_8));
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(202);
        JsonNode status = JSON.readTree(answer.body());
        assertThat(answer.headers().firstValue("Location"))
                .contains("/problems/" + status.path("id").asText());
        return described("status", status);
    }

    private JsonNode ask(JsonNode fields) throws Exception {
        HttpResponse<String> answer =
                send("POST", "/problems", JSON.writeValueAsBytes(fields), "Content-Type", "application/json");
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(202);
        return described("status", JSON.readTree(answer.body()));
    }

    /** As openapi.json describes it. */
    private static JsonNode described(String name, JsonNode value) throws IOException {
        SchemaCheck.ofServe(name).holds(value);
        return value;
    }

    /** The status of a problem when it has ended, by asking for what is newer each time. */
    private JsonNode end(JsonNode status) throws Exception {
        String id = status.path("id").asText();
        while (status.path("state").asText().matches("queued|running")) {
            long after = status.path("revision").asLong();
            HttpResponse<String> answer = get("/problems/" + id + "?wait=20&after=" + after);
            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
            status = described("status", JSON.readTree(answer.body()));
            assertThat(status.path("revision").asLong()).isGreaterThanOrEqualTo(after);
        }
        return status;
    }

    private JsonNode answer(JsonNode status) throws Exception {
        HttpResponse<String> answer = get("/problems/" + status.path("id").asText() + "/answer");
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return JSON.readTree(answer.body());
    }

    /** A random graph that takes longer than any test. */
    private static String hard() {
        Random random = new Random(1);
        StringBuilder text = new StringBuilder("p edge 400 2000\n");
        TreeSet<String> edges = new TreeSet<>();
        while (edges.size() < 2000) {
            int u = 1 + random.nextInt(400);
            int v = 1 + random.nextInt(400);
            if (u < v) {
                edges.add("e " + u + " " + v + "\n");
            }
        }
        edges.forEach(text::append);
        return text.toString();
    }

    @Test
    void theAnswerIsThatOfTheCommand() throws Exception {
        start();
        JsonNode status = end(post(MIS + "&name=ring.col", RING));
        assertThat(status.path("state").asText()).isEqualTo("done");
        assertThat(status.path("objective").asInt()).isEqualTo(2);
        assertThat(status.path("optimal").asBoolean()).isTrue();
        JsonNode answer = answer(status);
        SchemaCheck.ofSolve().holds(answer);
        assertThat(answer.path("file").asText()).isEqualTo("ring.col");
        assertThat(answer.path("objective").asInt()).isEqualTo(2);
        assertThat(answer.path("solution").size()).isEqualTo(2);

        // With the options that are files on the command line, and the format in the type of the content.
        JsonNode fields = JSON.createObjectNode()
                .put("problem", "mis")
                .put("data", RING)
                .put("fix", "1 1\n")
                .put("apart", "1 3\n")
                .put("best", 5)
                .put("start", "2\n");
        JsonNode limited = answer(end(ask(fields)));
        assertThat(limited.path("solution").toString()).isEqualTo("[1,4]");
        String coo = "0 0 -1\n1 1 -1\n0 1 3\n";
        JsonNode energy = JSON.readTree(send(
                        "POST",
                        "/problems?problem=qubo",
                        coo.getBytes(StandardCharsets.UTF_8),
                        "Content-Type",
                        "application/x-coo")
                .body());
        assertThat(answer(end(energy)).path("objective").asInt()).isEqualTo(-1);
        assertThat(described("counts", JSON.readTree(get("/problems").body()))
                        .path("finished")
                        .asInt())
                .isEqualTo(3);
    }

    @Test
    void whatIsWrongIsSaidInALineAndLeavesNothing() throws Exception {
        start("--max-megabytes=1", "--max-vertices=1000", "--max-seconds=30");
        Map<String, String> wrong = Map.ofEntries(
                Map.entry("{", "not valid JSON"),
                Map.entry("[]", "object"),
                Map.entry("{} 1", "not valid JSON: something follows its end"),
                Map.entry("{\"problem\":\"mis\"}", "there is no problem"),
                Map.entry("{\"data\":\"1 2\"}", "'problem' is missing"),
                Map.entry("{\"problem\":\"tsp\",\"data\":\"1 2\"}", "tsp"),
                Map.entry("{\"problem\":\"mis\",\"data\":\"p edge 2 1\\ne 1 3\\n\"}", "data:2: vertex must be 1 to 2"),
                Map.entry("{\"problem\":\"mis\",\"data\":\"p edge 2000 1\\ne 1 3\\n\"}", "2000"),
                Map.entry("{\"problem\":\"mis\",\"data\":\"1 2\",\"secnds\":1}", "secnds"),
                Map.entry("{\"problem\":\"mis\",\"data\":\"1 2\",\"seconds\":0}", "seconds must be above 0"),
                Map.entry("{\"problem\":\"mis\",\"data\":\"1 2\",\"seconds\":31}", "30.0 seconds at most"),
                Map.entry("{\"problem\":\"mis\",\"data\":\"1 2\",\"fix\":\"7 1\"}", "no '7'"),
                Map.entry("{\"problem\":\"mis\",\"data\":\"1 2\",\"name\":\"../x\"}", "name"),
                Map.entry("{\"problem\":\"mis\",\"data\":\"1 2\",\"count\":2}", "for samples"),
                Map.entry("{\"problem\":\"sample\",\"model\":\"..\",\"count\":1}", "there is no model"),
                Map.entry("{\"problem\":\"sample\",\"model\":\"er16-20\",\"count\":1}", "there is no model"));
        for (Map.Entry<String, String> one : wrong.entrySet()) {
            HttpResponse<String> answer = send(
                    "POST",
                    "/problems",
                    one.getKey().getBytes(StandardCharsets.UTF_8),
                    "Content-Type",
                    "application/json");
            assertThat(answer.statusCode()).as(one.getKey() + answer.body()).isEqualTo(400);
            String line = described("error", JSON.readTree(answer.body()))
                    .path("error")
                    .asText();
            assertThat(line).contains(one.getValue()).doesNotContain("\n", folder.toString());
        }
        assertThat(send("POST", MIS, new byte[(1 << 20) + 1]).statusCode()).isEqualTo(413);
        assertThat(get("/problems/0123").statusCode()).isEqualTo(404);
        assertThat(get("/problems/../x").statusCode()).isEqualTo(404);
        assertThat(send("PUT", "/problems", new byte[0]).statusCode()).isEqualTo(405);
        assertThat(get("/problems/0123?wait=x").statusCode()).isEqualTo(400);
        assertThat(JSON.readTree(get("/problems").body()).toString())
                .isEqualTo("{\"queued\":0,\"running\":0,\"finished\":0,\"problems\":[]}");
        try (Stream<Path> left = Files.list(folder.resolve("served"))) {
            assertThat(left.map(p -> p.getFileName().toString())).containsExactly(".lock");
        }
    }

    @Test
    void improvementsComeAtOnceAndStoppingKeepsTheBest() throws Exception {
        start("--queue=1");
        JsonNode running = post("/problems?problem=maxcut&seconds=300", hard());
        String place = "/problems/" + running.path("id").asText();
        List<JsonNode> events = new ArrayList<>();
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + place + "/events"))
                .build();
        Stream<String> lines = client.send(request, BodyHandlers.ofLines()).body();
        for (Iterator<String> data =
                        lines.filter(line -> line.startsWith("data: ")).iterator();
                data.hasNext(); ) {
            events.add(JSON.readTree(data.next().substring(6)));
            if (events.size() == 1) {
                // Meanwhile one waits, and another is one too many.
                JsonNode waiting = post(MIS, RING);
                HttpResponse<String> late = send("POST", MIS, RING.getBytes(StandardCharsets.UTF_8));
                assertThat(late.statusCode()).isEqualTo(503);
                assertThat(late.headers().firstValue("Retry-After")).isPresent();
                String other = "/problems/" + waiting.path("id").asText();
                assertThat(get(other + "/answer").statusCode()).isEqualTo(409);
                JsonNode cancelled =
                        JSON.readTree(send("DELETE", other, new byte[0]).body());
                assertThat(cancelled.path("state").asText()).isEqualTo("cancelled");
                assertThat(get(other + "/answer").statusCode()).isEqualTo(404);
                SchemaCheck.ofSolve().holds(JSON.readTree(get(place + "/best").body()));
                assertThat(send("DELETE", place, new byte[0]).statusCode()).isEqualTo(200);
            }
        }
        JsonNode last = described(
                "status", ((ObjectNode) events.get(events.size() - 1)).set("improvements", JSON.createArrayNode()));
        assertThat(last.path("state").asText()).isEqualTo("done");
        assertThat(last.path("ended").asText()).isEqualTo("signal");
        double before = 0;
        for (JsonNode event : events.subList(0, events.size() - 1)) {
            described("improvement", event);
            assertThat(event.path("objective").asDouble()).isGreaterThan(before);
            before = event.path("objective").asDouble();
        }
        JsonNode answer = answer(running);
        assertThat(answer.path("objective").asDouble()).isEqualTo(before);
        assertThat(cut(hard(), answer.path("solution"))).isEqualTo((int) before);
        // Who knows the end is told nothing more; who knows nothing gets all.
        String end = String.valueOf(last.path("revision").asLong());
        assertThat(get(place + "/events", "Last-Event-ID", end).statusCode()).isEqualTo(204);
        assertThat(get(place + "/events").body()).contains("event: improvement", "event: end");
    }

    private static int cut(String graph, JsonNode side) {
        TreeSet<Integer> selected = new TreeSet<>();
        side.forEach(label -> selected.add(label.asInt()));
        return (int) graph.lines()
                .filter(line -> line.startsWith("e "))
                .map(line -> line.split(" "))
                .filter(e -> selected.contains(Integer.parseInt(e[1])) != selected.contains(Integer.parseInt(e[2])))
                .count();
    }

    @Test
    void whatWasAcceptedOutlivesTheServer() throws Exception {
        start("--keep=2");
        JsonNode finished = end(post(MIS, RING));
        JsonNode running = post("/problems?problem=maxcut&seconds=2", hard());
        JsonNode waiting = post(MIS, RING);
        while (JSON.readTree(get("/problems/" + running.path("id").asText()).body())
                .path("state")
                .asText()
                .equals("queued")) {
            Thread.sleep(20);
        }
        process.destroyForcibly().waitFor();

        start("--keep=2");
        assertThat(answer(finished).path("objective").asInt()).isEqualTo(2);
        assertThat(JSON.readTree(
                                get("/problems/" + finished.path("id").asText()).body())
                        .path("objective"))
                .isEqualTo(finished.path("objective"));
        // A polite end is no different, and does not count as a death.
        process.destroy();
        assertThat(process.waitFor()).isEqualTo(143);
        start("--keep=2");
        assertThat(end(status(running)).path("state").asText()).isEqualTo("done");
        assertThat(cut(hard(), answer(running).path("solution")))
                .isEqualTo(answer(running).path("objective").asInt());
        assertThat(end(status(waiting)).path("objective").asInt()).isEqualTo(2);
        // Two are kept, and the oldest went.
        assertThat(get("/problems/" + finished.path("id").asText()).statusCode())
                .isEqualTo(404);

        assertThat(Cli.run("serve", "--port=0", "--folder=" + folder.resolve("served"))
                        .err())
                .contains("another dnfs serves from this folder");
    }

    private JsonNode status(JsonNode of) throws Exception {
        return described(
                "status",
                JSON.readTree(get("/problems/" + of.path("id").asText()).body()));
    }

    /** DELETE, then a death before its search has noticed: it is not begun again. */
    @Test
    void whatWasStoppedStaysStopped() throws Exception {
        start();
        JsonNode stopped = post("/problems?problem=maxcut&seconds=300", hard());
        boolean died = false;
        for (int k = 0; k < 20 && !died; k++) { // a search may notice before this thread is let on
            JsonNode running = stopped;
            while (!status(running).path("state").asText().equals("running")) {
                Thread.sleep(20);
            }
            String id = running.path("id").asText();
            Path mark = folder.resolve("served").resolve(id).resolve("stopped");
            CompletableFuture<HttpResponse<String>> answer = client.sendAsync(
                    HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/problems/" + id))
                            .DELETE()
                            .build(),
                    BodyHandlers.ofString());
            while (!died && !answer.isDone()) {
                died = Files.exists(mark);
            }
            if (died) {
                process.destroyForcibly().waitFor();
            } else {
                stopped = post("/problems?problem=maxcut&seconds=300", hard());
            }
        }
        assertThat(died)
                .as("somebody's wish is on the disk before it is granted")
                .isTrue();
        start();
        JsonNode status = status(stopped);
        assertThat(status.path("state").asText()).as(status.toString()).matches("cancelled|done");
        assertThat(folder.resolve("served")
                        .resolve(stopped.path("id").asText())
                        .toFile()
                        .list())
                .doesNotContain("stopped", "input", "begun");
    }

    /** More of them than memory would hold: each is accepted or told to come again, and the server lives. */
    @Test
    void manyLargeRequestsAtOnceLeaveItMemory() throws Exception {
        start(Map.of("JAVA_TOOL_OPTIONS", "-Xmx200m"));
        byte[] large = (RING + "c large\n".repeat(1_900_000)).getBytes(StandardCharsets.UTF_8);
        Map<Integer, Integer> codes = new TreeMap<>();
        List<CompletableFuture<HttpResponse<String>>> answers = new ArrayList<>();
        for (int k = 0; k < 40; k++) {
            answers.add(client.sendAsync(
                    HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + MIS))
                            .POST(BodyPublishers.ofByteArray(large))
                            .build(),
                    BodyHandlers.ofString()));
        }
        for (CompletableFuture<HttpResponse<String>> answer : answers) {
            codes.merge(answer.get().statusCode(), 1, Integer::sum);
        }
        assertThat(codes.keySet()).as(codes.toString()).isSubsetOf(202, 503).contains(202);
        assertThat(answer(end(post(MIS, RING))).path("objective").asInt()).isEqualTo(2);
    }

    /** Who sends it hears so, and the next one is served. */
    @Test
    void aRequestThatMemoryCannotHoldIsRefused() throws Exception {
        start(Map.of("JAVA_TOOL_OPTIONS", "-Xmx48m"), "--max-megabytes=500");
        HttpResponse<String> answer = client.send(
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + MIS))
                        .POST(BodyPublishers.ofByteArray(new byte[60_000_000]))
                        .build(),
                BodyHandlers.ofString());
        assertThat(answer.statusCode()).isEqualTo(413);
        assertThat(answer.body()).contains("out of memory: the problem is too large for this server");
        assertThat(answer(end(post(MIS, RING))).path("objective").asInt()).isEqualTo(2);
    }

    /** A problem that takes the server with it each time must not do so for ever. */
    @Test
    void whatKillsTheServerIsNotBegunForEver() throws Exception {
        JsonNode deadly = null;
        for (int k = 0; k < 3; k++) {
            start();
            if (deadly == null) {
                deadly = post("/problems?problem=maxcut&seconds=300", hard());
            }
            while (k < 2 && !status(deadly).path("state").asText().equals("running")) {
                Thread.sleep(20);
            }
            if (k < 2) {
                process.destroyForcibly().waitFor();
            }
        }
        JsonNode end = end(status(deadly));
        assertThat(end.path("state").asText()).isEqualTo("failed");
        assertThat(end.path("error").asText()).contains("died each time");
    }

    @Test
    void onlyThoseWhoKnowTheTokenMayAsk() throws Exception {
        start(Map.of("DNFS_TOKEN", "wine dark"));
        String right = "Bearer wine dark";
        for (String path : new String[] {"/problems", "/models", "/problems/0123", "/problems/0123/answer", "/x"}) {
            assertThat(get(path).statusCode()).as(path).isEqualTo(401);
            assertThat(get(path, "Authorization", "Bearer wine").statusCode()).isEqualTo(401);
            assertThat(get(path, "Authorization", right).statusCode()).isNotEqualTo(401);
        }
        assertThat(send("POST", MIS, RING.getBytes(StandardCharsets.UTF_8)).statusCode())
                .isEqualTo(401);
        assertThat(get("/").statusCode()).isEqualTo(200); // the page, which holds nothing of anybody
        // A page of another site, in a browser that can reach this port.
        for (String origin : new String[] {"http://evil.example", "null", "http://127.0.0.1:" + (port + 1)}) {
            assertThat(send(
                                    "POST",
                                    MIS,
                                    RING.getBytes(StandardCharsets.UTF_8),
                                    "Authorization",
                                    right,
                                    "Origin",
                                    origin)
                            .statusCode())
                    .isEqualTo(403);
        }
        assertThat(get("/problems", "Authorization", right, "Origin", "http://127.0.0.1:" + port)
                        .statusCode())
                .isEqualTo(200);
        // A name that somebody else has given this address.
        try (Socket socket = new Socket("127.0.0.1", port)) {
            socket.getOutputStream()
                    .write("GET /problems HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n"
                            .getBytes(StandardCharsets.UTF_8));
            assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                    .startsWith("HTTP/1.1 421");
        }
    }

    @Test
    void whereOthersCanReachItATokenIsNeeded() {
        Cli result = Cli.run("serve", "--host=0.0.0.0", "--port=0", "--folder=" + folder.resolve("served"));
        assertThat(result.code()).isEqualTo(2);
        assertThat(result.err()).contains("DNFS_TOKEN").hasLineCount(1);
        assertThat(folder.resolve("served")).doesNotExist();
    }

    @Test
    void samplesComeThroughTheSameDoor() throws Exception {
        start();
        assertThat(described("models", JSON.readTree(get("/models").body())).toString())
                .contains("ising-10x10-sigma01")
                .doesNotContain("er16-20");
        JsonNode fields = JSON.createObjectNode()
                .put("problem", "sample")
                .put("model", "ising-10x10-sigma01")
                .put("count", 40)
                .put("spins", true)
                .put("seed", 5);
        JsonNode drawn = described("samples", answer(end(ask(fields))));
        assertThat(drawn.path("states").size()).isEqualTo(40);
        int sum = 0;
        for (JsonNode state : drawn.path("states")) {
            assertThat(state.size()).isEqualTo(100);
            for (JsonNode spin : state) {
                assertThat(Math.abs(spin.asInt())).isEqualTo(1);
                sum += spin.asInt();
            }
        }
        // Neither a constant nor all alike: 4,000 weakly coupled spins without a field.
        assertThat(Math.abs(sum)).isLessThan(2000);
        ((ObjectNode) fields).put("weighted", true);
        assertThat(described("samples", answer(end(ask(fields))))
                        .path("logWeights")
                        .size())
                .isEqualTo(40);
    }

    @Test
    void aBrowserPastesAGraphAndWatches() throws Exception {
        start(Map.of("DNFS_TOKEN", "wine"));
        try (Browser browser = Browser.start(folder.resolve("profile"))) {
            browser.look(360, 800, true).open(URI.create("http://127.0.0.1:" + port + "/#wine"));
            browser.value("document.getElementById('problem').value = 'maxcut';"
                    + "document.getElementById('seconds').value = '100';"
                    + "document.getElementById('data').value = " + JSON.writeValueAsString(hard()) + ";"
                    + "document.getElementById('solve').click(); 0");
            browser.waitFor("document.getElementById('state').textContent === 'Searching.'");
            browser.waitFor("document.querySelectorAll('#curve polyline').length === 1");
            browser.value("document.getElementById('stop').click(); 0");
            browser.waitFor("document.getElementById('state').textContent === 'The best that was found.'");
            assertThat(browser.value("document.getElementById('answer').textContent")
                            .asText())
                    .contains(" selected: ");
            assertThat(browser.value("document.getElementById('download').hidden")
                            .asBoolean())
                    .isFalse();

            // Another one, proven in a moment; and one that is wrong.
            browser.value("document.getElementById('problem').value = 'mis';"
                    + "document.getElementById('data').value = " + JSON.writeValueAsString(RING) + ";"
                    + "document.getElementById('solve').click(); 0");
            browser.waitFor("document.getElementById('state').textContent === 'Solved, and proven to be the best.'");
            assertThat(browser.value("document.getElementById('answer').textContent")
                            .asText())
                    .startsWith("2 selected: ");
            assertThat(browser.value("document.documentElement.scrollWidth").asInt())
                    .isLessThanOrEqualTo(360);
            assertThat(browser.problems()).isEmpty();
            browser.value("document.getElementById('data').value = 'p edge 2 1\\ne 1 3\\n';"
                    + "document.getElementById('solve').click(); 0");
            browser.waitFor("document.getElementById('state').textContent.includes('vertex must be 1 to 2')");

            browser.open(URI.create("http://127.0.0.1:" + port + "/api"));
            browser.waitFor("document.querySelectorAll('h2').length > 5");
            JsonNode api = JSON.readTree(get("/openapi.json").body());
            List<String> headings = new ArrayList<>();
            api.path("paths")
                    .fields()
                    .forEachRemaining(path -> path.getValue()
                            .fieldNames()
                            .forEachRemaining(
                                    method -> headings.add(method.toUpperCase(Locale.ROOT) + " " + path.getKey())));
            assertThat(browser.value("[...document.querySelectorAll('h2')].map(h => h.textContent).join('|')")
                            .asText())
                    .isEqualTo(String.join("|", headings));
        }
    }

    /** scripts/try-serve, in short. */
    @Test
    void manyAtOnceAndAKillInBetween() throws Exception {
        List<String> command = List.of(
                "python3",
                Path.of("..", "scripts", "try-serve").toString(),
                "--requests=30",
                "--clients=5",
                "--java=" + String.join(" ", ChildJava.command()));
        Process script = new ProcessBuilder(command).redirectErrorStream(true).start();
        String text = new String(script.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(script.waitFor()).as(text).isZero();
        assertThat(text).contains("30 problems").doesNotContain("WRONG");
    }
}
