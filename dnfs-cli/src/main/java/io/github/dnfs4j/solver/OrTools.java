package io.github.dnfs4j.solver;

import com.google.ortools.Loader;
import io.github.dnfs4j.torch.NativeLibraries;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;

/**
 * Loads OR-Tools' native libraries from the cache where libtorch's are. Its own loader unpacks 70 MB to a new folder in
 * {@code /tmp} at each start, which stays there when the process is killed.
 */
final class OrTools {
    private OrTools() {}

    /** A second call finds it done. */
    static void load() {
        try {
            Optional<Path> folder = NativeLibraries.unpack("ortools-" + platform() + "/");
            if (folder.isPresent()) {
                System.load(folder.get()
                        .resolve(System.mapLibraryName("jniortools"))
                        .toAbsolutePath()
                        .toString());
            } else {
                Loader.loadNativeLibraries(); // not from a jar, or on a system with names of its own
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The name of the system in OR-Tools' jars, such as linux-x86-64. */
    private static String platform() {
        String os = System.getProperty("os.name", "").toLowerCase(Locale.ROOT);
        String arch = System.getProperty("os.arch", "");
        return (os.startsWith("mac") ? "darwin" : os.startsWith("windows") ? "win32" : os)
                + (arch.equals("amd64") || arch.equals("x86_64") ? "-x86-64" : "-" + arch);
    }
}
