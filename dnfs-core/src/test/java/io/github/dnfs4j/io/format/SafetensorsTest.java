package io.github.dnfs4j.io.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.dnfs4j.io.problem.Hostile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SafetensorsTest {
    @TempDir
    Path folder;

    private Path file;
    private Hostile hostile;

    @BeforeEach
    void setUp() {
        file = folder.resolve("some.safetensors");
        hostile = new Hostile(file, Safetensors::read);
    }

    private static byte[] bytes(String header, int... data) {
        byte[] text = header.getBytes(StandardCharsets.UTF_8);
        ByteBuffer all = ByteBuffer.allocate(8 + text.length + data.length).order(ByteOrder.LITTLE_ENDIAN);
        all.putLong(text.length).put(text);
        for (int b : data) {
            all.put((byte) b);
        }
        return all.array();
    }

    @Test
    void writesTheseBytes() throws IOException {
        Map<String, Array> tensors = new LinkedHashMap<>();
        tensors.put("b", Array.ofBytes(new byte[] {7, 8, 9}, 3));
        tensors.put("a", Array.of(new float[] {1f}));
        Safetensors.write(file, tensors, Map.of("k", "v"));
        String header = "{\"__metadata__\":{\"k\":\"v\"},\"a\":{\"dtype\":\"F32\",\"shape\":[],\"data_offsets\":[0,4]},"
                + "\"b\":{\"dtype\":\"U8\",\"shape\":[3],\"data_offsets\":[4,7]}}";
        String padded = header + " ".repeat(7 - (header.length() + 7) % 8);
        assertThat(padded.length() % 8).isZero();
        assertThat(Files.readAllBytes(file)).isEqualTo(bytes(padded, 0, 0, 0x80, 0x3f, 7, 8, 9));
    }

    @Test
    void readsTheseBytes() throws IOException {
        // As another writer may do it: spaces, names out of data order, escapes, no padding.
        Files.write(file, bytes("""
                {"\\u00e9\\n": {"shape": [1, 2], "data_offsets": [2, 6], "dtype": "I16"},
                 "__metadata__": {"format": "pt"},
                 "h": {"dtype": "BF16", "shape": [], "data_offsets": [0, 2]},
                 "none": {"dtype": "F64", "shape": [3, 0], "data_offsets": [2, 2]}}""", 0x80, 0x3f, 1, 0, 2, 0));
        Safetensors.Contents contents = Safetensors.read(file);
        assertThat(contents.metadata()).isEqualTo(Map.of("format", "pt"));
        assertThat(contents.tensors()).containsOnlyKeys("h", "none", "é\n");
        assertThat(contents.tensors().get("é\n")).isEqualTo(Array.ofRaw(DType.I16, new byte[] {1, 0, 2, 0}, 1, 2));
        assertThat(contents.tensors().get("none").shape()).containsExactly(3, 0);
    }

    @Test
    void whatIsWrittenComesBack() throws IOException {
        List<DType> types = List.of(DType.values());
        Random random = new Random(1);
        for (int round = 0; round < 100; round++) {
            Map<String, Array> tensors = new LinkedHashMap<>();
            for (int i = random.nextInt(12); i > 0; i--) {
                DType dtype = types.get(random.nextInt(types.size()));
                tensors.put("layer." + random.nextInt(50) + ".\"wéight\"", RandomArrays.next(random, dtype));
            }
            Map<String, String> metadata = random.nextBoolean() ? Map.of() : Map.of("config", "a: 1\nb: \"ü\"\n");
            Safetensors.write(file, tensors, metadata);
            assertThat(Safetensors.read(file)).isEqualTo(new Safetensors.Contents(tensors, metadata));

            ByteBuffer raw = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN);
            assertThat(raw.getLong() % 8)
                    .as("the data starts at a multiple of 8")
                    .isZero();
        }
    }

    @Test
    void theOrderOfTheMapDoesNotMatter() throws IOException {
        List<String> names = new ArrayList<>(List.of("a", "b", "c", "d", "e"));
        byte[] first = null;
        for (int round = 0; round < 5; round++) {
            Collections.shuffle(names, new Random(round));
            Map<String, Array> tensors = new LinkedHashMap<>();
            names.forEach(n -> tensors.put(n, Array.ofBytes(n.getBytes(StandardCharsets.US_ASCII), 1)));
            Safetensors.write(file, tensors, Map.of());
            first = first == null ? Files.readAllBytes(file) : first;
            assertThat(Files.readAllBytes(file)).isEqualTo(first);
        }
    }

    @Test
    void truncatedAndDamagedFilesAreRefused() throws IOException {
        Safetensors.write(file, Map.of("w", Array.of(new float[] {1, 2}, 2)), Map.of("k", "v"));
        byte[] good = Files.readAllBytes(file);
        hostile.prefixesRefused(good);
        hostile.anyByteChanged(good);
    }

    @Test
    void headerLengthsAreNotBelieved() throws IOException {
        for (long length : new long[] {-1, Long.MIN_VALUE, Long.MAX_VALUE, 100_000_001, 100_000_000, 3}) {
            byte[] all = ByteBuffer.allocate(10)
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .putLong(length)
                    .array();
            all[8] = '{';
            all[9] = '}';
            hostile.refused(all, "header");
        }
    }

    @Test
    void badOffsetsAreRefused() throws IOException {
        refusedOffsets("[0,2]", "[1,3]", "overlap");
        refusedOffsets("[0,2]", "[0,2]", "overlap");
        refusedOffsets("[0,2]", "[3,4]", "hole");
        refusedOffsets("[1,2]", "[2,4]", "hole");
        refusedOffsets("[0,1]", "[1,3]", "not the length");
        refusedOffsets("[0,2]", "[2,5]", "outside");
        refusedOffsets("[-2,0]", "[0,2]", "outside");
        refusedOffsets("[0,2]", "[4,2]", "outside");
        refusedOffsets("[0,2]", "[2]", "two data_offsets");
        refusedOffsets("[0,2]", "[2,4,6]", "more than 2");
        refusedOffsets("[0,2]", "[2,99999999999999999999999]", "not JSON");
        refusedOffsets("[0,2]", "[2,4.0]", "expected VALUE_NUMBER_INT");
        hostile.refused(bytes("{}", 1), "belong to no tensor");
    }

    private void refusedOffsets(String a, String b, String reason) throws IOException {
        String entry = "\"%s\":{\"dtype\":\"U8\",\"shape\":[2],\"data_offsets\":%s}";
        String header = "{" + String.format(entry, "a", a) + "," + String.format(entry, "b", b) + "}";
        hostile.refused(bytes(header, 1, 2, 3, 4), reason);
    }

    @Test
    void badEntriesAreRefused() throws IOException {
        String good = "{'dtype':'F32','shape':[1],'data_offsets':[0,4]}";
        refusedHeader("{'w':" + good.replace("F32", "F31") + "}", "unknown dtype F31");
        refusedHeader("{'w':" + good.replace("[1]", "[-1]") + "}", "not the length");
        // Products that are 1 or 0 modulo 2^64.
        refusedHeader("{'w':" + good.replace("[1]", "[4294967296,4294967296]") + "}", "not the length");
        refusedHeader("{'w':" + good.replace("[1]", "[4611686018427387905]") + "}", "not the length");
        refusedHeader("{'w':" + good.replace("[1]", "[" + "1,".repeat(64) + "1]") + "}", "more than 64");
        refusedHeader("{'w':" + good + ",'w':" + good + "}", "appears twice");
        refusedHeader("{'w':" + good.replace("{", "{'dtype':'F32',") + "}", "repeated field dtype");
        refusedHeader("{'w':" + good.replace("{", "{'more':1,") + "}", "field more");
        refusedHeader("{'w':{}}", "needs dtype");
        refusedHeader("{'w':" + good.replace("[1]", "null") + "}", "expected START_ARRAY");
        refusedHeader("{'__metadata__':{'k':1},'w':" + good + "}", "expected VALUE_STRING");
        refusedHeader("{'__metadata__':{'k':'1','k':'2'},'w':" + good + "}", "appears twice");
        refusedHeader("{'w':" + good + "} {}", "follows");
        refusedHeader(" {'w':" + good + "}", "start with '{'");
        refusedHeader("", "start with '{'");
        refusedHeader("{'line\\nbreak" + "x".repeat(5000) + "':1}", "tensor line?break");
        refusedHeader("{'w':{'shape':" + "[".repeat(100_000), "expected VALUE_NUMBER_INT");
    }

    private void refusedHeader(String singleQuoted, String reason) throws IOException {
        hostile.refused(bytes(singleQuoted.replace('\'', '"'), 0, 0, 0, 0), reason);
    }

    @Test
    void badUtf8IsRefused() throws IOException {
        byte[] bad = bytes("{\"?\":{\"dtype\":\"U8\",\"shape\":[0],\"data_offsets\":[0,0]}}");
        bad[10] = (byte) 0xff;
        hostile.refused(bad, "not UTF-8");
        byte[] utf16 = "{ }".getBytes(StandardCharsets.UTF_16LE);
        hostile.refused(
                ByteBuffer.allocate(14)
                        .order(ByteOrder.LITTLE_ENDIAN)
                        .putLong(6)
                        .put(utf16)
                        .array(),
                "not JSON");
    }

    @Test
    void whatIsNoFileIsNamed() {
        assertThatThrownBy(() -> Safetensors.read(folder)).hasMessage(folder + ": not a regular file");
        assertThatThrownBy(() -> Safetensors.read(file))
                .isInstanceOf(NoSuchFileException.class)
                .hasMessage(file + ": no such file");
    }

    @Test
    void theReservedNameIsRefusedBeforeWriting() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Safetensors.write(file, Map.of("__metadata__", Array.of(new float[1])), Map.of()));
        assertThat(file).doesNotExist();
    }
}
