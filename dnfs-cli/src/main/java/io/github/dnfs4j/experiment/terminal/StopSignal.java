package io.github.dnfs4j.experiment.terminal;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Turns the first SIGINT, SIGTERM or SIGHUP into a polite request to stop, and the second into an end at once. Closing
 * it gives the signals back to Java, whose answer is to exit.
 *
 * <p>A shutdown hook cannot do this: while it waits for the last step, further signals would be ignored.
 */
public final class StopSignal implements BooleanSupplier, AutoCloseable {
    private static final List<String> SIGNALS = List.of("INT", "TERM", "HUP");

    private final AtomicInteger received = new AtomicInteger();
    private final List<Runnable> undo = new ArrayList<>();
    /** Whether another is to take its place. */
    private final boolean early;
    /** The one that has taken it: Java may still be on its way here with a signal. */
    private volatile @Nullable StopSignal successor;

    private StopSignal(boolean early) {
        this.early = early;
        for (String name : SIGNALS) {
            handle(name);
        }
    }

    /** Listens from now on, in the place of one that does so {@link #early}. */
    public static StopSignal install() {
        return new StopSignal(false);
    }

    /** Listens for who will {@link #install}: a signal until then is not lost. */
    public static void early() {
        new StopSignal(true);
    }

    /** From now on a signal ends the process at once, as Java does, but with these words on a line of their own. */
    public static void endWith(Console console, String words) {
        for (String name : SIGNALS) {
            try {
                sun.misc.Signal.handle(new sun.misc.Signal(name), got -> {
                    if (console.terminal()) {
                        console.err().println();
                    }
                    console.say(words);
                    Runtime.getRuntime().exit(128 + got.getNumber());
                });
            } catch (IllegalArgumentException notOnThisSystem) {
                // As below.
            }
        }
    }

    // Types named in full, because Javadoc warns of an import from there.
    private void handle(String name) {
        try {
            var signal = new sun.misc.Signal(name);
            Hearing mine = new Hearing(this);
            mine.before = sun.misc.Signal.handle(signal, mine);
            if (mine.before instanceof Hearing other && other.stop.early) {
                other.stop.successor = this;
                received.compareAndSet(0, other.stop.exitCode());
                mine.before = other.before;
            }
            undo.add(() -> sun.misc.Signal.handle(signal, mine.before));
        } catch (IllegalArgumentException notOnThisSystem) {
            // Windows has no HUP, and java -Xrs keeps all of them.
        }
    }

    /** Java knows which of them hears a signal, and nobody else has to. */
    private static final class Hearing implements sun.misc.SignalHandler {
        private final StopSignal stop;
        private sun.misc.SignalHandler before = sun.misc.SignalHandler.SIG_DFL;

        Hearing(StopSignal stop) {
            this.stop = stop;
        }

        @Override
        public void handle(sun.misc.Signal signal) {
            stop.receive(128 + signal.getNumber());
        }
    }

    private void receive(int code) {
        boolean first = received.compareAndSet(0, code);
        StopSignal next = successor;
        if (next != null) {
            next.received.compareAndSet(0, code);
        } else if (!first) {
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
