package io.github.dnfs4j.torch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.nio.channels.Channels;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NativeCacheTest {
    private static final List<String> NAMES = List.of("liba.so", "libb.so.1", "libc.so");

    @TempDir
    Path folder;

    private Path cache;
    private JarFile jar;
    private List<NativeFile> files;

    @BeforeEach
    void writeJar() throws IOException {
        cache = Files.createDirectory(folder.resolve("cache"));
        jar = new JarFile(
                Jars.write(folder.resolve("x.jar"), "pytorch", "", NAMES).toFile());
        files = new ArrayList<>();
        for (JarEntry entry : Collections.list(jar.entries())) {
            if (!entry.isDirectory()) {
                files.add(new NativeFile(jar, entry, cache.resolve("x.jar").resolve(entry.getName())));
            }
        }
        assertThat(files).hasSize(NAMES.size());
    }

    @AfterEach
    void closeJar() throws IOException {
        jar.close();
    }

    private int complete() throws IOException {
        return new NativeCache(cache).complete(files);
    }

    private void assertWhole() throws IOException {
        for (NativeFile file : files) {
            assertThat(Files.readAllBytes(file.place()))
                    .isEqualTo(jar.getInputStream(file.entry()).readAllBytes());
            // What JavaCPP compares, so that it writes nothing itself.
            assertThat(Files.getLastModifiedTime(file.place()).toMillis())
                    .isEqualTo(file.entry().getTime());
        }
        try (Stream<Path> left = Files.list(cache)) {
            assertThat(left.map(p -> p.getFileName().toString())).containsExactlyInAnyOrder(".lock", "x.jar");
        }
    }

    private static Object inode(Path file) throws IOException {
        return Files.readAttributes(file, BasicFileAttributes.class).fileKey();
    }

    @Test
    void anEmptyCacheIsFilledOnce() throws IOException {
        assertThat(complete()).isEqualTo(NAMES.size());
        assertWhole();
        assertThat(complete()).isZero();
    }

    @Test
    void aTruncatedFileIsMadeAgainAndNoOther() throws IOException {
        complete();
        Object untouched = inode(files.get(0).place());
        try (RandomAccessFile file = new RandomAccessFile(files.get(1).place().toFile(), "rw")) {
            file.setLength(1234);
        }
        files.get(1).setTime(files.get(1).place());
        assertThat(complete()).isEqualTo(1);
        assertWhole();
        assertThat(inode(files.get(0).place())).isEqualTo(untouched);
    }

    @Test
    void whoHasMappedADamagedFileKeepsIt() throws IOException {
        complete();
        Path place = files.get(1).place();
        Object before = inode(place);
        Files.write(place, new byte[10]);
        assertThat(complete()).isEqualTo(1);
        assertThat(inode(place)).isNotEqualTo(before);
    }

    @Test
    void otherBytesOfTheSameLengthAreMadeAgain() throws IOException {
        complete();
        Path place = files.get(2).place();
        Files.write(place, new byte[(int) files.get(2).size()]);
        assertThat(complete()).isEqualTo(1);
        assertWhole();
    }

    @Test
    void theRightBytesOfAnotherTimeAreNotWrittenAgain() throws IOException {
        complete();
        Path place = files.get(2).place();
        Object before = inode(place);
        Files.setLastModifiedTime(place, FileTime.fromMillis(0));
        complete();
        assertWhole();
        assertThat(inode(place)).isEqualTo(before);
    }

    @Test
    void linksOfJavacppStayUnlessTheyLeadNowhere() throws IOException {
        complete();
        Path place = files.get(0).place();
        Files.delete(place);
        Files.createSymbolicLink(place, files.get(2).place());
        assertThat(complete()).isZero();
        Files.delete(place);
        Files.createSymbolicLink(place, cache.resolve("nowhere"));
        assertThat(complete()).isEqualTo(1);
        assertWhole();
    }

    @Test
    void manyAtOnceUnpackEachFileOnce() throws Exception {
        int many = 8;
        ExecutorService threads = Executors.newFixedThreadPool(many);
        try {
            int unpacked = 0;
            for (Future<Integer> f : threads.invokeAll(Collections.nCopies(many, (Callable<Integer>) this::complete))) {
                unpacked += f.get();
            }
            assertThat(unpacked).isEqualTo(NAMES.size());
        } finally {
            threads.shutdownNow();
        }
        assertWhole();
    }

    @Test
    void whatAKilledProcessLeftIsRemoved() throws IOException {
        Files.write(cache.resolve(".unpacking-of-somebody"), new byte[1000]);
        complete();
        assertWhole();
    }

    @Test
    void aFullDiskNamesTheFileAndLeavesNothing() throws IOException {
        NativeCache full = new NativeCache(cache, channel -> new FilterOutputStream(Channels.newOutputStream(channel)) {
            private int written;

            @Override
            public void write(byte[] bytes, int from, int count) throws IOException {
                written += count;
                if (written > 50_000) {
                    throw new IOException("No space left on device");
                }
                out.write(bytes, from, count);
            }
        });
        NativeFile smallest =
                files.stream().min((a, b) -> Long.compare(a.size(), b.size())).orElseThrow();
        assertThatThrownBy(() -> full.complete(files)).isInstanceOfSatisfying(FileSystemException.class, e -> {
            assertThat(e.getFile()).isEqualTo(smallest.place().toString());
            assertThat(e.getReason()).isEqualTo("cannot be unpacked: No space left on device");
        });
        try (Stream<Path> left = Files.list(cache)) {
            assertThat(left.map(p -> p.getFileName().toString())).containsExactly(".lock");
        }
        assertThat(complete()).isEqualTo(NAMES.size());
        assertWhole();
    }

    @Test
    void aDamagedJarIsNotUnpacked() throws IOException {
        Path bad = folder.resolve("x.jar");
        byte[] bytes = Files.readAllBytes(bad);
        bytes[150_000] ^= 1;
        jar.close();
        Files.write(bad, bytes);
        try (JarFile damaged = new JarFile(bad.toFile());
                OutputStream nothing = OutputStream.nullOutputStream()) {
            NativeFile second = files.get(1);
            NativeFile file =
                    new NativeFile(damaged, damaged.getJarEntry(second.entry().getName()), second.place());
            assertThatThrownBy(() -> file.open().transferTo(nothing)).hasMessageContaining("x.jar is damaged at");
            assertThatThrownBy(() -> new NativeCache(cache).complete(List.of(file)))
                    .hasMessageContaining("libb.so.1");
            assertThat(second.place()).doesNotExist();
        }
    }
}
