package io.github.dnfs4j.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.awt.AWTError;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class HeadlessTest {
    static Throwable[] failuresOfTheMachine() {
        NullPointerException old = new NullPointerException();
        old.setStackTrace(new StackTraceElement[] {
            new StackTraceElement("sun.awt.FontConfiguration", "getVersion", "FontConfiguration.java", 1262)
        });
        return new Throwable[] {
            new InternalError(new RuntimeException("Fontconfig head is null", old)),
            new UnsatisfiedLinkError("/jdk/lib/libfontmanager.so: libfreetype.so.6: cannot open shared object file"),
            new NoClassDefFoundError("Could not initialize class sun.awt.X11FontManager"),
            new NoClassDefFoundError("Could not initialize class sun.font.SunFontManager"),
            old,
        };
    }

    @ParameterizedTest
    @MethodSource("failuresOfTheMachine")
    void missingFontsBecomeOneLineThatSaysWhatToInstall(Throwable failure) {
        assertThatExceptionOfType(FiguresUnavailableException.class)
                .isThrownBy(() -> Headless.draw(() -> raise(failure)))
                .withMessageContaining("figures cannot be drawn: install fonts (apt-get install fontconfig ")
                .satisfies(e -> assertThat(e.getMessage()).hasLineCount(1).hasSizeLessThan(130))
                .withCause(failure);
    }

    @Test
    void aDeadDisplayBecomesOneLineThatSaysHowToDoWithout() {
        AWTError error = new AWTError("Can't connect to X11 window server using ':77' as the value of DISPLAY.");
        assertThatExceptionOfType(FiguresUnavailableException.class)
                .isThrownBy(() -> Headless.draw(() -> raise(error)))
                .withMessageContaining("-Djava.awt.headless=true");
    }

    @Test
    void bugsAreNotBlamedOnTheMachine() {
        for (Throwable bug : new Throwable[] {
            new IllegalArgumentException("state 3 of 2"),
            new NullPointerException(),
            new NoClassDefFoundError("org/knowm/xchart/XYChart")
        }) {
            assertThatThrownBy(() -> Headless.draw(() -> raise(bug))).isSameAs(bug);
        }
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void aJavaWithoutFontsStillDrawsLattices(@TempDir Path folder) throws Exception {
        Path configuration = Files.writeString(folder.resolve("fonts.conf"), "<fontconfig/>");
        ProcessBuilder java = new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Djava.awt.headless=true",
                // Java keeps what it learnt of fonts in the home folder.
                "-Duser.home=" + folder,
                "-cp",
                System.getProperty("java.class.path"),
                WithoutFonts.class.getName(),
                folder.toString());
        java.environment().put("FONTCONFIG_FILE", configuration.toString());
        Process process = java.redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(10, TimeUnit.MINUTES)).isTrue();
        assertThat(said).contains("figures cannot be drawn: install fonts").contains("lattices drawn");
        assertThat(folder.resolve("loss.png")).doesNotExist();
        assertThat(folder.resolve("lattices.png")).isNotEmptyFile();
    }

    /** Run in a Java of its own. */
    static final class WithoutFonts {
        private WithoutFonts() {}

        public static void main(String[] args) throws Exception {
            Path folder = Path.of(args[0]);
            try {
                Figures.lossCurve(folder.resolve("loss.png"), new double[] {1, 2}, new double[] {1, 2});
            } catch (FiguresUnavailableException e) {
                System.out.println(e.getMessage());
            }
            Figures.lattices(folder.resolve("lattices.png"), new byte[][] {{0, 1, 1, 0}}, 2, 2, 2);
            System.out.println("lattices drawn");
        }
    }

    private static Object raise(Throwable failure) {
        if (failure instanceof Error error) {
            throw error;
        }
        throw (RuntimeException) failure;
    }
}
