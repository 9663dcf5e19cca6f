package io.github.dnfs4j.web;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** One request and its answer, which no other site may show, keep or read. */
public final class Visit implements AutoCloseable {
    private static final int NO_CONTENT = 204;
    private static final long DROPPED = 64 << 20;

    private final HttpExchange exchange;

    Visit(HttpExchange exchange) {
        this.exchange = exchange;
    }

    public String method() {
        return exchange.getRequestMethod();
    }

    public String path() {
        return exchange.getRequestURI().getPath();
    }

    /** What stands behind the question mark. */
    public Map<String, String> query() {
        Map<String, String> values = new LinkedHashMap<>();
        String raw = Objects.requireNonNullElse(exchange.getRequestURI().getRawQuery(), "");
        for (String part : raw.split("&", -1)) {
            String[] pair = part.split("=", 2);
            if (!pair[0].isEmpty()) {
                values.put(decoded(pair[0]), pair.length > 1 ? decoded(pair[1]) : "");
            }
        }
        return values;
    }

    private static String decoded(String text) {
        try {
            return URLDecoder.decode(text, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException notDecodable) {
            return text;
        }
    }

    /** A header of the request. */
    public @Nullable String asked(String header) {
        return exchange.getRequestHeaders().getFirst(header);
    }

    /** Bytes of the body as the request says, -1 where it does not. */
    public long length() {
        String given = Objects.requireNonNullElse(asked("Content-Length"), "");
        return given.matches("\\d{1,18}") ? Long.parseLong(given) : -1;
    }

    /** The body, or null if it is longer than this. */
    public byte @Nullable [] body(int most) throws IOException {
        byte[] body = exchange.getRequestBody().readNBytes(most + 1);
        if (body.length <= most) {
            return body;
        }
        drop();
        return null;
    }

    /** Reads on and forgets: who is still sending does not listen, and what is not read would take the answer with it. */
    public void drop() throws IOException {
        InputStream in = exchange.getRequestBody();
        byte[] dropped = new byte[1 << 16];
        for (long left = DROPPED; left > 0; ) {
            int n = in.read(dropped);
            left = n < 0 ? 0 : left - n;
        }
    }

    /** A header of the answer. */
    public Visit header(String name, String value) {
        exchange.getResponseHeaders().set(name, value);
        return this;
    }

    /** Answers with a line. */
    public void say(int code, String line) throws IOException {
        send(code, "text/plain; charset=utf-8", line + "\n");
    }

    /** Answers without a body. */
    public void nothing() throws IOException {
        protect();
        exchange.sendResponseHeaders(NO_CONTENT, -1);
    }

    public void send(int code, String type, String text) throws IOException {
        send(code, type, text.getBytes(StandardCharsets.UTF_8));
    }

    public void send(int code, String type, byte[] body) throws IOException {
        protect();
        header("Content-Type", type);
        if (method().equals("HEAD")) {
            // Java warns of a length given in any other way where no body follows.
            header("Content-Length", String.valueOf(body.length));
            exchange.sendResponseHeaders(code, -1);
            return;
        }
        // A length of 0 would mean that it is not known.
        exchange.sendResponseHeaders(code, body.length == 0 ? -1 : body.length);
        try (OutputStream out = exchange.getResponseBody()) {
            out.write(body);
        }
    }

    /** Answers bit by bit; each is sent when it is flushed. */
    public OutputStream stream(String type) throws IOException {
        protect();
        header("Content-Type", type);
        exchange.sendResponseHeaders(200, 0);
        return exchange.getResponseBody();
    }

    private void protect() {
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

    /** Whether a secret is the right one, in a time that tells nothing of where they differ. */
    public static boolean same(String secret, String given) {
        return MessageDigest.isEqual(secret.getBytes(StandardCharsets.UTF_8), given.getBytes(StandardCharsets.UTF_8));
    }

    /** Answers with a file of the program; a page begins with the head of all pages, and asks for the rest with this query. */
    public void show(String file, String type, String query) throws IOException {
        String page = type.startsWith("text/html") ? resource("live/head.html") + resource(file) : resource(file);
        send(200, type, page.replace("?token=TOKEN", query));
    }

    /** Such as {@code live/live.css}. */
    private static String resource(String name) throws IOException {
        try (@Nullable InputStream in = Visit.class.getResourceAsStream("/" + name)) {
            if (in == null) {
                throw new IOException("the program lacks its file " + name);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Override
    public void close() {
        exchange.close();
    }
}
