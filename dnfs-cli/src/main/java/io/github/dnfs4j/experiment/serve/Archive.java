package io.github.dnfs4j.experiment.serve;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.dnfs4j.io.durable.AtomicDirectory;
import io.github.dnfs4j.io.durable.AtomicFile;
import io.github.dnfs4j.io.durable.Durable;
import io.github.dnfs4j.io.durable.FolderLock;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * The problems of a server on disk, which whoever kills it leaves whole: what was accepted is there, and what is finished has
 * its answer.
 *
 * <pre>
 * ID/question.json    what was asked, and when
 * ID/input/           the files that belong to it, until it is finished
 * ID/begun            a byte for each time that the server began it, until it is finished
 * ID/stopped          somebody wants it to end, until it is finished
 * ID/answer.json      if there is one
 * ID/status.json      written last: it is finished
 * </pre>
 */
final class Archive implements AutoCloseable {
    private static final String QUESTION = "question.json";
    private static final String INPUT = "input";
    private static final String BEGUN = "begun";
    private static final String STOPPED = "stopped";
    private static final String ANSWER = "answer.json";
    private static final String STATUS = "status.json";

    private final Path folder;
    private final FolderLock lock;

    /** A problem of before. */
    record Entry(String id, Instant asked, Question question, boolean finished) {}

    private Archive(Path folder, FolderLock lock) {
        this.folder = folder;
        this.lock = lock;
    }

    /** Opens it for one process, which alone may read what others sent it. */
    static Archive open(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            boolean posix =
                    FileSystems.getDefault().supportedFileAttributeViews().contains("posix");
            Files.createDirectories(
                    folder,
                    posix
                            ? new FileAttribute<?>[] {
                                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"))
                            }
                            : new FileAttribute<?>[0]);
        }
        FolderLock lock = FolderLock.take(folder, "another dnfs serves from this folder");
        try {
            Durable.clean(folder);
            return new Archive(folder, lock);
        } catch (IOException | RuntimeException e) {
            lock.close();
            throw e;
        }
    }

    Path folder() {
        return folder;
    }

    /** The files of a problem. */
    Path input(String id) {
        return folder.resolve(id).resolve(INPUT);
    }

    void add(String id, Instant asked, Question question, Map<String, byte[]> texts) throws IOException {
        ObjectNode tree = Question.JSON.valueToTree(question);
        tree.put("asked", asked.toString());
        AtomicDirectory.write(folder.resolve(id), to -> {
            Files.write(to.resolve(QUESTION), Question.JSON.writeValueAsBytes(tree));
            Path input = Files.createDirectory(to.resolve(INPUT));
            for (Map.Entry<String, byte[]> text : texts.entrySet()) {
                Files.write(input.resolve(text.getKey()), text.getValue());
            }
        });
    }

    /** Says that it is begun; how often it was, this time included. */
    int begin(String id) throws IOException {
        Path file = folder.resolve(id).resolve(BEGUN);
        byte[] before = Files.exists(file) ? Files.readAllBytes(file) : new byte[0];
        Files.write(file, new byte[before.length + 1]);
        return before.length + 1;
    }

    /** Says that it ended before its time, through no fault of its own. */
    void interrupted(String id) throws IOException {
        Files.deleteIfExists(folder.resolve(id).resolve(BEGUN));
    }

    /** Says that it is to end, whoever serves from here then. */
    void stop(String id) throws IOException {
        AtomicFile.write(folder.resolve(id).resolve(STOPPED), new byte[0]);
    }

    boolean stopped(String id) {
        return Files.exists(folder.resolve(id).resolve(STOPPED));
    }

    void answer(String id, byte[] json) throws IOException {
        AtomicFile.write(folder.resolve(id).resolve(ANSWER), json);
    }

    /** Says that it is finished; what it was made of is no longer needed. */
    void finish(String id, byte[] status) throws IOException {
        AtomicFile.write(folder.resolve(id).resolve(STATUS), status);
        tidy(folder.resolve(id));
    }

    private static void tidy(Path entry) throws IOException {
        Durable.clean(entry);
        Files.deleteIfExists(entry.resolve(BEGUN));
        Files.deleteIfExists(entry.resolve(STOPPED));
        Durable.discard(entry.resolve(INPUT));
    }

    boolean answered(String id) {
        return Files.exists(folder.resolve(id).resolve(ANSWER));
    }

    byte[] answer(String id) throws IOException {
        return Files.readAllBytes(folder.resolve(id).resolve(ANSWER));
    }

    ObjectNode status(String id) throws IOException {
        return (ObjectNode)
                Question.JSON.readTree(Files.readAllBytes(folder.resolve(id).resolve(STATUS)));
    }

    void remove(String id) throws IOException {
        Durable.discard(folder.resolve(id));
    }

    /** What is there, oldest first; what is finished is tidied, and what is damaged is left alone and told of. */
    List<Entry> entries(Consumer<String> remarks) throws IOException {
        List<Entry> entries = new ArrayList<>();
        List<Path> folders;
        try (Stream<Path> all = Files.list(folder)) {
            folders = all.filter(Files::isDirectory).toList();
        }
        for (Path entry : folders) {
            try {
                boolean finished = Files.exists(entry.resolve(STATUS));
                if (finished) {
                    tidy(entry);
                } else {
                    Durable.clean(entry);
                }
                ObjectNode tree = (ObjectNode) Question.JSON.readTree(Files.readAllBytes(entry.resolve(QUESTION)));
                Instant asked = Instant.parse(tree.remove("asked").asText());
                entries.add(new Entry(entry.getFileName().toString(), asked, Question.of(tree), finished));
            } catch (IOException | RuntimeException e) {
                remarks.accept(entry + " cannot be read and is left as it is: " + e.getMessage());
            }
        }
        entries.sort(Comparator.comparing(Entry::asked).thenComparing(Entry::id));
        return entries;
    }

    @Override
    public void close() {
        lock.close();
    }
}
