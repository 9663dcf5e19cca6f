package io.github.dnfs4j.torch;

import java.io.File;
import java.io.IOException;
import java.net.JarURLConnection;
import java.net.URL;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.Optional;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import org.bytedeco.javacpp.Loader;

/**
 * The native libraries of this class path and where JavaCPP expects them:
 *
 * <pre>{@code CACHE/NAME.jar/org/bytedeco/MODULE/PLATFORM/libNAME.so}</pre>
 *
 * All are unpacked, but of CUDA's only those are made again that are there and do not fit, because JavaCPP alone knows
 * which of them it takes from the system.
 */
public final class NativeLibraries {
    private static final String CUDA = "cuda";
    private static final String TORCH = "pytorch";
    private static final String GPU = "-gpu";

    /** Bindings nobody here loads. */
    private static final List<String> UNUSED = List.of("jniopenblas_full", "jnitorch_nccl");

    private static final String BLAS = "libopenblas.so.0";
    /** JavaCPP wants OpenBLAS a second time by this name. */
    private static final String BLAS_AGAIN = "libopenblas_nolapack.so.0";

    private NativeLibraries() {}

    /** Unpacks what is missing or damaged. */
    static void prepare() throws IOException {
        if (!asked("cacheLibraries", true) || asked("cachedir.nosubdir", false)) {
            return; // another layout, chosen by who knows JavaCPP
        }
        Path cache = cache();
        new NativeCache(cache).complete(files(cache, NativeLibraries.class.getClassLoader(), Loader.getPlatform()));
    }

    /**
     * Unpacks the libraries that a jar of another project holds in a folder, such as {@code ortools-linux-x86-64/}, in
     * the same way and to the same cache, and says where they are; empty where no jar has that folder.
     */
    public static Optional<Path> unpack(String folder) throws IOException {
        URL url = NativeLibraries.class.getClassLoader().getResource(folder);
        if (url == null || !(url.openConnection() instanceof JarURLConnection connection)) {
            return Optional.empty();
        }
        Path cache = cache();
        JarFile jar = connection.getJarFile();
        List<NativeFile> files = new ArrayList<>();
        add(jar, folder, "", cache, files);
        new NativeCache(cache).complete(files);
        return Optional.of(home(cache, jar, folder));
    }

    private static Path home(Path cache, JarFile jar, String folder) {
        return cache.resolve(new File(jar.getName()).getName()).resolve(folder);
    }

    /** Whether the CUDA build of libtorch is among them. */
    static boolean forCuda(ClassLoader loader, String platform) {
        return loader.getResource(folder(TORCH, platform + GPU)) != null;
    }

    private static String folder(String module, String platform) {
        return "org/bytedeco/" + module + "/" + platform + "/";
    }

    private static boolean asked(String name, boolean otherwise) {
        String value = System.getProperty("org.bytedeco.javacpp." + name, String.valueOf(otherwise));
        return !value.equals("false");
    }

    /**
     * The folder of all that is unpacked. JavaCPP would go to one in {@code /tmp} that everyone can foresee, and fill with
     * libraries of their own, if this one cannot be written.
     */
    private static Path cache() throws IOException {
        String named = System.getProperty(
                "org.bytedeco.javacpp.cachedir", System.getProperty("org.bytedeco.javacpp.cacheDir"));
        Path wanted =
                named != null ? Path.of(named) : Path.of(System.getProperty("user.home", "?"), ".javacpp", "cache");
        try {
            Files.createDirectories(wanted);
        } catch (IOException e) {
            throw refused(wanted);
        }
        Path given = Loader.getCacheDir().toPath();
        if (!Files.isWritable(wanted) || !given.equals(wanted.toRealPath())) {
            throw refused(wanted);
        }
        return given;
    }

    private static AccessDeniedException refused(Path folder) {
        return new AccessDeniedException(
                folder.toString(),
                null,
                "cannot be written; name a folder for the native libraries by -Dorg.bytedeco.javacpp.cachedir=DIR");
    }

    /** All of them. Every start comes here, and a search of the whole class path takes milliseconds: no more of them than needed. */
    static List<NativeFile> files(Path cache, ClassLoader loader, String platform) throws IOException {
        List<NativeFile> files = new ArrayList<>();
        add("javacpp", platform, cache, loader, files);
        add("openblas", platform, cache, loader, files);
        // Of two flavours JavaCPP loads the one for CUDA.
        if (add(TORCH, platform + GPU, cache, loader, files)) {
            add(CUDA, platform, cache, loader, files);
        } else {
            add(TORCH, platform, cache, loader, files);
        }
        return files;
    }

    /** Those of a module for a platform; false if there is no such jar. */
    private static boolean add(String module, String platform, Path cache, ClassLoader loader, List<NativeFile> files)
            throws IOException {
        String folder = folder(module, platform);
        URL url = loader.getResource(folder);
        if (url == null) {
            return false;
        }
        // CUDA's libraries and their bindings are two jars.
        for (URL each : module.equals(CUDA) ? Collections.list(loader.getResources(folder)) : List.of(url)) {
            if (each.openConnection() instanceof JarURLConnection connection) {
                add(connection.getJarFile(), folder, module, cache, files);
            }
        }
        return true;
    }

    private static void add(JarFile jar, String folder, String module, Path cache, List<NativeFile> files) {
        Path unpacked = home(cache, jar, folder);
        for (Enumeration<JarEntry> entries = jar.entries(); entries.hasMoreElements(); ) {
            JarEntry entry = entries.nextElement();
            String path = entry.getName();
            if (!path.startsWith(folder) || path.indexOf('/', folder.length()) >= 0) {
                continue;
            }
            String name = path.substring(folder.length());
            if (library(name)) {
                add(new NativeFile(jar, entry, unpacked.resolve(name)), module, files);
            }
            if (name.equals(BLAS)) {
                add(new NativeFile(jar, entry, unpacked.resolve(BLAS_AGAIN)), module, files);
            }
        }
    }

    private static void add(NativeFile file, String module, List<NativeFile> files) {
        if (!module.equals(CUDA) || Files.exists(file.place())) {
            files.add(file);
        }
    }

    private static boolean library(String name) {
        for (String unused : UNUSED) {
            if (name.contains(unused)) {
                return false;
            }
        }
        return name.endsWith(".so") || name.contains(".so.") || name.endsWith(".dylib") || name.endsWith(".dll");
    }
}
