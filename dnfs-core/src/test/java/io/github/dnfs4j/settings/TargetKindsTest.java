package io.github.dnfs4j.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.dnfs4j.target.Clock;
import io.github.dnfs4j.target.Ising;
import io.github.dnfs4j.target.Potts;
import io.github.dnfs4j.target.StateSpace;
import io.github.dnfs4j.testkit.Tabulated;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TargetKindsTest {
    /** A kind that another jar brings stands beside those of dnfs4j. */
    @Test
    void everyKindIsFoundByItsName() {
        assertThat(TargetKinds.all().keySet())
                .containsExactly("clock", "ebm", "file", "glass", "ising", "model", "own", "potts", "sk");
        TargetKinds.all().forEach((name, kind) -> assertThat(kind.type()).isAssignableTo(TargetSettings.class));
    }

    @Test
    void whatIsNotGivenHasItsDefault() throws IOException {
        assertThat(TargetKinds.parse("ising")).isEqualTo(new TargetSettings.Ising(6, Ising.CRITICAL, 0));
        assertThat(TargetKinds.parse("ising:sigma=0.1")).isEqualTo(new TargetSettings.Ising(6, 0.1, 0));
        assertThat(TargetKinds.parse("clock:beta=1")).isEqualTo(new Clock(3, 1));
        // The critical beta is that of the states that were chosen.
        assertThat(TargetKinds.parse("potts:states=5")).isEqualTo(new TargetSettings.Potts(6, 5, Potts.critical(5)));
        assertThat(TargetKinds.parse("potts:states=5,beta=1")).isEqualTo(new TargetSettings.Potts(6, 5, 1));
    }

    @Test
    void textsAreReadBack() throws IOException {
        for (TargetSettings target : new TargetSettings[] {
            new Clock(5, 0.125), new TargetSettings.Potts(4, 3, 0.7), new TargetSettings.Ising(8, 0.2, -1)
        }) {
            assertThat(TargetKinds.parse(TargetKinds.text(target))).isEqualTo(target);
        }
        assertThat(TargetKinds.text(new TargetSettings.Potts(4, 3, 0.7))).isEqualTo("potts:side=4,states=3,beta=0.7");
        TargetSettings free = TargetKinds.parse("ising:side=4,sigma=0.2,boundary=free");
        assertThat(TargetKinds.text(free)).isEqualTo("ising:side=4,sigma=0.2,field=0.0,boundary=free");
        assertThat(TargetKinds.parse(TargetKinds.text(free))).isEqualTo(free);
    }

    @Test
    void settingsOfAnOwnKindAreWrittenAndRead(@TempDir Path folder) throws IOException {
        RunSettings settings = RunSettings.defaults(new Clock(4, 0.25));
        assertThat(settings.network().kind()).isEqualTo("lelattice");
        Path file = folder.resolve("config.yaml");
        SettingsFile.of(settings).write(file);
        assertThat(Files.readString(file)).contains("kind: clock").contains("side: 4");
        assertThat(SettingsFile.read(file)).isEqualTo(settings);
        assertThat(SettingsFile.of(settings)
                        .set("target.kind", "potts")
                        .settings()
                        .target())
                .isEqualTo(TargetSettings.defaults("potts"));
    }

    @Test
    void mistakesAreToldInOneLine() {
        refused("sudoku:n=9", "unknown target 'sudoku'; possible: clock, ebm, file, glass, ising, model, potts");
        refused("clock:bta=1", "unknown setting 'bta'; possible: beta, kind, side");
        refused("clock:beta", "a target is KIND:KEY=VALUE,KEY=VALUE; 'beta' is not");
        refused("clock:beta=1,beta=2", "'beta' is given twice");
        refused("clock:side=x", "'x' is not of type int");
        refused("ising:side=2", "side must be at least 3");
        refused("clock:side=", "side: needs a value");
        refused("clock:side=[3,4]", "side: must be of type int");
        refused("clock:kind=potts", "a target is of one kind");
        refused("own", "register a TargetKind");
        refused("file", "name the file: file:PATH");
    }

    /** What a file is, only the file says. */
    @Test
    void ofAFileOnlyTheTemperatureIsChosen(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("two.coo"), "0 1 2.0\n0 0 -1.0\n");
        assertThat(TargetKinds.parse("file:" + file + ",temperature=2").build().space())
                .isEqualTo(new StateSpace(2, 2));
        refused("file:" + file + ",sites=7", "unknown setting 'sites'; possible behind a file: format, temperature");
    }

    /** A target with a key that is a list. */
    public record Sized(String name, List<Integer> sizes, double width) implements TargetSettings {
        /** Named by no jar: tests give it to the thread. */
        public static final class Kind extends TargetKind.Keyed {
            public Kind() {
                super(new Sized("one", List.of(2, 3), 1));
            }
        }

        @Override
        public String kind() {
            return "sized";
        }

        @Override
        public Tabulated build() {
            int[] each = sizes.stream().mapToInt(s -> s).toArray();
            return Tabulated.random(StateSpace.of(each), width, 1);
        }
    }

    private static <T> T in(ClassLoader loader, Callable<T> work) throws Exception {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(loader);
        try {
            return work.call();
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    private static URLClassLoader naming(Path folder, String provider) throws IOException {
        Path services = Files.createDirectories(folder.resolve("META-INF/services"));
        Files.writeString(services.resolve(TargetKind.class.getName()), provider + "\n");
        return new URLClassLoader(new URL[] {folder.toUri().toURL()}, TargetKindsTest.class.getClassLoader());
    }

    /** Threads of servers and of other people's libraries see what they like. */
    @Test
    void kindsAreThoseBesideTheLibraryAndThoseOfTheThread(@TempDir Path folder) throws Exception {
        assertThat(in(ClassLoader.getPlatformClassLoader(), () -> TargetKinds.parse("ising")))
                .isEqualTo(TargetKinds.parse("ising"));
        try (URLClassLoader loader = naming(folder, Sized.Kind.class.getName())) {
            assertThat(in(loader, () -> TargetKinds.all().keySet())).contains("clock", "ising", "sized");
        }
    }

    @Test
    void listsAreValuesToo(@TempDir Path folder) throws Exception {
        try (URLClassLoader loader = naming(folder, Sized.Kind.class.getName())) {
            Sized lists = new Sized("two", List.of(2, 3, 4), 0.5);
            assertThat(TargetKinds.text(lists)).isEqualTo("sized:name=two,sizes=[2,3,4],width=0.5");
            assertThat(in(loader, () -> TargetKinds.parse(TargetKinds.text(lists))))
                    .isEqualTo(lists);
        }
    }

    /** A jar of which a kind is broken stops nobody who wants another target, and its owner hears why. */
    @Test
    void aKindThatCannotBeLoadedIsToldWhereItIsMissed(@TempDir Path folder) throws Exception {
        missed(naming(folder, "no.such.Kind"), "a kind of targets cannot be loaded", "no.such.Kind");
        missed(naming(folder, Broken.class.getName()), "the lattice is lost");
    }

    /** Neither of two kinds of one name is taken for the other. */
    @Test
    void twoKindsOfOneNameAreNone(@TempDir Path folder) throws Exception {
        try (URLClassLoader loader = naming(folder, Second.class.getName())) {
            assertThat(in(loader, () -> TargetKinds.parse("ising"))).isNotNull();
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> in(loader, () -> TargetKinds.parse("clock")))
                    .withMessageContaining("two kinds of targets are named 'clock'")
                    .withMessageContaining(Second.class.getName());
        }
    }

    /** Another clock. */
    public static final class Second extends TargetKind.Keyed {
        public Second() {
            super(new Clock(4, 1));
        }
    }

    private static void missed(URLClassLoader loader, String... reasons) throws Exception {
        try (loader) {
            assertThat(in(loader, () -> TargetKinds.parse("ising:side=4"))).isNotNull();
            for (String reason : reasons) {
                assertThatIllegalArgumentException()
                        .isThrownBy(() -> in(loader, () -> TargetKinds.parse("mine")))
                        .withMessageStartingWith("target 'mine': unknown target 'mine'; possible: clock")
                        .withMessageContaining(reason);
            }
        }
    }

    /** A kind whose defaults are refused. */
    public static final class Broken extends TargetKind.Keyed {
        public Broken() {
            super(lost());
        }

        private static TargetSettings lost() {
            throw new IllegalStateException("the lattice is lost");
        }
    }

    private static void refused(String text, String reason) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TargetKinds.parse(text))
                .withMessageStartingWith("target '" + text + "': ")
                .withMessageContaining(reason)
                .withMessageNotContaining("\n");
    }
}
