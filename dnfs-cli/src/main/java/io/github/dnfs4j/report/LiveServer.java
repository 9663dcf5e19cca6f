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
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Shows a run to the browsers of this machine: a page, its style and script, and {@code /data?after=REVISION}, the
 * numbers as JSON. It listens on the loopback address alone, and answers requests for this host only, because a page
 * from elsewhere can give its own name that address. A browser that hangs holds one of a few threads for seconds; the
 * run holds none.
 */
public final class LiveServer implements AutoCloseable {
    private static final int THREADS = 16;
    private static final int SECONDS = 3;
    private static final int NOT_MODIFIED = 204;
    private static final Map<String, String> FILES = Map.of(
            "/", "index.html text/html; charset=utf-8",
            "/live.css", "live.css text/css; charset=utf-8",
            "/live.js", "live.js text/javascript; charset=utf-8");

    private final HttpServer server;
    private final ThreadPoolExecutor threads;
    private final LongFunction<Optional<String>> data;

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

    /** Where a browser finds it. */
    public URI address() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/");
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            String path = exchange.getRequestURI().getPath();
            @Nullable String file = FILES.get(path);
            if (!local(exchange.getRequestHeaders().getFirst("Host"))) {
                send(exchange, 421, "text/plain", "ask for 127.0.0.1 or localhost\n".getBytes(StandardCharsets.UTF_8));
            } else if (!exchange.getRequestMethod().equals("GET")) {
                send(exchange, 405, "text/plain", "only GET\n".getBytes(StandardCharsets.UTF_8));
            } else if (path.equals("/data")) {
                data(exchange);
            } else if (file == null) {
                send(exchange, 404, "text/plain", "no such page\n".getBytes(StandardCharsets.UTF_8));
            } else {
                send(exchange, 200, file.substring(file.indexOf(' ') + 1), resource(file.split(" ", 2)[0]));
            }
        }
    }

    /** The name of this host under any port: a tunnel may have another. */
    private static boolean local(@Nullable String host) {
        return host != null && host.matches("(127\\.0\\.0\\.1|localhost|\\[::1])(:\\d{1,5})?");
    }

    private void data(HttpExchange exchange) throws IOException {
        String query = String.valueOf(exchange.getRequestURI().getQuery());
        long after = query.matches("after=-?\\d{1,18}") ? Long.parseLong(query.substring("after=".length())) : -1;
        Optional<String> json = data.apply(after);
        if (json.isPresent()) {
            send(exchange, 200, "application/json", json.get().getBytes(StandardCharsets.UTF_8));
        } else {
            headers(exchange);
            exchange.sendResponseHeaders(NOT_MODIFIED, -1);
        }
    }

    private static byte[] resource(String name) throws IOException {
        try (@Nullable InputStream in = LiveServer.class.getResourceAsStream("/live/" + name)) {
            if (in == null) {
                throw new IOException("the program lacks its file live/" + name);
            }
            return in.readAllBytes();
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

    private static void send(HttpExchange exchange, int code, String type, byte[] body) throws IOException {
        headers(exchange);
        exchange.getResponseHeaders().set("Content-Type", type);
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
