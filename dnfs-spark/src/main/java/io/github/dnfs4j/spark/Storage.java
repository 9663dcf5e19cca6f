package io.github.dnfs4j.spark;

import java.io.File;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.util.SerializableConfiguration;

/** Files of this machine and of the file systems that Spark knows, by their addresses; executors get a copy of its settings. */
final class Storage extends SerializableConfiguration {
    Storage(Configuration configuration) {
        super(configuration);
    }

    /** What is done with a file that lies on this machine. */
    interface Use<T> {
        T of(java.nio.file.Path file) throws IOException;
    }

    /** The addresses of files, of those in folders that are meant, and of those that patterns match; each once. */
    List<String> files(List<String> names, Predicate<String> meant) throws IOException {
        Set<String> all = new LinkedHashSet<>();
        for (String name : names) {
            for (FileStatus found : found(name)) {
                if (found.isDirectory()) {
                    Arrays.stream(in(found.getPath()).listStatus(found.getPath()))
                            .filter(inner ->
                                    inner.isFile() && meant.test(inner.getPath().getName()))
                            .map(inner -> inner.getPath().toString())
                            .sorted()
                            .forEach(all::add);
                } else {
                    all.add(found.getPath().toString());
                }
            }
        }
        if (all.isEmpty()) {
            throw new IllegalArgumentException("there is no file in " + names.get(0));
        }
        return List.copyOf(all);
    }

    private FileStatus[] found(String name) throws IOException {
        File here = new File(name);
        if (here.exists()) { // whatever letters it has
            Path path = new Path(here.toURI());
            return new FileStatus[] {in(path).getFileStatus(path)};
        }
        Path pattern = new Path(name);
        FileStatus[] found = in(pattern).globStatus(pattern);
        if (found == null || found.length == 0) {
            throw new NoSuchFileException(name);
        }
        Arrays.sort(found, Comparator.comparing(FileStatus::getPath));
        return found;
    }

    private FileSystem in(Path path) throws IOException {
        return path.getFileSystem(value());
    }

    /** Refuses a folder that is there, so that nothing is overwritten. */
    void checkFresh(String folder) throws IOException {
        Path path = new Path(folder);
        if (in(path).exists(path)) {
            throw new FileAlreadyExistsException(folder, null, "already exists and is not overwritten");
        }
    }

    /** An address as its user knows it: without a scheme where the file is one of the machine. */
    static String shown(String address) {
        Path path = new Path(address);
        return isLocal(path) ? path.toUri().getPath() : address;
    }

    private static boolean isLocal(Path path) {
        return "file".equals(path.toUri().getScheme());
    }

    /** Uses a file where it lies, or else a copy of its name, which may tell its format. */
    <T> T use(String address, Use<T> use) throws IOException {
        Path path = new Path(address);
        if (isLocal(path)) {
            return use.of(java.nio.file.Path.of(path.toUri().getPath()));
        }
        java.nio.file.Path folder = Files.createTempDirectory("dnfs-");
        java.nio.file.Path copy = folder.resolve(path.getName());
        try {
            in(path).copyToLocalFile(false, path, new Path(copy.toUri()), true);
            return use.of(copy);
        } finally {
            Files.deleteIfExists(copy);
            Files.deleteIfExists(folder);
        }
    }
}
