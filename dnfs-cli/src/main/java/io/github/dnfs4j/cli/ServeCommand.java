package io.github.dnfs4j.cli;

import io.github.dnfs4j.experiment.serve.Limits;
import io.github.dnfs4j.experiment.serve.Server;
import io.github.dnfs4j.experiment.terminal.Console;
import io.github.dnfs4j.experiment.terminal.StopSignal;
import io.github.dnfs4j.io.problem.GraphFiles;
import io.github.dnfs4j.torch.Plausible;
import io.github.dnfs4j.web.Door;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code dnfs serve}, until a signal ends it. */
@Command(
        name = "serve",
        description = "Solves problems and draws samples for whoever asks over HTTP, on this machine by default.")
final class ServeCommand extends ConsoleCommand {
    private static final int LAST_PORT = 65_535;
    private static final int MOST_MEGABYTES = 1024;
    private static final int MOST_WORKERS = 1024;
    private static final long LOOK = 100;

    @Option(names = "--port", paramLabel = "N", description = "0 for any that is free (default: ${DEFAULT-VALUE}).")
    int port = 8080;

    @Option(
            names = "--host",
            paramLabel = "ADDRESS",
            description =
                    "Of this machine, where it listens (default: 127.0.0.1, which no other machine reaches). Any"
                            + " other needs a secret in DNFS_TOKEN, which requests then give as 'Authorization: Bearer SECRET'.")
    @Nullable
    String host;

    @Option(
            names = "--folder",
            paramLabel = "DIR",
            description = "Where problems and answers are kept (default: ${DEFAULT-VALUE}).")
    Path folder = Path.of("dnfs-served");

    @Option(names = "--workers", paramLabel = "N", description = "Searches at the same time (default: one a core).")
    int workers = Runtime.getRuntime().availableProcessors();

    @Option(
            names = "--queue",
            paramLabel = "N",
            description = "Problems that may wait; others are told to come again (default: ${DEFAULT-VALUE}).")
    int queue = 1000;

    @Option(
            names = "--keep",
            paramLabel = "N",
            description = "Finished problems that are kept, of which the oldest go first (default: ${DEFAULT-VALUE}).")
    int keep = 10_000;

    @Option(names = "--max-megabytes", paramLabel = "N", description = "Of a request (default: ${DEFAULT-VALUE}).")
    int megabytes = 16;

    @Option(
            names = "--max-seconds",
            paramLabel = "S",
            description = "That one search may take (default: ${DEFAULT-VALUE}).")
    double seconds = 600;

    @Option(names = "--max-vertices", paramLabel = "N", description = "Larger problems are refused (default: 1000000).")
    int vertices = GraphFiles.MOST_VERTICES / 10;

    ServeCommand(Console console) {
        super(console);
    }

    @Override
    public Integer call() throws IOException {
        check();
        String token = System.getenv("DNFS_TOKEN");
        String secret = token == null || token.isBlank() ? null : token.strip();
        InetAddress address = host == null ? Door.loopback() : InetAddress.getByName(host);
        int threads = Runtime.getRuntime().availableProcessors();
        Limits limits = new Limits(workers, queue, keep, megabytes << 20, seconds, vertices, threads);
        try (StopSignal stop = StopSignal.install();
                Server server = Server.start(folder, address, port, secret, limits, console::say)) {
            String name = address.getHostAddress();
            console.say("serving at http://" + (name.contains(":") ? "[" + name + "]" : name) + ":" + server.port()
                    + "/ from " + folder + (secret == null ? "" : ", for those who know DNFS_TOKEN"));
            while (!stop.getAsBoolean()) {
                Thread.sleep(LOOK);
            }
            console.say("stopping; what was not finished begins again at the next start");
            return stop.exitCode();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return 1;
        }
    }

    private void check() {
        if (port < 0 || port > LAST_PORT) {
            throw new IllegalArgumentException("--port must lie in 0.." + LAST_PORT + ", not " + port);
        }
        Plausible.check("--workers", workers, MOST_WORKERS);
        Checks.positive("--queue", queue);
        Checks.positive("--keep", keep);
        Checks.positive("--max-seconds", seconds);
        Checks.positive("--max-vertices", vertices);
        if (megabytes < 1 || megabytes > MOST_MEGABYTES) {
            throw new IllegalArgumentException(
                    "--max-megabytes must lie in 1.." + MOST_MEGABYTES + ", not " + megabytes);
        }
    }
}
