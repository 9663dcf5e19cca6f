package io.github.dnfs4j.report;

import java.awt.AWTError;
import java.awt.HeadlessException;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Runs drawing code and turns the many ways in which Java says "no fonts here" into one exception.
 *
 * <p>Seen on OpenJDK 17: without fonts or libfontconfig an InternalError around "Fontconfig head is null" (older ones
 * a NullPointerException); without libfreetype an UnsatisfiedLinkError at first and a NoClassDefFoundError from then
 * on; with a dead DISPLAY an AWTError, or an UnsatisfiedLinkError of libawt_xawt where only the headless Java is there.
 */
final class Headless {
    /** Anything else that goes wrong in drawing is a bug of ours, and must not be blamed on the machine. */
    private static final List<String> MACHINE =
            List.of("sun.font.", "sun.awt.", "java.awt.GraphicsEnvironment", "java.awt.Toolkit", "libawt", "libfont");

    private static final List<String> DISPLAY = List.of("X11 window server", "libawt_xawt", "DISPLAY");

    private Headless() {}

    /** Drawing code. */
    @FunctionalInterface
    interface Drawing<T> {
        T draw() throws IOException;
    }

    static <T> T draw(Drawing<T> drawing) throws IOException {
        try {
            return drawing.draw();
        } catch (AWTError | LinkageError | InternalError | RuntimeException e) {
            if (!blamesMachine(e)) {
                throw e;
            }
            boolean display = e instanceof HeadlessException || causes(e).anyMatch(c -> mentions(text(c), DISPLAY));
            throw new FiguresUnavailableException(display, e);
        }
    }

    private static boolean blamesMachine(Throwable e) {
        return e instanceof AWTError
                || e instanceof HeadlessException
                || causes(e)
                        .anyMatch(c -> mentions(text(c), MACHINE)
                                || Stream.of(c.getStackTrace()).anyMatch(f -> mentions(f.getClassName(), MACHINE)));
    }

    /** The exception and what caused it; bounded, because a chain of causes may be a ring. */
    private static Stream<Throwable> causes(Throwable e) {
        return Stream.<@Nullable Throwable>iterate(e, c -> c != null, c -> c.getCause())
                .limit(20)
                .map(Objects::requireNonNull);
    }

    private static String text(Throwable e) {
        @Nullable String message = e.getMessage();
        return message == null ? "" : message;
    }

    private static boolean mentions(String text, List<String> words) {
        return words.stream().anyMatch(text::contains);
    }
}
