package io.github.dnfs4j.experiment;

import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Names for folders nobody named. */
public final class RunFolders {
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss", Locale.ROOT);

    private RunFolders() {}

    /** {@code PARENT/NAME-TIME}, with a number behind it where that is taken. */
    public static Path fresh(Path parent, String name, LocalDateTime now) {
        Path first = parent.resolve(name + "-" + TIME.format(now));
        Path folder = first;
        for (int k = 2; Files.exists(folder, LinkOption.NOFOLLOW_LINKS); k++) {
            folder = parent.resolve(first.getFileName() + "-" + k);
        }
        return folder;
    }
}
