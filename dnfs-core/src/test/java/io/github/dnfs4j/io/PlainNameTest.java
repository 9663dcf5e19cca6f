package io.github.dnfs4j.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PlainNameTest {
    private static final Path HOME = Path.of("/home/runs");

    @ParameterizedTest
    @ValueSource(strings = {"a", "leaps-0.1", "leaps letf", "4x4", "\u00e9t\u00e9", "a,b+c=d"})
    void aNameStays(String name) {
        assertThat(PlainName.check("run", name)).isEqualTo(name);
        assertThat(PlainName.of(name)).isEqualTo(name);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                ".",
                "..",
                "../a",
                "a/b",
                "/etc/x",
                "a\\b",
                "-rf",
                ".hidden",
                "a\u001b[31m",
                "a\nb",
                "a\u202eb",
                "a\0",
                "C:x"
            })
    void whatIsNoNameIsRefusedAndCanBeMadeOne(String text) {
        assertThatThrownBy(() -> PlainName.check("run", text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("the name of a run is");
        String made = PlainName.of(text);
        assertThat(PlainName.check("run", made)).isEqualTo(made);
        assertThat(HOME.resolve(made).normalize().getParent()).isEqualTo(HOME);
    }

    @Test
    void aLongNameIsRefused() {
        assertThatThrownBy(() -> PlainName.check("run", "a".repeat(101))).hasMessageContaining("up to 100 letters");
        assertThat(PlainName.of("a".repeat(500))).hasSize(100);
    }
}
