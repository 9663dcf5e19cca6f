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
import java.util.List;
import java.util.Set;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import org.bytedeco.javacpp.Loader;

/**
 * The native libraries of this class path and where JavaCPP expects them:
 *
 * <pre>{@code CACHE/NAME.jar/org/bytedeco/MODULE/PLATFORM/libNAME.so}</pre>
 *
 * Those of the modules that are always loaded are unpacked; of the others, CUDA's, only those are made again that are
 * there and do not fit, because JavaCPP alone knows which it takes from the system.
 */
final class NativeLibraries {
    private static final Set<String> ALWAYS = Set.of("javacpp", "openblas", "pytorch");
    private static final List<String> MODULES = List.of("javacpp", "openblas", "pytorch", "cuda");
    /** In JavaCPP's order: the first that a module has is the one it loads. */
    private static final List<String> EXTENSIONS = List.of("-gpu", "");

    /** Bindings nobody here loads. */
    private static final Set<String> UNUSED = Set.of("jniopenblas_full", "jnitorch_gloo", "jnitorch_nccl");

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

    static List<NativeFile> files(Path cache, ClassLoader loader, String platform) throws IOException {
        List<NativeFile> files = new ArrayList<>();
        for (String module : MODULES) {
            for (String extension : EXTENSIONS) {
                String folder = "org/bytedeco/" + module + "/" + platform + extension + "/";
                List<URL> urls = Collections.list(loader.getResources(folder));
                for (URL url : urls) {
                    if (url.openConnection() instanceof JarURLConnection connection) {
                        add(connection.getJarFile(), folder, cache, ALWAYS.contains(module), files);
                    }
                }
                if (!urls.isEmpty()) {
                    break;
                }
            }
        }
        return files;
    }

    private static void add(JarFile jar, String folder, Path cache, boolean always, List<NativeFile> files) {
        Path unpacked = cache.resolve(new File(jar.getName()).getName()).resolve(folder);
        for (JarEntry entry : Collections.list(jar.entries())) {
            String path = entry.getName();
            String name = path.substring(path.lastIndexOf('/') + 1);
            if (!path.equals(folder + name) || !library(name)) {
                continue;
            }
            for (String as : name.equals(BLAS) ? List.of(BLAS, BLAS_AGAIN) : List.of(name)) {
                Path place = unpacked.resolve(as);
                if (always || Files.exists(place)) {
                    files.add(new NativeFile(jar, entry, place));
                }
            }
        }
    }

    private static boolean library(String name) {
        return name.matches(".+\\.(so(\\.[0-9.]+)?|dylib|dll)")
                && UNUSED.stream().noneMatch(name::contains);
    }
}
