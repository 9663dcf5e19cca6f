package io.github.dnfs4j.ebm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.dnfs4j.io.FormatException;
import io.github.dnfs4j.io.format.Array;
import io.github.dnfs4j.io.format.DType;
import io.github.dnfs4j.io.format.Npy;
import io.github.dnfs4j.io.format.SampleTable;
import io.github.dnfs4j.io.format.SampleWriter;
import io.github.dnfs4j.metric.Enumeration;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.torch.Tensors;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import org.bytedeco.pytorch.Tensor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class DataTest {
    @TempDir
    Path folder;

    /** Every state there is goes to a point and back; and cells side by side differ in one bit. */
    @Test
    void codeIsOneToOneAndNeighboursDifferByABit() {
        GrayCode code = new GrayCode(5, 3.7);
        try (Scope scope = Scope.open()) {
            Tensor all = Enumeration.states(code.space());
            Tensor points = code.decode(all);
            assertThat(Tensors.longs(code.encode(points))).containsExactly(Tensors.longs(all));
            Set<Double> distinct = new HashSet<>();
            for (double v : Tensors.doubles(points.select(1, 0))) {
                distinct.add(v);
            }
            assertThat(distinct).hasSize(32);
            double[] line = new double[32];
            for (int k = 0; k < 16; k++) {
                line[2 * k] = (k + 0.5) / 3.7;
            }
            long[] bits = Tensors.longs(code.encode(Tensors.of(line, Device.CPU, 16, 2)));
            for (int k = 1; k < 16; k++) {
                int differ = 0;
                for (int i = 0; i < 10; i++) {
                    differ += bits[k * 10 + i] != bits[(k - 1) * 10 + i] ? 1 : 0;
                }
                assertThat(differ).as("cells %d and %d", k - 1, k).isEqualTo(1);
            }
        }
    }

    /** By hand: 5.2 at scale 1 is 5 = 101, Gray 111; -3.9 is 3 = 011, Gray 010, and negative. */
    @Test
    void codeOfAPointIsSignThenGrayMostSignificantFirst() {
        try (Scope scope = Scope.open()) {
            Tensor x = new GrayCode(4, 1).encode(Tensors.of(new double[] {5.2, -3.9}, Device.CPU, 1, 2));
            assertThat(Tensors.longs(x)).containsExactly(0, 1, 1, 1, 1, 0, 1, 0);
        }
    }

    @Test
    void pointsOutOfReachAreRefusedByTheirNumber() {
        try (Scope scope = Scope.open()) {
            Tensor far = Tensors.of(new double[] {1, 1, 2, -8}, Device.CPU, 2, 2);
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> new GrayCode(4, 1).encode(far))
                    .withMessageContaining("point 2, (2.0, -8.0)");
            Tensor none = Tensors.of(new double[] {Double.NaN, 1}, Device.CPU, 1, 2);
            assertThatIllegalArgumentException().isThrownBy(() -> new GrayCode(4, 1).encode(none));
        }
    }

    @ParameterizedTest
    @EnumSource
    void decodedDataLieWithinACellOfThePoints(Planar set) {
        GrayCode code = GrayCode.of(set, 16);
        try (Scope scope = Scope.open();
                Rng rng = Rng.seeded(7, Device.CPU)) {
            Tensor points = set.points(2000, rng);
            double worst =
                    code.decode(code.encode(points)).sub(points).abs().max().item_double();
            assertThat(worst).isLessThan(0.5001 / code.scale());
            assertThat(points.abs().max().item_double()).isBetween(2.0, 6.0);
            try (Rng drawn = Rng.seeded(5000, Device.CPU)) {
                // Room of two on all sides of 5,000 points, in every version: a model keeps its own scale, a table does
                // not.
                assertThat(code.reach())
                        .isCloseTo(set.points(5000, drawn).abs().max().item_double() + 2, within(1e-12));
            }
            double[] mean = Tensors.doubles(points.mean(0));
            assertThat(Math.hypot(mean[0], mean[1])).isLessThan(1.0);
        }
    }

    /** The board: x in (-4, 4), and floor(x/2) + floor(y/2) is even for every point. */
    @Test
    void checkerboardFillsEverySecondSquareEvenly() {
        try (Scope scope = Scope.open();
                Rng rng = Rng.seeded(8, Device.CPU)) {
            double[] p = Tensors.doubles(Planar.CHECKERBOARD.points(16_000, rng));
            int[] squares = new int[16];
            for (int k = 0; k < p.length; k += 2) {
                int i = (int) Math.floor(p[k] / 2);
                int j = (int) Math.floor(p[k + 1] / 2);
                assertThat(Math.floorMod(i + j, 2)).isZero();
                squares[(i + 2) * 4 + j + 2]++;
            }
            for (int s = 0; s < 16; s++) {
                boolean dark = (s / 4 + s % 4) % 2 == 0;
                assertThat((double) squares[s]).isCloseTo(dark ? 2000 : 0, within(dark ? 200.0 : 0.5));
            }
        }
    }

    @Test
    void tablesAreReadFromBothFormats() throws IOException {
        Path csv = Files.writeString(folder.resolve("a.csv"), "0,1,1\n1, 0 ,0\n\n");
        Path npy = folder.resolve("a.npy");
        Npy.write(npy, Array.of(new float[] {0, 1, 1, 1, 0, 0}, 2, 3));
        Path ints = folder.resolve("i.npy");
        byte[] raw = new byte[24];
        raw[4] = raw[8] = raw[12] = 1;
        Npy.write(ints, Array.ofRaw(DType.I32, raw, 2, 3));
        for (Path file : new Path[] {csv, npy, ints}) {
            BinaryFile read = BinaryFile.read(file);
            assertThat(read.sites()).isEqualTo(3);
            assertThat(read.states()).containsExactly(0, 1, 1, 1, 0, 0);
        }
    }

    /** What dnfs sample writes can be learnt from: with a header, as spins, as lattices. */
    @Test
    void ourOwnSamplesAreRead() throws IOException {
        byte[] states = {0, 1, 1, 0, 1, 0, 0, 1};
        for (boolean spins : new boolean[] {false, true}) {
            Path csv = folder.resolve(spins + ".csv");
            Path npy = folder.resolve(spins + ".npy");
            SampleWriter.write(csv, new SampleTable(states, 4, null, spins, 0));
            SampleWriter.write(npy, new SampleTable(states, 4, null, spins, 2));
            for (Path file : new Path[] {csv, npy}) {
                BinaryFile read = BinaryFile.read(file);
                assertThat(read.sites()).isEqualTo(4);
                assertThat(read.states()).containsExactly(states);
            }
        }
        Path weighted = folder.resolve("weighted.csv");
        SampleWriter.write(weighted, new SampleTable(states, 4, new double[] {0, 1}, false, 0));
        assertThatThrownBy(() -> BinaryFile.read(weighted)).hasMessageContaining("without --weighted");
        refused("a,b\n0,1,1\n", "row 2 has 3 values, the rows before have 2");
        refused("a,b\n", "it holds no data");
        refused("0,1\n-1,1\n", "neither bits nor spins: row 1 has a 0 and row 2 a -1");
        Path bytes = folder.resolve("u.npy");
        Npy.write(bytes, Array.ofRaw(DType.U8, new byte[] {0, (byte) 255}, 1, 2));
        assertThatThrownBy(() -> BinaryFile.read(bytes)).hasMessageContaining("'255.0' is neither 0 nor 1");
    }

    @Test
    void badTablesAreRefusedWithRowAndReason() throws IOException {
        refused("0,1\n0,2\n", "row 2, column 2: '2' is neither 0 nor 1");
        refused("0,1\nNaN,1\n", "row 2, column 1: 'NaN' is neither 0 nor 1");
        refused("0,1\n0,1\n0\n", "row 3 has 1 values, the rows before have 2");
        refused("", "it holds no data");
        refused("0,x\n", "row 1, column 2: 'x'");
        Path npy = folder.resolve("b.npy");
        Npy.write(npy, Array.ofDoubles(new double[] {0, 1, Double.NaN, 1}, 2, 2));
        assertThatThrownBy(() -> BinaryFile.read(npy))
                .isInstanceOf(FormatException.class)
                .hasMessageContaining("row 2, column 1: 'NaN'");
        Npy.write(npy, Array.ofDoubles(new double[0], 0, 2));
        assertThatThrownBy(() -> BinaryFile.read(npy)).hasMessageContaining("no data");
    }

    private void refused(String text, String reason) throws IOException {
        Path csv = Files.writeString(folder.resolve("bad.csv"), text);
        assertThatThrownBy(() -> BinaryFile.read(csv))
                .isInstanceOf(FormatException.class)
                .hasMessageContaining(reason);
    }

    @Test
    void heldOutRowsAreNeverTrainedOn() {
        byte[] rows = new byte[40];
        rows[36] = 1; // only the last row of four has a one
        try (Scope scope = Scope.open();
                Rng rng = Rng.seeded(9, Device.CPU);
                Data data = new TableData(rows, 4, 1, Device.CPU)) {
            assertThat(data.train(500, rng).sum().item_long()).isZero();
            assertThat(data.heldOut(10, rng).size(0)).isEqualTo(1);
            assertThat(data.heldOut(10, rng).sum().item_long()).isEqualTo(1);
        }
    }

    @Test
    void bytesThatAreNoTextAreFoundInTheirRowAndColumn() throws IOException {
        Path csv =
                Files.write(folder.resolve("latin.csv"), new byte[] {'0', ',', '1', '\n', '1', ',', (byte) 0xff, '\n'});
        assertThatThrownBy(() -> BinaryFile.read(csv))
                .isInstanceOf(FormatException.class)
                .hasMessageContaining("latin.csv: row 2, column 2");
    }
}
