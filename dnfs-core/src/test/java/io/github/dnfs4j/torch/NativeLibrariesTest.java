package io.github.dnfs4j.torch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.bytedeco.javacpp.Loader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class NativeLibrariesTest {
    @TempDir
    Path folder;

    private Path cache() {
        return folder.resolve("cache");
    }

    private static URLClassLoader loader(Path... jars) throws IOException {
        List<URL> urls = new ArrayList<>();
        for (Path jar : jars) {
            urls.add(jar.toUri().toURL());
        }
        return new URLClassLoader(urls.toArray(URL[]::new), null);
    }

    private List<String> places(Path... jars) throws IOException {
        try (URLClassLoader loader = loader(jars)) {
            return NativeLibraries.files(cache(), loader, Jars.PLATFORM).stream()
                    .map(f -> cache().relativize(f.place()).toString())
                    .toList();
        }
    }

    @Test
    void placesAreThoseOfJavacpp() throws IOException {
        List<String> names = List.of("libopenblas.so.0", "libjniopenblas_full.so", "jnijavacpp.cpp", "lib/x.so");
        Path jar = Jars.write(folder.resolve("blas.jar"), "openblas", "", names);
        String in = "blas.jar/org/bytedeco/openblas/" + Jars.PLATFORM + "/";
        assertThat(places(jar)).containsExactlyInAnyOrder(in + "libopenblas.so.0", in + "libopenblas_nolapack.so.0");
    }

    @Test
    void ofTwoFlavoursTheOneForCudaIsUnpacked() throws IOException {
        Path plain = Jars.write(folder.resolve("a.jar"), "pytorch", "", List.of("libtorch.so"));
        Path cuda = Jars.write(folder.resolve("b.jar"), "pytorch", "-gpu", List.of("libtorch.so"));
        assertThat(places(plain, cuda)).singleElement().asString().startsWith("b.jar");
        try (URLClassLoader both = loader(plain, cuda);
                URLClassLoader one = loader(plain)) {
            assertThat(NativeLibraries.forCuda(both, Jars.PLATFORM)).isTrue();
            assertThat(NativeLibraries.forCuda(one, Jars.PLATFORM)).isFalse();
        }
    }

    @Test
    void bindingsOfCudaAreOnlyMadeAgain() throws IOException {
        Path torch = Jars.write(folder.resolve("torch.jar"), "pytorch", "-gpu", List.of());
        Path redist = Jars.write(folder.resolve("redist.jar"), "cuda", "", List.of("libcublas.so.13"));
        Path jar = Jars.write(folder.resolve("cuda.jar"), "cuda", "", List.of("libjnicudart.so", "libjnicublas.so"));
        assertThat(places(torch, redist, jar)).isEmpty();
        Path there = cache().resolve("cuda.jar/org/bytedeco/cuda/" + Jars.PLATFORM + "/libjnicublas.so");
        Files.createDirectories(there.getParent());
        Files.createFile(there);
        assertThat(places(torch, redist, jar))
                .containsExactly(cache().relativize(there).toString());
    }

    /** Half a libtorch_cpu, as an interrupted first run left it, killed every later one. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void aTornLibraryIsNoticedBeforeItIsMapped() throws Exception {
        Torch.init();
        Path whole = Loader.getCacheDir().toPath();
        Path torn = cache();
        for (NativeFile file : NativeLibraries.files(whole, getClass().getClassLoader(), Loader.getPlatform())) {
            Path place = torn.resolve(whole.relativize(file.place()));
            Files.createDirectories(place.getParent());
            if (place.endsWith("libtorch_cpu.so")) {
                try (InputStream in = Files.newInputStream(file.place())) {
                    Files.write(place, in.readNBytes(30_000_000));
                }
            } else {
                Files.copy(file.place(), place, StandardCopyOption.COPY_ATTRIBUTES);
            }
        }
        Path out = folder.resolve("out");
        Process child = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Dorg.bytedeco.javacpp.cachedir=" + torn,
                        "-XX:-CreateCoredumpOnCrash",
                        "-XX:ErrorFile=" + folder.resolve("crash"),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Child.class.getName())
                .redirectErrorStream(true)
                .redirectOutput(out.toFile())
                .start();
        try {
            assertThat(child.waitFor(120, TimeUnit.SECONDS)).isTrue();
            assertThat(child.exitValue()).as(Files.readString(out)).isZero();
            assertThat(Files.readString(out)).startsWith("libtorch " + Torch.version());
        } finally {
            child.destroyForcibly();
        }
    }

    /** Loads libtorch in a process of its own. */
    static final class Child {
        public static void main(String[] args) {
            System.out.println("libtorch " + Torch.version());
        }
    }
}
