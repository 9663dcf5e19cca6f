package io.github.dnfs4j.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LiveServerTest {
    private LiveServer server;

    @BeforeEach
    void start() throws IOException {
        String large = "\"" + "x".repeat(8_000_000) + "\"";
        server = LiveServer.start(
                0, after -> after == 7 ? Optional.empty() : Optional.of(after == 8 ? large : "{\"revision\": 7}"));
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void answersThisHostAndNoOther() throws IOException {
        for (String host : new String[] {"127.0.0.1", "localhost", "localhost:" + port(), "[::1]:80"}) {
            assertThat(ask("GET /data?after=3", host))
                    .startsWith("HTTP/1.1 200")
                    .endsWith("{\"revision\": 7}");
        }
        for (String host : new String[] {"evil.example", "127.0.0.1.evil.example", "localhost.", "127.0.0.1:1x", ""}) {
            assertThat(ask("GET /data?after=3", host))
                    .as(host)
                    .startsWith("HTTP/1.1 421")
                    .doesNotContain("revision");
            assertThat(ask("GET /", host)).startsWith("HTTP/1.1 421");
        }
    }

    @Test
    void givesItsFilesAndNothingElse() throws IOException {
        assertThat(ask("GET /", "localhost"))
                .contains("200", "text/html", "<h1")
                .contains("default-src 'none'");
        assertThat(ask("GET /live.js", "localhost")).contains("200", "text/javascript");
        assertThat(ask("GET /live.css", "localhost")).contains("200", "text/css");
        for (String path : new String[] {"/x", "/live/live.js", "/../logback.xml", "/index.html"}) {
            assertThat(ask("GET " + path, "localhost")).as(path).startsWith("HTTP/1.1 404");
        }
        assertThat(ask("POST /data", "localhost")).startsWith("HTTP/1.1 405");
        assertThat(ask("GET /data?after=7", "localhost")).startsWith("HTTP/1.1 204");
        assertThat(ask("GET /data?after=x", "localhost")).startsWith("HTTP/1.1 200");
    }

    @Test
    void onlyThoseWhoKnowTheTokenAreLetIn() throws IOException {
        String query = server.address().getQuery();
        assertThat(query).matches("token=[0-9a-f]{32}");
        for (String path : new String[] {"/", "/live.js", "/live.css", "/data?after=3", "/x"}) {
            String with = path + (path.contains("?") ? "&" : "?");
            for (String wrong : new String[] {"", "token=", "token", query + "0", query.replaceFirst(".$", "x")}) {
                assertThat(askPlainly("GET " + with + wrong, "localhost"))
                        .as(with + wrong)
                        .startsWith("HTTP/1.1 403")
                        .doesNotContain("revision", query);
            }
        }
        String body = ask("GET /", "localhost");
        assertThat(body).contains("live.js?" + query, "live.css?" + query);
        try (LiveServer other = LiveServer.start(0, after -> Optional.empty())) {
            assertThat(other.address().getQuery()).isNotEqualTo(query);
        }
    }

    /** Java's server logs a warning where a length is given for an answer without a body. */
    @Test
    void aHeadIsAnsweredWithoutABodyAndWithoutAWarning() throws IOException {
        List<LogRecord> said = new ArrayList<>();
        Logger logger = Logger.getLogger("com.sun.net.httpserver");
        Handler handler = new Handler() {
            @Override
            public void publish(LogRecord line) {
                said.add(line);
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        logger.addHandler(handler);
        try {
            String head = ask("HEAD /", "localhost");
            String get = ask("GET /", "localhost");
            assertThat(head).startsWith("HTTP/1.1 200").endsWith("\r\n\r\n").doesNotContain("<h1");
            int length = get.split("\r\n\r\n", 2)[1].getBytes(StandardCharsets.UTF_8).length;
            assertThat(head.toLowerCase(Locale.ROOT)).contains("content-length: " + length + "\r\n");
            assertThat(ask("HEAD /data?after=7", "localhost")).startsWith("HTTP/1.1 204");
            assertThat(ask("HEAD /x", "localhost")).startsWith("HTTP/1.1 404");
            assertThat(askPlainly("HEAD /", "localhost")).startsWith("HTTP/1.1 403");
        } finally {
            logger.removeHandler(handler);
        }
        assertThat(said).extracting(LogRecord::getLevel).doesNotContain(Level.WARNING);
    }

    @Test
    void whoComesTooManyIsToldToComeAgain() throws Exception {
        CountDownLatch inside = new CountDownLatch(16);
        CountDownLatch go = new CountDownLatch(1);
        server.close();
        server = LiveServer.start(0, after -> {
            inside.countDown();
            try {
                go.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            return Optional.of("{}");
        });
        List<Socket> held = new ArrayList<>();
        for (int k = 0; k < 16; k++) {
            Socket socket = new Socket(InetAddress.getByName("127.0.0.1"), port());
            String question = "GET /data?" + server.address().getQuery() + " HTTP/1.1\r\nHost: localhost\r\n\r\n";
            socket.getOutputStream().write(question.getBytes(StandardCharsets.UTF_8));
            held.add(socket);
        }
        inside.await();
        assertThat(ask("GET /data?after=3", "localhost"))
                .startsWith("HTTP/1.1 503")
                .contains("come again", "1");
        go.countDown();
        for (Socket socket : held) {
            assertThat(socket.getInputStream().read()).isEqualTo('H');
            socket.close();
        }
    }

    @Test
    void pagesFetchNothingFromElsewhere() throws IOException {
        for (String path : new String[] {"/", "/live.js", "/live.css"}) {
            String body = ask("GET " + path, "localhost").split("\r\n\r\n", 2)[1];
            assertThat(body.replace("http://www.w3.org/2000/svg", "")).doesNotContain("http:", "https:", "//cdn");
        }
    }

    @Test
    void cannotBeReachedFromOutside() throws IOException {
        List<InetAddress> outside = Collections.list(NetworkInterface.getNetworkInterfaces()).stream()
                .flatMap(NetworkInterface::inetAddresses)
                .filter(a -> !a.isLoopbackAddress())
                .toList();
        for (InetAddress address : outside) {
            try (Socket socket = new Socket()) {
                assertThatIOException().isThrownBy(() -> socket.connect(new InetSocketAddress(address, port()), 500));
            }
        }
    }

    /** Twenty browsers that read nothing of a large answer, and twenty that never end their question. */
    @Test
    void browsersThatHangLeaveTheOthersAlone() throws IOException {
        List<Socket> hanging = new ArrayList<>();
        for (int k = 0; k < 40; k++) {
            Socket socket = new Socket(InetAddress.getByName("127.0.0.1"), port());
            String question = k % 2 == 0
                    ? "GET /data?after=8&" + server.address().getQuery() + " HTTP/1.1\r\nHost: localhost\r\n\r\n"
                    : "GET /da";
            socket.getOutputStream().write(question.getBytes(StandardCharsets.UTF_8));
            hanging.add(socket);
        }
        long begin = System.nanoTime();
        String answer = "";
        while (!answer.startsWith("HTTP/1.1 200") && System.nanoTime() - begin < 600e9) {
            try {
                answer = ask("GET /data?after=3", "localhost");
            } catch (IOException notYet) {
                // refused while all threads are held
            }
        }
        assertThat(answer).startsWith("HTTP/1.1 200");
        for (Socket socket : hanging) {
            socket.close();
        }
    }

    @Test
    void aTakenPortIsSaidAndAClosedServerIsGone() throws IOException {
        assertThatIOException()
                .isThrownBy(() -> LiveServer.start(port(), after -> Optional.empty()))
                .withMessageContaining("port " + port() + " cannot be used");
        server.close();
        assertThat(org.assertj.core.api.Assertions.catchThrowable(() -> ask("GET /", "localhost")))
                .isInstanceOf(ConnectException.class);
    }

    private int port() {
        return server.address().getPort();
    }

    private String ask(String request, String host) throws IOException {
        URI address = server.address();
        return askPlainly(request + (request.contains("?") ? "&" : "?") + address.getQuery(), host);
    }

    /** Without the token. */
    private String askPlainly(String request, String host) throws IOException {
        try (Socket socket = new Socket(InetAddress.getByName("127.0.0.1"), port())) {
            socket.setSoTimeout(2000);
            String text = request + " HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n";
            socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
