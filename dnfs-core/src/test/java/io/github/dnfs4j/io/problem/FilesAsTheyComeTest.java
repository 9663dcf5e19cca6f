package io.github.dnfs4j.io.problem;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.dnfs4j.io.FormatException;
import io.github.dnfs4j.target.Graph;
import io.github.dnfs4j.target.QuadraticForm;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Names that say nothing, compression, pipes, marks and line ends: the content decides, or the file is refused. */
class FilesAsTheyComeTest {
    private static final int MOST = 1000;
    private static final Graph PATH = Graph.of(4, new int[][] {{0, 1}, {1, 2}});

    @TempDir
    Path folder;

    private Path file(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text.replace(";", "\n"));
    }

    /** The path 1-2-3 and vertex 4 alone, under a name that says nothing. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "a.gph | c hello;p edge 4 2;e 1 2;e 2 3 | DIMACS",
                "a.gr | p tw 4 2;1 2;c x;2 3 | DIMACS",
                "a | p td 4 2;1 2;2 3 | DIMACS",
                "a.txt | 4 2;1 2 1;2 3 1 | RUDY",
                "a.dat | # hello;4 2;1 2;2 3 | RUDY",
                "a.txt | 4 2;2;1 3;2;; | METIS",
                "a.txt | % hello;4 2 1;2 1;1 1 3 1;2 1;; | METIS",
                "a.txt | %%MatrixMarket matrix coordinate pattern symmetric;4 4 2;2 1;3 2 | MTX",
            })
    void theContentTellsTheFormatOfAGraph(String name, String text, ProblemFormat format) throws IOException {
        NamedGraph read = GraphFiles.read(file(name, text), "", MOST);
        assertThat(read.format()).isEqualTo(format);
        assertThat(read.graph()).isEqualTo(PATH);
        assertThat(read.label(3)).isEqualTo(4);
    }

    @Test
    void aListOfEdgesKeepsItsNumbers() throws IOException {
        NamedGraph read = GraphFiles.read(file("a.txt", "# from elsewhere;0 7;7 900"), "", MOST);
        assertThat(read.format()).isEqualTo(ProblemFormat.EDGES);
        assertThat(read.numbers()).containsExactly(0, 7, 900);
        assertThat(read.graph()).isEqualTo(Graph.of(3, new int[][] {{0, 1}, {1, 2}}));
        NamedGraph weighted = GraphFiles.read(file("b.txt", "1 2 0.5;2 3 -1;3 1 2"), "", MOST);
        assertThat(weighted.graph().weightAt(0)).isEqualTo(0.5);
    }

    /** What could be two things is none. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "4 3;1 2;2 3 | : the first line may announce 3 edges, but 2 follow; say --format edges",
                "4 3;1 2 1;2 3 1 | :3: 3 edges are announced, 2 are there",
                "e 1 2;e 2 3 | :1: the first line that is no comment must be 'p edge N M'; edges without it",
                "p sp 4 2;a 1 2 3 | :1: the problem 'sp' is not an undirected graph",
                "p edge 4 2;e 0 1;e 1 2 | :2: vertex must be 1 to 4, not 0",
                "p edge 4 1;n 1 2;n 1 3;e 1 2 | : the value of number 1, counted from 1, is there twice",
                "4 2;1 2 1;2 1 1 | : an edge is there twice",
                "%%MatrixMarket matrix coordinate pattern general;4 4 2;2 1;2 1 | : an entry of the matrix is there twice",
                "hello world | : cannot tell the format; say --format, one of dimacs",
                "1 2 3 4;1 | :1: the format must be 0, 1, 10 or 11, not 3",
            })
    void whatIsNotClearIsRefused(String text, String reason) throws IOException {
        Path file = file("a.txt", text);
        assertThatThrownBy(() -> GraphFiles.read(file, "", MOST))
                .isInstanceOf(FormatException.class)
                .hasMessageStartingWith(file + reason);
    }

    /** E = 3 x_0 - 2.5 x_1 + 4 x_0 x_2. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "a.q | p qubo 0 3 2 1;0 0 3;1 1 -2.5;0 2 4 | QBSOLV",
                "a.txt | # vartype = BINARY;0 0 3;1 1 -2.5;0 2 4 | COO",
                "a.txt | 3 3;1 1 3;2 2 -2.5;1 3 2 | SPARSE",
                "a.txt | 1;3 3;1 1 3;2 2 -2.5;3 1 2 | SPARSE",
                "a | Minimise;obj: 3 x - 2.5 y + [8 x*z]/2;Subject To;Binaries;x y z;End | LP",
                "a | min 2 x - 2.5 y + [2 x^2 + 6 x*z + 2 z*x]/2;st;bounds;z <= 1;binary;x y;integer;z;end | LP",
                "a | NAME;ROWS; N f;COLUMNS; x f 3; y f -2.5; z f 0;BOUNDS; BV B x; BV B y; BV B z;QUADOBJ; x z 4;ENDATA | MPS",
                "a | ROWS; N f;COLUMNS; M1 'MARKER' 'INTORG'; x f 1; y f -2.5; z f 0; M2 'MARKER' 'INTEND';BOUNDS; UP B x 1;"
                        + " UP B y 1; UP B z 1;QMATRIX; x x 4; x z 4; z x 4;ENDATA | MPS",
            })
    void theContentTellsTheFormatOfAnEnergy(String name, String text, ProblemFormat format) throws IOException {
        Energy energy = EnergyFiles.read(file(name, text), "", MOST);
        assertThat(energy.format()).isEqualTo(format);
        assertThat(energy.maximised()).isFalse();
        for (int state = 0; state < 8; state++) {
            byte[] x = {(byte) (state & 1), (byte) (state >> 1 & 1), (byte) (state >> 2)};
            assertThat(energy.form().energy(x)).isEqualTo(3 * x[0] - 2.5 * x[1] + 4 * x[0] * x[2]);
        }
    }

    @Test
    void whatIsMaximisedIsTurnedRound() throws IOException {
        Energy energy = EnergyFiles.read(file("a.lp", "Maximize;2 a - b + 7;Binary;a b;End"), "", MOST);
        assertThat(energy.maximised()).isTrue();
        assertThat(energy.form().energy(new byte[] {1, 1})).isEqualTo(-8);
        assertThat(energy.label(1)).isEqualTo("b");
        Energy mps = EnergyFiles.read(
                file("a.mps", "OBJSENSE; MAX;ROWS; N f;COLUMNS; a f 2;RHS; R f -7;BOUNDS; BV B a;ENDATA"), "", MOST);
        assertThat(mps.form().energy(new byte[] {1})).isEqualTo(-9);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "a.coo | # vartype: SPIN;0 1 1 | :1: the type of the variables must stand as",
                "a.coo | # vartype=SPIN;# vartype=BINARY;0 1 1 | :2: the vartype is there twice",
                "a.coo | # vartype = spin;0 1 1 | :1: vartype must be SPIN or BINARY, not 'spin'",
                "a.qubo | p qubo 0 2 2 0;0 0 1;0 0 1 | : the value of number 1, counted from 1, is there twice",
                "a.qubo | p qubo 0 2 0 2;0 1 1;1 0 1 | : the term of a pair of variables is there twice",
                "a.json | {\"offset\":1,\"offset\":2} | :1: not valid JSON: Duplicate field 'offset'",
                "a.json | {\"version\":{\"bqm_schema\":\"4.0.0\"}} | :1: the bqm_schema is '4.0.0'; only 3.0.0 is known",
                "a.json | {\"type\":\"SampleSet\"} | :1: this is a 'SampleSet', not a BinaryQuadraticModel",
                "a.lp | min x;st; c1: x <= 1;binary; x;end | :3: constraints cannot be read",
                "a.lp | min x;end | :2: the variable 'x' is not binary",
                "a.lp | min x;binary;y;end | :3: the variable 'y' was not named before",
                "a.lp | min [x*y];binary;x;y;end | :2: '/' should stand in the place of 'binary'",
                "a.lp | min x;binary;x | :3: the line 'end' is missing",
                "a.mps | ROWS; N f; L c1 | :3: the row 'c1' is a constraint; a QUBO has none",
                "a.mps | ROWS; N f;COLUMNS; x f 1;ENDATA | :5: the variable 'x' is not binary",
                "a.sparse | 2;3 1;1 1 1 | :1: there are 2 problems in one file",
                "a.sparse | 3 2;1 2 1;2 1 1 | : the term of a pair of variables is there twice",
                "a.sparse | 3 2;1 2 1 | :2: 2 entries are announced, 1 are there",
            })
    void noEnergyIsReadAsAnother(String name, String text, String reason) throws IOException {
        Path file = file(name, text);
        assertThatThrownBy(() -> EnergyFiles.read(file, "", MOST))
                .isInstanceOf(FormatException.class)
                .hasMessageStartingWith(file + reason);
    }

    @Test
    void countsOfABqmMustBeRight() throws IOException {
        String biases = "\"variable_type\":\"SPIN\",\"linear_biases\":[1,2],\"quadratic_biases\":[1],"
                + "\"quadratic_head\":[0],\"quadratic_tail\":[1]";
        assertThat(EnergyFiles.read(
                                file("a.json", "{\"num_variables\":2,\"num_interactions\":1," + biases + "}"), "", MOST)
                        .form()
                        .size())
                .isEqualTo(2);
        for (String wrong : List.of("\"num_variables\":3,", "\"num_interactions\":0,")) {
            Path file = file("b.json", "{" + wrong + biases + "}");
            assertThatThrownBy(() -> EnergyFiles.read(file, "", MOST)).hasMessageContaining("do not count the biases");
        }
    }

    @Test
    void labelsMayBeTuples() throws IOException {
        Path file = file(
                "a.json",
                "{\"variable_type\":\"BINARY\",\"linear_biases\":[1,2,3],\"variable_labels\":[[0,1],[0,[\"a\",2]],0.5]}");
        Energy energy = EnergyFiles.read(file, "", MOST);
        assertThat(energy.label(1)).isEqualTo(List.of(0L, List.of("a", 2L)));
        Path copy = folder.resolve("copy.json");
        EnergyFiles.write(copy, energy, ProblemFormat.BQM);
        assertThat(EnergyFiles.read(copy, "", MOST)).isEqualTo(energy);
    }

    /** E = 0.5 + 1.5 a - 2 b + 4 a c - 1 b c, in dimod's bytes; put together here from the description of the format. */
    private static byte[] dimod(int major, String labels) {
        String header = "{\"dtype\": \"float64\", \"itype\": \"int32\", \"ntype\": \"int32\", \"shape\": [3, 2],"
                + " \"type\": \"BinaryQuadraticModel\", \"variables\": "
                + (major == 1 ? labels : String.valueOf(!labels.isEmpty())) + ", \"vartype\": \"BINARY\"}\n";
        header += " ".repeat((64 - (14 + header.length()) % 64) % 64);
        ByteBuffer b = ByteBuffer.allocate(4096).order(ByteOrder.LITTLE_ENDIAN);
        b.put("DIMODBQM".getBytes(StandardCharsets.US_ASCII))
                .put((byte) major)
                .put((byte) 0)
                .putInt(header.length());
        b.put(header.getBytes(StandardCharsets.US_ASCII)).putDouble(0.5);
        b.putInt(0).putDouble(1.5).putInt(1).putDouble(-2).putInt(2).putDouble(0);
        b.putInt(2)
                .putDouble(4)
                .putInt(2)
                .putDouble(-1)
                .putInt(0)
                .putDouble(4)
                .putInt(1)
                .putDouble(-1);
        if (major == 2 && !labels.isEmpty()) {
            String padded = labels + " ".repeat((64 - (8 + labels.length()) % 64) % 64);
            b.put("VARS".getBytes(StandardCharsets.US_ASCII)).putInt(padded.length());
            b.put(padded.getBytes(StandardCharsets.US_ASCII));
        }
        return Arrays.copyOf(b.array(), b.position());
    }

    @Test
    void theBytesOfDimodAreRead() throws IOException {
        for (int major : new int[] {1, 2}) {
            Path file = Files.write(folder.resolve("m" + major), dimod(major, "[\"a\", [1, \"b\"], 7]"));
            Energy energy = EnergyFiles.read(file, "", MOST);
            assertThat(energy.label(1)).isEqualTo(List.of(1L, "b"));
            for (int state = 0; state < 8; state++) {
                byte[] x = {(byte) (state & 1), (byte) (state >> 1 & 1), (byte) (state >> 2)};
                assertThat(energy.form().energy(x))
                        .isEqualTo(0.5 + 1.5 * x[0] - 2 * x[1] + 4 * x[0] * x[2] - x[1] * x[2]);
            }
        }
        Path plain = Files.write(folder.resolve("p.bqm"), dimod(2, ""));
        assertThat(EnergyFiles.read(plain, "", MOST).label(2)).isEqualTo(2);
    }

    @Test
    void damagedBytesOfDimodAreRefused() throws IOException {
        byte[] good = dimod(2, "[\"a\", \"b\", 7]");
        Hostile hostile = new Hostile(folder.resolve("x.bqm"), f -> EnergyFiles.read(f, "", MOST));
        for (int length = 8; length < good.length; length++) {
            hostile.refused(Arrays.copyOf(good, length), "");
        }
        hostile.anyByteChanged(good);
        byte[] third = good.clone();
        third[8] = 3;
        hostile.refused(third, "version 3.0 of dimod's file is not known");
    }

    private interface Packing {
        OutputStream of(OutputStream out) throws IOException;
    }

    private static byte[] packed(byte[] bytes, Packing packing) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (OutputStream to = packing.of(out)) {
            to.write(bytes);
        }
        return out.toByteArray();
    }

    private static final List<Packing> PACKINGS = List.of(GZIPOutputStream::new, BZip2CompressorOutputStream::new);

    @Test
    void whatIsCompressedIsUnpackedWhateverItsName() throws IOException {
        byte[] text = "p edge 4 2\ne 1 2\ne 2 3\n".getBytes(StandardCharsets.US_ASCII);
        for (Packing packing : PACKINGS) {
            byte[] packed = packed(text, packing);
            for (String name : List.of("a.col.gz", "b.clq", "c", "d.gph.bz2")) {
                Path file = Files.write(folder.resolve(name), packed);
                assertThat(GraphFiles.read(file, "", MOST).graph()).isEqualTo(PATH);
            }
            for (int length = 1; length < packed.length; length++) {
                Path cut = Files.write(folder.resolve("cut.col"), Arrays.copyOf(packed, length));
                assertThatThrownBy(() -> GraphFiles.read(cut, "", MOST)).isInstanceOf(FormatException.class);
            }
        }
    }

    @Test
    void aBombDoesNotGoOff() throws IOException {
        byte[] blank = new byte[200 << 20];
        Arrays.fill(blank, (byte) '\n');
        for (Packing packing : PACKINGS) {
            Path file = Files.write(folder.resolve("bomb.col.gz"), packed(blank, packing));
            assertThatThrownBy(() -> GraphFiles.read(file, "", MOST))
                    .isInstanceOf(FormatException.class)
                    .hasMessageContaining("200 times its size");
        }
    }

    @Test
    void marksAndLineEndsOfWindowsDoNotMatter() throws IOException {
        assertThat(GraphFiles.read(file("a.txt", "\ufeffp edge 4 2\r;e 1 2\r;\r;e 2 3\r;"), "", MOST)
                        .graph())
                .isEqualTo(PATH);
        QuadraticForm form = EnergyFiles.read(file("b.txt", "\ufeff# vartype=SPIN\r;0 1 1\r;"), "", MOST)
                .form();
        assertThat(form.energy(new byte[] {1, 0})).isEqualTo(-1);
        Path wide = Files.write(folder.resolve("c.txt"), "p edge 1 0".getBytes(StandardCharsets.UTF_16));
        assertThatThrownBy(() -> GraphFiles.read(wide, "", MOST)).hasMessageContaining("UTF-16");
    }

    @Test
    void theStandardInputIsAFileToo() throws IOException {
        InputStream before = System.in;
        try {
            System.setIn(new ByteArrayInputStream(
                    packed("4 2\n1 2\n2 3\n".getBytes(StandardCharsets.US_ASCII), GZIPOutputStream::new)));
            assertThat(GraphFiles.read(Path.of("-"), "", MOST).graph()).isEqualTo(PATH);
            System.setIn(new ByteArrayInputStream("p edge 3 1\ne 1 9\n".getBytes(StandardCharsets.US_ASCII)));
            assertThatThrownBy(() -> GraphFiles.read(Path.of("-"), "", MOST))
                    .hasMessage("-:2: vertex must be 1 to 3, not 9");
        } finally {
            System.setIn(before);
        }
    }

    /** A byte 255 once was taken for the end of the file. */
    @Test
    void everyByteCounts() throws IOException {
        byte[] bytes = "p edge 4 1\ne 1 2\n\u00ff\n".getBytes(StandardCharsets.ISO_8859_1);
        Path file = Files.write(folder.resolve("a.col"), bytes);
        assertThatThrownBy(() -> GraphFiles.read(file, "", MOST)).hasMessageContaining(":3: a line must begin with");
    }

    @Test
    void messagesDoNotCommandTheTerminal() throws IOException {
        byte[] bytes = "p edge 4 1\n\u001b[31m\u009b2J 1 2\n".getBytes(StandardCharsets.ISO_8859_1);
        Path file = Files.write(folder.resolve("a\u001b[2J.col"), bytes);
        assertThatThrownBy(() -> GraphFiles.read(file, "", MOST))
                .hasMessageContaining("not '?[31m?2J'")
                .hasMessageNotContaining("\u001b")
                .hasMessageNotContaining("\u009b");
    }
}
