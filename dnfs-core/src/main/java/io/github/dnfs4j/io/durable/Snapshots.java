package io.github.dnfs4j.io.durable;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Numbered folders {@code PARENT/000000042}, of which the newest {@code keep} stay. A folder with such a name is always
 * complete: it gets the name after all of it is on disk, and loses the name before any of it is deleted. So a process
 * killed at any time leaves its last announced snapshot loadable. One process at a time may save.
 */
public record Snapshots(Path parent, int keep) {
    private static final Pattern NUMBER = Pattern.compile("[0-9]{9,18}");
    private static final Pattern TEMPORARY = Pattern.compile("\\.[0-9]{9,18}\\.tmp-.+");

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
        AtomicDirectory.write(target, writer);

        List<Path> all = list();
        for (Path old : all.subList(0, Math.max(0, all.size() - keep))) {
            Path discarded = Durable.temporaryBeside(old);
            Files.move(old, discarded, StandardCopyOption.ATOMIC_MOVE);
        }
        for (Path stale : folders(name -> TEMPORARY.matcher(name).matches())) {
            Durable.deleteTree(stale);
        }
        return target;
    }

    /** Removes all snapshots and the folder around them. */
    public void clear() throws IOException {
        if (Files.isDirectory(parent)) {
            Durable.deleteTree(parent);
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
