package io.github.dnfs4j.experiment.terminal;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Turns the first SIGINT, SIGTERM or SIGHUP into a polite request to stop, and the second into an end at once. Closing
 * it gives the signals back to Java, whose answer is to exit.
 *
 * <p>A shutdown hook cannot do this: while it waits for the last step, further signals would be ignored.
 */
public final class StopSignal implements BooleanSupplier, AutoCloseable {
    private static final AtomicReference<@Nullable StopSignal> EARLY = new AtomicReference<>();

    private final AtomicInteger received = new AtomicInteger();
    private final List<Runnable> undo = new ArrayList<>();

    private StopSignal() {}

    /** The one that listens since {@link #early}, where there is one. */
    public static StopSignal install() {
        StopSignal early = EARLY.getAndSet(null);
        return early != null ? early : listening();
    }

    /** Listens from now on, for who will {@link #install}: a signal until then is not lost. */
    public static void early() {
        EARLY.set(listening());
    }

    private static StopSignal listening() {
        StopSignal stop = new StopSignal();
        for (String name : List.of("INT", "TERM", "HUP")) {
            stop.handle(name);
        }
        return stop;
    }

    private void handle(String name) {
        try {
            // Named in full, because Javadoc warns of an import from there.
            var signal = new sun.misc.Signal(name);
            var before = sun.misc.Signal.handle(signal, got -> receive(128 + got.getNumber()));
            undo.add(() -> sun.misc.Signal.handle(signal, before));
        } catch (IllegalArgumentException notOnThisSystem) {
            // Windows has no HUP, and java -Xrs keeps all of them.
        }
    }

    private void receive(int code) {
        if (!received.compareAndSet(0, code)) {
            Runtime.getRuntime().halt(code);
        }
    }

    /** Whether to stop. */
    @Override
    public boolean getAsBoolean() {
        return received.get() != 0;
    }

    /** 128 and the signal's number, as shells have it; 0 without a signal. */
    public int exitCode() {
        return received.get();
    }

    @Override
    public void close() {
        undo.forEach(Runnable::run);
        undo.clear();
    }
}
