package io.github.dnfs4j.io.durable;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Numbered folders {@code PARENT/000000042}, of which the newest {@code keep} stay. A folder with such a name is always
 * complete: it gets the name after all of it is on disk, and loses the name before any of it is deleted. So a process
 * killed at any time leaves its last announced snapshot loadable. Each lists the digests of its files, which are checked
 * when they are read. One process at a time may save.
 */
public record Snapshots(Path parent, int keep) {
    private static final Pattern NUMBER = Pattern.compile("[0-9]{9,18}");
    private static final Pattern TEMPORARY = Pattern.compile("\\.[0-9]{9,18}\\.tmp-.+");
    private static final System.Logger LOG = System.getLogger(Snapshots.class.getName());

    public Snapshots {
        if (keep < 1) {
            throw new IllegalArgumentException("keep must be at least 1, not " + keep);
        }
    }

    /** Keeps two: the newest, and one more for whoever is still reading it. */
    public Snapshots(Path parent) {
        this(parent, 2);
    }

    /** Writes snapshot {@code number}, greater than all there are, then removes the oldest and what a kill left. */
    public Path save(long number, IOConsumer<Path> writer) throws IOException {
        if (number < 0) {
            throw new IllegalArgumentException("a snapshot's number is not negative: " + number);
        }
        Path target = parent.resolve(String.format(Locale.ROOT, "%09d", number));
        Optional<Path> newest = latest();
        if (newest.isPresent() && number <= numberOf(newest.get())) {
            // A smaller number would be the first to be removed again.
            throw new FileAlreadyExistsException(
                    target.toString(), newest.get().toString(), "snapshots must have growing numbers");
        }
        AtomicDirectory.write(target, folder -> {
            writer.accept(folder);
            Digests.list(folder);
        });
        List<Path> all = list();
        for (Path old : all.subList(0, Math.max(0, all.size() - keep))) {
            Durable.discard(old);
        }
        clean();
        return target;
    }

    /** Removes what a kill left. */
    public void clean() throws IOException {
        for (Path stale : folders(name -> TEMPORARY.matcher(name).matches())) {
            Durable.deleteTree(stale);
        }
    }

    /** Reads something of a snapshot. */
    @FunctionalInterface
    public interface Reading<T> {
        T from(Path snapshot) throws IOException;
    }

    /**
     * Reads files of the newest snapshot that can be read; empty where there is none. In the place of one that is damaged
     * comes the one before it, and that is told. One that is removed while it is read, by a training that goes on, was no
     * longer the newest.
     */
    public <T> Optional<T> read(Collection<String> files, Reading<T> reading) throws IOException {
        IOException damage = null;
        Set<Path> tried = new HashSet<>();
        for (Optional<Path> next = latest(); next.isPresent(); next = newestBut(tried)) {
            Path snapshot = next.get();
            tried.add(snapshot);
            try {
                Digests.check(snapshot, files);
                T read = reading.from(snapshot);
                if (damage != null) {
                    LOG.log(System.Logger.Level.WARNING, damage.getMessage() + "; taking " + snapshot + " instead");
                }
                return Optional.of(read);
            } catch (IOException e) {
                if (damage == null && Files.isDirectory(snapshot)) {
                    damage = e;
                }
            }
        }
        if (damage != null) {
            throw damage;
        }
        return Optional.empty();
    }

    private Optional<Path> newestBut(Set<Path> tried) throws IOException {
        return list().stream().filter(path -> !tried.contains(path)).reduce((a, b) -> b);
    }

    /** Removes all snapshots that are newer than one: they were damaged. */
    public void forgetAfter(Path snapshot) throws IOException {
        for (Path newer : list()) {
            if (numberOf(newer) > numberOf(snapshot)) {
                Durable.discard(newer);
            }
        }
    }

    /** The complete snapshot with the greatest number. */
    public Optional<Path> latest() throws IOException {
        List<Path> all = list();
        return all.isEmpty() ? Optional.empty() : Optional.of(all.get(all.size() - 1));
    }

    /** All complete snapshots, by growing number. */
    public List<Path> list() throws IOException {
        return folders(name -> NUMBER.matcher(name).matches()).stream()
                .sorted(Comparator.comparingLong(Snapshots::numberOf))
                .toList();
    }

    /** The number in a snapshot's name. */
    public static long numberOf(Path snapshot) {
        String name = String.valueOf(snapshot.getFileName());
        if (!NUMBER.matcher(name).matches()) {
            throw new IllegalArgumentException(snapshot + " is not a snapshot");
        }
        return Long.parseLong(name);
    }

    private List<Path> folders(Predicate<String> byName) throws IOException {
        if (!Files.isDirectory(parent)) {
            return List.of();
        }
        try (Stream<Path> children = Files.list(parent)) {
            return children.filter(child -> byName.test(String.valueOf(child.getFileName())))
                    .filter(child -> Files.isDirectory(child, LinkOption.NOFOLLOW_LINKS))
                    .toList();
        }
    }
}
