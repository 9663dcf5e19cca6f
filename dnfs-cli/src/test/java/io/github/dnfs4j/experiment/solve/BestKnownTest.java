package io.github.dnfs4j.experiment.solve;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.dnfs4j.io.FormatException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BestKnownTest {
    @TempDir
    Path folder;

    @Test
    void aNameThatNoFileCanHaveIsRefusedWithItsLine() throws IOException {
        for (String line : new String[] {"mis,a\0.col,12,,x", "m\0is,a.col,12,,x"}) {
            Path table = Files.writeString(
                    folder.resolve("best-known.csv"), "problem,file,best,proven,source\n" + line + "\n");
            assertThatThrownBy(() -> BestKnown.of(folder))
                    .isInstanceOf(FormatException.class)
                    .hasMessageContaining(table + ":2: ");
        }
    }
}
