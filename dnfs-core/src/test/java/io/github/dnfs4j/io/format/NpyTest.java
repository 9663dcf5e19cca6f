package io.github.dnfs4j.io.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.dnfs4j.io.problem.Hostile;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NpyTest {
    @TempDir
    Path folder;

    private Path file;
    private Hostile hostile;

    @BeforeEach
    void setUp() {
        file = folder.resolve("some.npy");
        hostile = new Hostile(file, Npy::read);
    }

    private static byte[] bytes(int major, String header, int... data) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(0x93);
        out.writeBytes("NUMPY".getBytes(StandardCharsets.US_ASCII));
        out.write(major);
        out.write(0);
        out.write(header.length() & 0xff);
        out.write(header.length() >> 8);
        if (major > 1) {
            out.write(0);
            out.write(0);
        }
        out.writeBytes(header.getBytes(StandardCharsets.ISO_8859_1));
        for (int b : data) {
            out.write(b);
        }
        return out.toByteArray();
    }

    @Test
    void writesTheseBytes() throws IOException {
        // What numpy.save writes for numpy.array([1, -1], dtype='<i2'), and for a scalar and a matrix.
        Npy.write(file, Array.ofRaw(DType.I16, new byte[] {1, 0, -1, -1}, 2));
        assertThat(Files.readAllBytes(file)).isEqualTo(bytes(1, padded("'<i2'", "(2,)"), 1, 0, 255, 255));
        Npy.write(file, Array.ofRaw(DType.BOOL, new byte[] {1}));
        assertThat(Files.readAllBytes(file)).isEqualTo(bytes(1, padded("'|b1'", "()"), 1));
        Npy.write(file, Array.ofBytes(new byte[] {1, 2}, 1, 2));
        assertThat(Files.readAllBytes(file)).isEqualTo(bytes(1, padded("'|u1'", "(1, 2)"), 1, 2));
    }

    private static String padded(String descriptor, String shape) {
        String text = "{'descr': " + descriptor + ", 'fortran_order': False, 'shape': " + shape + ", }";
        return text + " ".repeat(117 - text.length()) + "\n"; // 10 + 118 = 128
    }

    @Test
    void readsBothVersionsAndAnyOrderOfKeys() throws IOException {
        Array expected = Array.ofRaw(DType.I16, new byte[] {1, 0, 2, 0}, 2, 1);
        String[] headers = {
            "{'descr': '<i2', 'fortran_order': False, 'shape': (2, 1), }\n",
            "{'shape':(2,1),'descr':'<i2','fortran_order':False}",
            "  { 'fortran_order' : False ,\n'shape' : ( 2 , 1 , ) , 'descr' : '<i2' }   \n",
        };
        for (String header : headers) {
            for (int major = 1; major <= 2; major++) {
                Files.write(file, bytes(major, header, 1, 0, 2, 0));
                assertThat(Npy.read(file)).isEqualTo(expected);
            }
        }
    }

    @Test
    void whatIsWrittenComesBackAlignedTo64() throws IOException {
        Random random = new Random(2);
        for (int round = 0; round < 30; round++) {
            for (DType dtype : DType.values()) {
                if (dtype != DType.BF16) {
                    Array array = RandomArrays.next(random, dtype);
                    Npy.write(file, array);
                    assertThat(Npy.read(file)).isEqualTo(array);
                    assertThat((Files.size(file) - array.data().remaining()) % 64)
                            .isZero();
                }
            }
        }
        long[] wide = new long[64];
        Arrays.fill(wide, 1L);
        Array many = Array.of(new float[1], wide);
        Npy.write(file, many);
        assertThat(Npy.read(file)).isEqualTo(many);
    }

    @Test
    void truncatedAndDamagedFilesAreRefused() throws IOException {
        for (int major = 1; major <= 2; major++) {
            byte[] good = bytes(major, "{'descr': '<i2', 'fortran_order': False, 'shape': (2,), }\n", 1, 0, 2, 0);
            hostile.prefixesRefused(good);
            hostile.anyByteChanged(good);
        }
    }

    @Test
    void badHeadersAreRefused() throws IOException {
        refused("{'descr': '<f4', 'fortran_order': True, 'shape': (1,)}", "save it in C order");
        refused("{'descr': '>f4', 'fortran_order': False, 'shape': (1,)}", "big-endian");
        refused("{'descr': '<U1', 'fortran_order': False, 'shape': (1,)}", "unknown element type '<U1'");
        refused("{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (1,)}", "not understood");
        refused("{'descr': '<f4', 'fortran_order': False}", "needs");
        refused("{'descr': '<f4', 'descr': '<f4', 'fortran_order': False, 'shape': (1,)}", "not understood");
        refused("{'descr': '<f4', 'fortran_order': False, 'shape': (1,), 'x': True}", "not understood");
        refused("{'descr': True, 'fortran_order': False, 'shape': (1,)}", "needs");
        refused("{'descr': '<f4', 'fortran_order': False, 'shape': True}", "shape");
        refused("{'descr': '<f4', 'fortran_order': '', 'shape': (1,)}", "needs");
        refused("{'descr': '<f4', 'fortran_order': False, 'shape': (1)}", "shape (1)");
        refused("{'descr': '<f4', 'fortran_order': False, 'shape': (,)}", "shape (,)");
        refused("{'descr': '<f4', 'fortran_order': False, 'shape': (1,,)}", "shape (1,,)");
        refused("{'descr': '<f4', 'fortran_order': False, 'shape': (99999999999999999999,)}", "shape");
        refused("{'descr': '<f4', 'fortran_order': False, 'shape': (" + "1,".repeat(65) + ")}", "shape");
        refused("{'descr': '<f4', 'fortran_order': False, 'shape': (4294967296, 4294967296)}", "does not fit");
        refused("{'descr': '<f4', 'fortran_order': False, 'shape': (268435456,)}", "does not fit");
        refused("{'descr': '<f4', 'fortran_order': False, 'shape': ()} x", "not a dictionary");
        refused("{'descr': '<f4', 'fortran_order': False, 'shape': (" + " ".repeat(60_000), "not a dictionary");
        refused("{'descr': '<f4' 'fortran_order': False, 'shape': ()}", "not understood");
        hostile.refused(bytes(3, "{'descr': '<f4', 'fortran_order': False, 'shape': ()}", 0, 0, 0, 0), "version 3.0");
        byte[] long2 = bytes(2, "{}");
        long2[11] = (byte) 0xff;
        hostile.refused(long2, "header length 4278190082");
    }

    private void refused(String header, String reason) throws IOException {
        hostile.refused(bytes(1, header, 0, 0, 0, 0), reason);
    }

    @Test
    void moreDataThanTheShapeIsRefused() throws IOException {
        hostile.refused(bytes(1, "{'descr': '|u1', 'fortran_order': False, 'shape': (1,)}", 0, 0), "2 bytes of data");
    }

    @Test
    void brainFloatsHaveNoDescriptor() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Npy.write(file, Array.ofRaw(DType.BF16, new byte[2], 1)))
                .withMessageContaining("BF16");
        assertThat(file).doesNotExist();
    }
}
