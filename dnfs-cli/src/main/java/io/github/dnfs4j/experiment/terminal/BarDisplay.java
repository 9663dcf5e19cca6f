package io.github.dnfs4j.experiment.terminal;

import io.github.dnfs4j.settings.TrainSettings;
import java.util.Locale;

/**
 * A line that is drawn over itself, for people. Loss, ESS and the time left come first; the count and a bar take what the
 * width leaves.
 */
final class BarDisplay extends Display {
    private static final long NANOSECONDS = 250_000_000L;
    private static final int LEAST_BAR = 6;

    private final Console console;
    private final int width = TerminalWidth.columns() - 1;
    private final int steps;
    private long next;
    private String line = "";

    BarDisplay(Console console, TrainSettings settings, double progressBefore) {
        super(progressBefore);
        this.console = console;
        steps = settings.budget().steps();
    }

    @Override
    void show(Step step) {
        line = line(
                width,
                step.progress(),
                steps > 0 ? step.number() + "/" + steps + " steps" : "step " + step.number(),
                state(step) + "  left " + left(step));
        if (System.nanoTime() >= next) {
            next = System.nanoTime() + NANOSECONDS;
            draw();
        }
    }

    @Override
    void tell(String line) {
        console.say("\r" + line + " ".repeat(Math.max(0, width - line.length()))); // over the bar
    }

    private void draw() {
        console.err().print("\r" + line + " ".repeat(Math.max(0, width - line.length())));
        console.err().flush();
    }

    /** Of at most so many characters: state, with percent, count and bar before it where there is room for them. */
    static String line(int width, double progress, String count, String state) {
        String text = state.substring(0, Math.min(width, state.length()));
        String percent = String.format(Locale.ROOT, "%3.0f %%", 100 * progress);
        for (String more : new String[] {count, percent}) {
            if (more.length() + 2 + text.length() <= width) {
                text = more + "  " + text;
            }
        }
        int room = width - text.length() - "[]  ".length();
        if (room < LEAST_BAR) {
            return text;
        }
        int done = (int) Math.round(Math.min(1, Math.max(0, progress)) * room);
        return "[" + "=".repeat(done) + " ".repeat(room - done) + "]  " + text;
    }

    @Override
    public void close() {
        if (!line.isEmpty()) {
            draw();
            console.err().println();
        }
    }
}
