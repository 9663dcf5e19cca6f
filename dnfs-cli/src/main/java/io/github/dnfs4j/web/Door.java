package io.github.dnfs4j.web;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.concurrent.Semaphore;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A port where requests come in. So many are answered at once; to more the answer is to come again. Who sends nothing, or
 * reads nothing of its answer, holds one of a few threads for seconds. On the loopback address it answers requests for this
 * host only, because a page from elsewhere can give its own name that address.
 */
public final class Door implements AutoCloseable {
    /** Answers a request. */
    @FunctionalInterface
    public interface Answering {
        void answer(Visit visit) throws IOException;
    }

    /**
     * How it is kept.
     *
     * @param name of its threads
     * @param port 0 for any that is free
     * @param atOnce how many are answered at a time
     * @param seconds for a question or an answer, of all doors of this process what the first of them says
     */
    public record Keeping(String name, InetAddress host, int port, int atOnce, int seconds) {}

    /** More threads than answer at once: those who come too many must hear so. */
    private static final int SPARE = 4;

    private static final long IDLE_SECONDS = 5;

    private final HttpServer server;
    private final ThreadPoolExecutor threads;
    private final Semaphore free;
    private final boolean loopback;
    private final Answering answering;

    private Door(HttpServer server, Keeping keeping, Answering answering) {
        this.server = server;
        this.answering = answering;
        loopback = keeping.host().isLoopbackAddress();
        free = new Semaphore(keeping.atOnce());
        threads = new ThreadPoolExecutor(
                1, SPARE * keeping.atOnce(), IDLE_SECONDS, TimeUnit.SECONDS, new SynchronousQueue<>(), task -> {
                    Thread thread = new Thread(task, keeping.name());
                    thread.setDaemon(true);
                    return thread;
                });
    }

    public static Door open(Keeping keeping, Answering answering) throws IOException {
        set("maxReqTime", keeping.seconds());
        set("maxRspTime", keeping.seconds());
        checkFree(keeping.host(), keeping.port());
        HttpServer server = HttpServer.create(new InetSocketAddress(keeping.host(), keeping.port()), 0);
        Door door = new Door(server, keeping, answering);
        server.createContext("/", exchange -> door.answer(new Visit(exchange)));
        server.setExecutor(door.threads);
        server.start();
        return door;
    }

    private static void set(String limit, int seconds) {
        String key = "sun.net.httpserver." + limit;
        if (System.getProperty(key) == null) {
            System.setProperty(key, String.valueOf(seconds));
        }
    }

    /** Says so if a port is taken, before anything is done for which it is needed. */
    public static void checkFree(InetAddress host, int port) throws IOException {
        try (ServerSocket socket = new ServerSocket()) {
            socket.setReuseAddress(true); // as the server does: what lingers from the last run is no hindrance
            socket.bind(new InetSocketAddress(host, port));
        } catch (BindException e) {
            throw new IOException("port " + port + " cannot be used: " + e.getMessage(), e);
        }
    }

    /** The address of this machine that no other machine reaches. */
    public static InetAddress loopback() throws IOException {
        return InetAddress.getByName("127.0.0.1");
    }

    public int port() {
        return server.getAddress().getPort();
    }

    private void answer(Visit visit) throws IOException {
        boolean mine = free.tryAcquire();
        try (visit) {
            if (!mine) {
                visit.header("Retry-After", "1").say(503, "too many ask at once: come again");
            } else if (loopback && !local(visit.asked("Host"))) {
                visit.say(421, "ask for 127.0.0.1 or localhost");
            } else {
                answering.answer(visit);
            }
        } finally {
            if (mine) {
                free.release();
            }
        }
    }

    /** The name of this host under any port: a tunnel may have another. */
    private static boolean local(@Nullable String host) {
        return host != null && host.matches("(127\\.0\\.0\\.1|localhost|\\[::1])(:\\d{1,5})?");
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
