package io.github.dnfs4j.io.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SampleWriterTest {
    private static final byte[] STATES = {0, 1, 1, 1, 0, 0};
    private static final double[] WEIGHTS = {0.1, Double.NEGATIVE_INFINITY};

    @TempDir
    Path folder;

    @Test
    void npyHoldsUnsignedStates() throws IOException {
        Path file = folder.resolve("s.npy");
        byte[] colours = {0, 1, (byte) 200, 3};
        SampleWriter.write(file, new SampleTable(colours, 2));
        assertThat(Npy.read(file)).isEqualTo(Array.ofBytes(colours, 2, 2));
        assertThat(folder.resolve("s.logw.npy")).doesNotExist();
    }

    @Test
    void npyHoldsSpinsAndWeights() throws IOException {
        Path file = folder.resolve("s.1.NPY");
        SampleWriter.write(file, new SampleTable(STATES, 3, WEIGHTS, true, 0));
        assertThat(Npy.read(file)).isEqualTo(Array.ofRaw(DType.I8, new byte[] {-1, 1, 1, 1, -1, -1}, 2, 3));
        assertThat(Npy.read(folder.resolve("s.1.logw.npy"))).isEqualTo(Array.ofDoubles(WEIGHTS, 2));
    }

    /** Killed between the two files: the weights are there, the states still under their temporary name. */
    @Test
    void halfOfAWritingDoesNotBlockTheNext() throws IOException {
        Path file = folder.resolve("s.npy");
        Files.writeString(folder.resolve("s.logw.npy"), "half");
        assertThatThrownBy(() -> SampleWriter.check(file, true))
                .as("weights that nobody is known to have left are not overwritten")
                .isInstanceOf(FileAlreadyExistsException.class);
        Files.writeString(folder.resolve(".s.npy.tmp-1234"), "states");
        SampleWriter.check(file, true);
        SampleWriter.write(file, new SampleTable(STATES, 3, WEIGHTS, true, 0));
        assertThat(Npy.read(folder.resolve("s.logw.npy"))).isEqualTo(Array.ofDoubles(WEIGHTS, 2));
        assertThatThrownBy(() -> SampleWriter.check(file, true)).isInstanceOf(FileAlreadyExistsException.class);
    }

    @Test
    void csv() throws IOException {
        SampleWriter.write(folder.resolve("a.csv"), new SampleTable(STATES, 3));
        assertThat(folder.resolve("a.csv")).hasContent("x0,x1,x2\n0,1,1\n1,0,0\n");
        SampleWriter.write(folder.resolve("b.csv"), new SampleTable(STATES, 3, WEIGHTS, true, 0));
        assertThat(folder.resolve("b.csv")).hasContent("x0,x1,x2,logw\n-1,1,1,0.1\n1,-1,-1,-Infinity\n");
        SampleWriter.write(folder.resolve("c.csv"), new SampleTable(new byte[] {(byte) 255}, 1));
        assertThat(folder.resolve("c.csv")).hasContent("x0\n255\n");
    }

    @Test
    void json() throws IOException {
        SampleWriter.write(folder.resolve("a.json"), new SampleTable(STATES, 3));
        assertThat(folder.resolve("a.json")).hasContent("{\"states\":[[0,1,1],[1,0,0]]}\n");
        SampleWriter.write(folder.resolve("b.json"), new SampleTable(STATES, 3, WEIGHTS, true, 0));
        assertThat(folder.resolve("b.json"))
                .hasContent("{\"states\":[[-1,1,1],[1,-1,-1]],\"logWeights\":[0.1,null]}\n");
    }

    @Test
    void noStatesAreStillAFile() throws IOException {
        for (String name : new String[] {"a.csv", "a.json", "a.npy"}) {
            SampleWriter.write(folder.resolve(name), new SampleTable(new byte[0], 3, new double[0], true, 0));
        }
        assertThat(Npy.read(folder.resolve("a.npy")).shape()).containsExactly(0, 3);
    }

    @Test
    void unknownNamesAreToldWhatIsPossible() {
        for (String name : new String[] {"a.txt", "npy", "a", ".hidden", "a.csv.gz"}) {
            Path file = folder.resolve(name);
            assertThatThrownBy(() -> SampleWriter.write(file, new SampleTable(STATES, 3)))
                    .isInstanceOf(IOException.class)
                    .hasMessageStartingWith(file + ": ")
                    .hasMessageContaining(".npy, .csv or .json");
        }
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void nothingIsOverwritten() throws IOException {
        for (String name : new String[] {"a.csv", "a.json", "a.npy", "b.logw.npy"}) {
            Files.writeString(folder.resolve(name), "mine");
            Path file = folder.resolve(name.replace(".logw", ""));
            assertThatThrownBy(() -> SampleWriter.write(file, new SampleTable(STATES, 3, WEIGHTS, false, 0)))
                    .isInstanceOf(FileAlreadyExistsException.class)
                    .hasMessage(folder.resolve(name) + ": already exists and is not overwritten");
            assertThat(folder.resolve(name)).hasContent("mine");
        }
        assertThat(folder.resolve("b.npy")).doesNotExist();
        assertThat(folder.resolve("a.logw.npy")).doesNotExist();
        SampleWriter.check(folder.resolve("b.npy"), false);
    }

    @Test
    void aMissingFolderIsNamed() {
        assertThatThrownBy(() -> SampleWriter.check(folder.resolve("no/a.npy"), false))
                .isInstanceOf(NoSuchFileException.class)
                .hasMessageContaining("its folder does not exist");
    }

    @Test
    void badTablesAreRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> new SampleTable(STATES, 4));
        assertThatIllegalArgumentException().isThrownBy(() -> new SampleTable(STATES, -3));
        assertThatIllegalArgumentException().isThrownBy(() -> new SampleTable(STATES, 3, new double[3], false, 0));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new SampleTable(new byte[] {2}, 1, null, true, 0))
                .withMessageContaining("not 2");
    }
}
