package io.github.dnfs4j.browser;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/**
 * A headless Chromium with one page, told what to do over its own protocol. A machine without Chromium skips the test
 * and says so.
 */
public final class Browser implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final List<String> NAMES = List.of("chromium", "chromium-browser", "google-chrome", "chrome");
    /** Only what hangs takes longer, however busy the machine is. */
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    private final Process process;
    private final AtomicInteger next = new AtomicInteger();
    private final Map<Integer, CompletableFuture<JsonNode>> answers = new ConcurrentHashMap<>();
    private final List<String> problems = new CopyOnWriteArrayList<>();
    private final WebSocket socket;

    private Browser(Process process, URI page) {
        this.process = process;
        socket = HttpClient.newHttpClient()
                .newWebSocketBuilder()
                .buildAsync(page, new Messages(answers, problems))
                .orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS)
                .join();
        for (String domain : List.of("Page", "Runtime", "Log", "Network")) {
            send(domain + ".enable", Map.of());
        }
    }

    /** Starts it; {@code profile} is a new folder for what it writes. */
    public static Browser start(Path profile) throws Exception {
        Optional<Path> program = find();
        Assumptions.assumeTrue(program.isPresent(), "no Chromium on this machine: the page was not looked at");
        Files.createDirectories(profile);
        Process process = new ProcessBuilder(
                        program.get().toString(),
                        "--headless=new",
                        "--no-sandbox", // tests run as root in containers; only our own pages are opened
                        "--disable-gpu",
                        "--disable-dev-shm-usage",
                        "--no-first-run",
                        "--disable-background-networking",
                        "--remote-debugging-port=0",
                        "--user-data-dir=" + profile,
                        "about:blank")
                .redirectErrorStream(true)
                .redirectOutput(profile.resolve("output.txt").toFile())
                .start();
        try {
            return new Browser(process, page(process, profile));
        } catch (Exception e) {
            process.destroyForcibly();
            throw e;
        }
    }

    private static Optional<Path> find() {
        return Stream.of(System.getenv("PATH").split(java.io.File.pathSeparator))
                .flatMap(folder -> NAMES.stream().map(name -> Path.of(folder, name)))
                .filter(Files::isExecutable)
                .findFirst();
    }

    private static URI page(Process process, Path profile) throws Exception {
        Path file = profile.resolve("DevToolsActivePort");
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (System.nanoTime() < end && process.isAlive()) {
            if (Files.exists(file) && !Files.readString(file).isBlank()) {
                String port = Files.readAllLines(file).get(0);
                for (JsonNode one : JSON.readTree(
                        URI.create("http://127.0.0.1:" + port + "/json").toURL())) {
                    if (one.path("type").asText().equals("page")) {
                        return URI.create(one.path("webSocketDebuggerUrl").asText());
                    }
                }
            }
            Thread.sleep(50);
        }
        throw new IOException("Chromium did not start: " + Files.readString(profile.resolve("output.txt")));
    }

    /** A window of this size, light or dark. */
    public Browser look(int width, int height, boolean dark) {
        send(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", width < 500));
        send(
                "Emulation.setEmulatedMedia",
                Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", dark ? "dark" : "light"))));
        return this;
    }

    /** Opens an address and waits until it is loaded. */
    public Browser open(URI address) throws Exception {
        send("Page.navigate", Map.of("url", address.toString()));
        waitFor("document.readyState === 'complete' && location.href !== 'about:blank'");
        return this;
    }

    /** The value of an expression of JavaScript; a promise is waited for. */
    public JsonNode value(String expression) {
        JsonNode answer =
                send("Runtime.evaluate", Map.of("expression", expression, "returnByValue", true, "awaitPromise", true));
        if (answer.has("exceptionDetails")) {
            throw new IllegalStateException(expression + ": " + answer.path("exceptionDetails"));
        }
        return answer.path("result").path("value");
    }

    /** Waits until an expression is true. */
    public void waitFor(String condition) throws Exception {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (!value(condition).asBoolean()) {
            if (System.nanoTime() > end) {
                throw new IllegalStateException("still not: " + condition + "; " + problems);
            }
            Thread.sleep(50);
        }
    }

    /** Errors on the console, exceptions, and what could not be loaded. */
    public List<String> problems() {
        return List.copyOf(problems);
    }

    /** A picture of the whole page. */
    public Path screenshot(Path png) throws IOException {
        JsonNode shot = send("Page.captureScreenshot", Map.of("format", "png", "captureBeyondViewport", true));
        return Files.write(png, Base64.getDecoder().decode(shot.path("data").asText()));
    }

    private JsonNode send(String method, Map<String, Object> parameters) {
        int id = next.incrementAndGet();
        CompletableFuture<JsonNode> answer = new CompletableFuture<>();
        answers.put(id, answer);
        ObjectNode message = JSON.createObjectNode().put("id", id).put("method", method);
        message.set("params", JSON.valueToTree(parameters));
        socket.sendText(message.toString(), true).join();
        JsonNode reply =
                answer.orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS).join();
        if (reply.has("error")) {
            throw new IllegalStateException(method + ": " + reply.path("error"));
        }
        return reply.path("result");
    }

    @Override
    public void close() throws Exception {
        socket.abort();
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly().waitFor();
    }
}
