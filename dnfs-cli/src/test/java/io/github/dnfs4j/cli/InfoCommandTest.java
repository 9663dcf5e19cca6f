package io.github.dnfs4j.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class InfoCommandTest {
    @Test
    void namesVersionsDevicesAndSpeed() {
        Cli result = Cli.run("info");
        assertThat(result.code()).isZero();
        assertThat(result.out())
                .contains("libtorch    2.")
                .contains("CUDA")
                .contains(System.getProperty("java.version"));
        assertThat(result.out()).containsPattern("matrix products [1-9][0-9]* GFLOP/s in fp32, [0-9]+ in bf16");
    }
}
