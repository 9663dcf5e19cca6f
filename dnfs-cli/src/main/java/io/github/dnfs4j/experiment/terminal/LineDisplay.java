package io.github.dnfs4j.experiment.terminal;

/** A line every ten seconds, for logs. */
final class LineDisplay extends Display {
    private static final double SECONDS = 10;

    private final Console console;
    private double next = SECONDS;

    LineDisplay(Console console, double progressBefore) {
        super(progressBefore);
        this.console = console;
    }

    @Override
    void show(Step step) {
        if (elapsed() >= next) {
            next = elapsed() + SECONDS;
            console.say(state(step) + "  elapsed " + Numbers.duration(elapsed()) + "  left " + left(step));
        }
    }

    @Override
    public void close() {}
}
