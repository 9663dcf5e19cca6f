package io.github.dnfs4j.experiment.result;

import io.github.dnfs4j.io.FormatException;
import io.github.dnfs4j.io.PlainName;
import io.github.dnfs4j.io.durable.AtomicFile;
import io.github.dnfs4j.io.durable.Durable;
import io.github.dnfs4j.io.durable.FolderLock;
import io.github.dnfs4j.settings.SettingsFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Optional;

/** Names for folders nobody named, and marks of whose a folder is. */
public final class RunFolders {
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss", Locale.ROOT);

    private RunFolders() {}

    /** {@code runs/NAME-TIME}, see {@link #fresh(Path, String, LocalDateTime)}. */
    public static Path fresh(String name) {
        return fresh(Path.of("runs"), name, LocalDateTime.now(ZoneId.systemDefault()));
    }

    /** {@code PARENT/NAME-TIME}, with a number behind it where that is taken; a name that is a path becomes none. */
    static Path fresh(Path parent, String name, LocalDateTime now) {
        Path first = parent.resolve(PlainName.of(name) + "-" + TIME.format(now));
        Path folder = first;
        for (int k = 2; Files.exists(folder, LinkOption.NOFOLLOW_LINKS); k++) {
            folder = parent.resolve(first.getFileName() + "-" + k);
        }
        return folder;
    }

    /** Refuses a folder that holds what was made with other settings than are asked for now. */
    public static <T extends Record> void checkSame(Path run, T made, T wanted) throws FormatException {
        Optional<String> changed = SettingsFile.difference(made, wanted);
        if (changed.isPresent()) {
            throw new FormatException(run, "was run with other settings: " + changed.get());
        }
    }

    /** Keeps a second {@code dnfs reproduce} of whole experiments out of a folder; those that do one training each may come. */
    public static FolderLock alone(Path folder) throws IOException {
        return FolderLock.take(folder, "another dnfs reproduce is at work in this folder");
    }

    /**
     * Makes a folder for an experiment at a budget, or takes one that is empty but for what a killed one left, and refuses
     * one that is something else's. Several jobs of one experiment may do so at once.
     */
    public static void claim(Path folder, String experiment, String budget) throws IOException {
        Path mark = folder.resolve("experiment.txt");
        String text = experiment + " " + budget + "\n";
        if (!Files.exists(folder)) {
            Files.createDirectories(folder);
        }
        if (Files.isDirectory(folder) && Durable.onlyLeftovers(folder)) {
            AtomicFile.write(mark, text.getBytes(StandardCharsets.UTF_8));
        } else if (!Files.isRegularFile(mark) || !Files.readString(mark).equals(text)) {
            throw new FileAlreadyExistsException(
                    folder.toString(), null, "already exists and does not hold " + text.strip());
        }
    }
}
