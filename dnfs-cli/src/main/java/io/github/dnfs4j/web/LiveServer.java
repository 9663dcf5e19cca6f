package io.github.dnfs4j.web;

import java.io.IOException;
import java.net.URI;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Shows a run to the browsers of this machine: a page, its style and script, and {@code /data?after=REVISION}, the
 * numbers as JSON. It listens on the loopback address alone; and because others may share this machine, it answers only
 * those that know the token of its address. A browser that hangs does not hold the run.
 */
public final class LiveServer implements AutoCloseable {
    private static final int AT_ONCE = 16;
    private static final int TOKEN_BYTES = 16;
    private static final int SECONDS = 3;
    private static final Map<String, String> FILES = Map.of(
            "/", "live/index.html text/html; charset=utf-8",
            "/live.css", "live/live.css text/css; charset=utf-8",
            "/chart.js", "live/chart.js text/javascript; charset=utf-8",
            "/live.js", "live/live.js text/javascript; charset=utf-8");

    private final Door door;
    private final LongFunction<Optional<String>> data;
    private final String token = token();

    private LiveServer(int port, LongFunction<Optional<String>> data) throws IOException {
        this.data = data;
        door = Door.open(new Door.Keeping("dnfs-watch", Door.loopback(), port, AT_ONCE, SECONDS), this::answer);
    }

    /**
     * Starts it.
     *
     * @param port 0 for any that is free
     * @param data the JSON of what is newer than a revision; empty where nothing is
     */
    public static LiveServer start(int port, LongFunction<Optional<String>> data) throws IOException {
        return new LiveServer(port, data);
    }

    private static String token() {
        byte[] random = new byte[TOKEN_BYTES];
        new SecureRandom().nextBytes(random);
        return HexFormat.of().formatHex(random);
    }

    /** Where a browser finds it, with the token that lets it in. */
    public URI address() {
        return URI.create("http://127.0.0.1:" + door.port() + "/?token=" + token);
    }

    private void answer(Visit visit) throws IOException {
        Map<String, String> query = visit.query();
        @Nullable String file = FILES.get(visit.path());
        if (!Visit.same(token, query.getOrDefault("token", ""))) {
            visit.say(403, "the address that dnfs printed has a token, ?token=...: use all of it");
        } else if (!visit.method().equals("GET") && !visit.method().equals("HEAD")) {
            visit.say(405, "only GET and HEAD");
        } else if (visit.path().equals("/data")) {
            data(visit, query.getOrDefault("after", ""));
        } else if (file == null) {
            visit.say(404, "no such page");
        } else {
            String[] words = file.split(" ", 2);
            visit.show(words[0], words[1], "?token=" + token);
        }
    }

    private void data(Visit visit, String after) throws IOException {
        Optional<String> json = data.apply(after.matches("-?\\d{1,18}") ? Long.parseLong(after) : -1);
        if (json.isPresent()) {
            visit.send(200, "application/json", json.get());
        } else {
            visit.nothing();
        }
    }

    @Override
    public void close() {
        door.close();
    }
}
