package io.github.dnfs4j.report;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Shows a run to the browsers of this machine: a page, its style and script, and {@code /data?after=REVISION}, the
 * numbers as JSON. It listens on the loopback address alone, and answers requests for this host only, because a page
 * from elsewhere can give its own name that address; and because others may share this machine, only those that know
 * the token of its address. A browser that hangs holds one of a few threads for seconds, beyond which the answer is to
 * come again; the run holds none.
 */
public final class LiveServer implements AutoCloseable {
    private static final int AT_ONCE = 16;
    /** More than answer at once: those who come too many must hear so. */
    private static final int THREADS = 4 * AT_ONCE;

    private static final int TOKEN_BYTES = 16;
    private static final int SECONDS = 3;
    private static final int NOT_MODIFIED = 204;
    private static final Map<String, String> FILES = Map.of(
            "/", "index.html text/html; charset=utf-8",
            "/live.css", "live.css text/css; charset=utf-8",
            "/live.js", "live.js text/javascript; charset=utf-8");

    private final HttpServer server;
    private final ThreadPoolExecutor threads;
    private final LongFunction<Optional<String>> data;
    private final Semaphore free = new Semaphore(AT_ONCE);
    private final String token = token();

    private LiveServer(HttpServer server, LongFunction<Optional<String>> data) {
        this.server = server;
        this.data = data;
        threads = new ThreadPoolExecutor(1, THREADS, 2L * SECONDS, TimeUnit.SECONDS, new SynchronousQueue<>(), task -> {
            Thread thread = new Thread(task, "dnfs-watch");
            thread.setDaemon(true);
            return thread;
        });
    }

    /**
     * Starts it.
     *
     * @param port 0 for any that is free
     * @param data the JSON of what is newer than a revision; empty where nothing is
     */
    public static LiveServer start(int port, LongFunction<Optional<String>> data) throws IOException {
        for (String limit : new String[] {"maxReqTime", "maxRspTime"}) {
            String key = "sun.net.httpserver." + limit;
            if (System.getProperty(key) == null) {
                System.setProperty(key, String.valueOf(SECONDS));
            }
        }
        checkFree(port);
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), port), 0);
        LiveServer live = new LiveServer(server, data);
        server.createContext("/", live::answer);
        server.setExecutor(live.threads);
        server.start();
        return live;
    }

    /** Says so if a port is taken, before anything is done for which it is needed. */
    public static void checkFree(int port) throws IOException {
        try (ServerSocket socket = new ServerSocket()) {
            socket.setReuseAddress(true); // as the server does: what lingers from the last run is no hindrance
            socket.bind(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), port));
        } catch (BindException e) {
            throw new IOException("port " + port + " cannot be used: " + e.getMessage(), e);
        }
    }

    private static String token() {
        byte[] random = new byte[TOKEN_BYTES];
        new SecureRandom().nextBytes(random);
        return HexFormat.of().formatHex(random);
    }

    /** Where a browser finds it, with the token that lets it in. */
    public URI address() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/?token=" + token);
    }

    private void answer(HttpExchange exchange) throws IOException {
        boolean mine = free.tryAcquire();
        try (exchange) {
            if (mine) {
                answerNow(exchange);
            } else {
                exchange.getResponseHeaders().set("Retry-After", "1");
                say(exchange, 503, "too many ask at once: come again");
            }
        } finally {
            if (mine) {
                free.release();
            }
        }
    }

    private void answerNow(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath();
        Map<String, String> query = query(exchange.getRequestURI());
        @Nullable String file = FILES.get(path);
        if (!local(exchange.getRequestHeaders().getFirst("Host"))) {
            say(exchange, 421, "ask for 127.0.0.1 or localhost");
        } else if (!known(query.getOrDefault("token", ""))) {
            say(exchange, 403, "the address that dnfs printed has a token, ?token=...: use all of it");
        } else if (!exchange.getRequestMethod().equals("GET") && !head(exchange)) {
            say(exchange, 405, "only GET and HEAD");
        } else if (path.equals("/data")) {
            data(exchange, query.getOrDefault("after", ""));
        } else if (file == null) {
            say(exchange, 404, "no such page");
        } else {
            String text = resource(file.split(" ", 2)[0]).replace("token=TOKEN", "token=" + token);
            send(exchange, 200, file.substring(file.indexOf(' ') + 1), text);
        }
    }

    /** Compared in a time that tells nothing of where they differ. */
    private boolean known(String given) {
        return MessageDigest.isEqual(given.getBytes(StandardCharsets.UTF_8), token.getBytes(StandardCharsets.UTF_8));
    }

    private static Map<String, String> query(URI address) {
        Map<String, String> values = new HashMap<>();
        for (String part : Objects.requireNonNullElse(address.getRawQuery(), "").split("&", -1)) {
            String[] pair = part.split("=", 2);
            values.put(pair[0], pair.length > 1 ? pair[1] : "");
        }
        return values;
    }

    private static boolean head(HttpExchange exchange) {
        return exchange.getRequestMethod().equals("HEAD");
    }

    /** The name of this host under any port: a tunnel may have another. */
    private static boolean local(@Nullable String host) {
        return host != null && host.matches("(127\\.0\\.0\\.1|localhost|\\[::1])(:\\d{1,5})?");
    }

    private void data(HttpExchange exchange, String after) throws IOException {
        Optional<String> json = data.apply(after.matches("-?\\d{1,18}") ? Long.parseLong(after) : -1);
        if (json.isPresent()) {
            send(exchange, 200, "application/json", json.get());
        } else {
            headers(exchange);
            exchange.sendResponseHeaders(NOT_MODIFIED, -1);
        }
    }

    private static String resource(String name) throws IOException {
        try (@Nullable InputStream in = LiveServer.class.getResourceAsStream("/live/" + name)) {
            if (in == null) {
                throw new IOException("the program lacks its file live/" + name);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static void headers(HttpExchange exchange) {
        Headers headers = exchange.getResponseHeaders();
        headers.set("Cache-Control", "no-store");
        headers.set("X-Content-Type-Options", "nosniff");
        headers.set("Referrer-Policy", "no-referrer");
        headers.set("Cross-Origin-Resource-Policy", "same-origin");
        headers.set(
                "Content-Security-Policy",
                "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:;"
                        + " frame-ancestors 'none'; base-uri 'none'; form-action 'none'");
    }

    private static void say(HttpExchange exchange, int code, String line) throws IOException {
        send(exchange, code, "text/plain", line + "\n");
    }

    private static void send(HttpExchange exchange, int code, String type, String text) throws IOException {
        byte[] body = text.getBytes(StandardCharsets.UTF_8);
        headers(exchange);
        exchange.getResponseHeaders().set("Content-Type", type);
        if (head(exchange)) {
            // Java warns of a length given in any other way where no body follows.
            exchange.getResponseHeaders().set("Content-Length", String.valueOf(body.length));
            exchange.sendResponseHeaders(code, -1);
            return;
        }
        exchange.sendResponseHeaders(code, body.length);
        try (OutputStream out = exchange.getResponseBody()) {
            out.write(body);
        }
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
