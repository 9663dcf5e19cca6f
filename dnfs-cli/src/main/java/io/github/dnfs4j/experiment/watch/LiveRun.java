package io.github.dnfs4j.experiment.watch;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.dnfs4j.flow.Paths;
import io.github.dnfs4j.settings.RunSettings;
import io.github.dnfs4j.target.Lattice;
import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.torch.Tensors;
import io.github.dnfs4j.train.TrainListener;
import io.github.dnfs4j.train.TrainListener.Round;
import io.github.dnfs4j.train.TrainListener.Step;
import io.github.dnfs4j.web.LiveServer;
import java.io.IOException;
import java.net.URI;
import java.util.Base64;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;

/**
 * A run as a browser of this machine can watch it. Training adds numbers to short curves and once a second lays down a
 * few states; whoever looks gets a copy, made in the server's threads.
 */
public final class LiveRun implements TrainListener, AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final double STATES_EVERY = 1e9;
    private static final int SHOWN = 16;

    private final LiveServer server;
    private final RunSettings settings;
    private final LongSupplier clock;
    private final long start;
    private final double before;
    private LiveCurve loss = new LiveCurve();
    private LiveCurve trapezoid = new LiveCurve();
    private LiveCurve exact = new LiveCurve();
    private LiveCurve horizons = new LiveCurve();
    private Step step = new Step(0, 0, Double.NaN, Double.NaN, Double.NaN, 0);
    private double logZ = Double.NaN;
    private byte[][] states = {};
    private long statesAt;
    private String state = "Training.";
    private long revision;

    private LiveRun(RunSettings settings, double progress, int port, LongSupplier clock) throws IOException {
        this.settings = settings;
        this.clock = clock;
        before = progress;
        start = clock.getAsLong();
        statesAt = start - (long) STATES_EVERY;
        server = LiveServer.start(port, this::json);
    }

    /** Begins to show a run that stands at {@code progress}; port 0 for any that is free. */
    public static LiveRun start(RunSettings settings, double progress, int port) throws IOException {
        return start(settings, progress, port, System::nanoTime);
    }

    /** By a clock in nanoseconds. */
    static LiveRun start(RunSettings settings, double progress, int port, LongSupplier clock) throws IOException {
        return new LiveRun(settings, progress, port, clock);
    }

    public URI address() {
        return server.address();
    }

    @Override
    public synchronized void step(Step now) {
        step = now;
        loss.add(now.number(), now.loss());
        revision++;
    }

    @Override
    public synchronized void round(Round r) {
        trapezoid.add(r.step(), r.essTrapezoid());
        exact.add(r.step(), r.essExact());
        horizons.add(r.step(), r.horizon());
        logZ = r.logZ();
        revision++;
    }

    @Override
    public void paths(Paths paths) {
        // A GPU stands still for who reads from it.
        if (clock.getAsLong() - statesAt >= STATES_EVERY) {
            show(first(paths.x()));
            statesAt = clock.getAsLong();
        }
    }

    private synchronized void show(byte[][] some) {
        states = some;
        revision++;
    }

    /** The first states of [n, d], on the host. */
    private static byte[][] first(Tensor x) {
        try (Scope scope = Scope.open()) {
            int n = (int) Math.min(SHOWN, x.size(0));
            int d = (int) x.size(1);
            long[] sites = Tensors.longs(x.narrow(0, 0, n).to(ScalarType.Long));
            byte[][] rows = new byte[n][d];
            for (int k = 0; k < sites.length; k++) {
                rows[k / d][k % d] = (byte) sites[k];
            }
            return rows;
        }
    }

    /** Says what the run does now. */
    public synchronized void say(String now) {
        state = now;
        revision++;
    }

    /** What is newer than a revision. */
    private Optional<String> json(long after) {
        ObjectNode tree = JSON.createObjectNode();
        LiveCurve[] curves;
        byte[][] shown;
        double progress;
        synchronized (this) {
            if (revision == after) {
                return Optional.empty();
            }
            tree.put("revision", revision);
            tree.put("state", state);
            put(tree, "logZ", logZ);
            put(tree, "learningRate", step.learningRate());
            tree.put("step", step.number());
            progress = step.progress();
            curves = new LiveCurve[] {loss.copy(), trapezoid.copy(), exact.copy(), horizons.copy()};
            shown = states;
        }
        tree.put("title", settings.target().title() + ", seed " + settings.seed());
        double seconds = (clock.getAsLong() - start) / 1e9;
        tree.put("seconds", seconds);
        tree.put("progress", progress);
        put(tree, "left", progress > before ? seconds * (1 - progress) / (progress - before) : Double.NaN);
        put(tree, "lastLoss", curves[0].last());
        put(tree, "lastTrapezoid", curves[1].last());
        put(tree, "lastExact", curves[2].last());
        put(tree, "horizon", curves[3].last());
        String[] names = {"loss", "trapezoid", "exact", "horizons"};
        for (int k = 0; k < names.length; k++) {
            curves[k].write(tree.putObject(names[k]));
        }
        Lattice lattice = settings.target()
                .structure()
                .lattice()
                .orElseGet(() -> new Lattice(1, settings.target().sites()));
        tree.put("rows", lattice.rows()).put("columns", lattice.columns());
        int most = 1;
        var list = tree.putArray("samples");
        for (byte[] one : shown) {
            list.add(Base64.getEncoder().encodeToString(one));
            for (byte site : one) {
                most = Math.max(most, site);
            }
        }
        tree.put("states", most + 1);
        return Optional.of(tree.toString());
    }

    private static void put(ObjectNode tree, String key, double value) {
        if (Double.isFinite(value)) {
            tree.put(key, value);
        } else {
            tree.putNull(key);
        }
    }

    @Override
    public void close() {
        server.close();
    }
}
