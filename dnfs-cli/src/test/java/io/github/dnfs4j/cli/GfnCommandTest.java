package io.github.dnfs4j.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GfnCommandTest {
    @TempDir
    Path folder;

    private static Cli train(String... options) {
        String[] all = new String[options.length + 2];
        all[0] = "gfn";
        all[1] = "--device=cpu";
        System.arraycopy(options, 0, all, 2, options.length);
        return Cli.run(all);
    }

    /** It goes on from its end, counted from its beginning. */
    @Test
    void aFinishedRunGoesOnWithALargerBudget() {
        Path run = folder.resolve("run");
        Cli first = train("--target=ising:side=3", "--steps=20", "--hidden=16", "--out=" + run);
        assertThat(first.code()).as(first.err()).isZero();
        Cli less = Cli.run("gfn", "--resume", "--out=" + run, "--steps=15");
        assertThat(less.code()).isEqualTo(2);
        assertThat(less.errLines())
                .singleElement()
                .asString()
                .contains("20 steps")
                .contains("give a larger budget");
        Cli more = Cli.run("gfn", "--resume", "--out=" + run, "--steps=25");
        assertThat(more.code()).as(more.err()).isZero();
        assertThat(run.resolve("config.yaml")).content().contains("steps: 25");
        Cli other = Cli.run("gfn", "--resume", "--out=" + run, "--steps=30", "--hidden=8");
        assertThat(other.err()).contains("keeps its settings; leave out --hidden");
    }

    @Test
    void aRunBeginsWithTheWeightsAndTheNetworkOfAnother() {
        Path first = folder.resolve("first");
        Path second = folder.resolve("second");
        assertThat(train("--target=ising:side=3", "--steps=20", "--hidden=16", "--out=" + first)
                        .code())
                .isZero();
        String init = "--init=" + first;
        Cli begun = train("--target=ising:side=3,sigma=0.1", "--steps=5", init, "--out=" + second);
        assertThat(begun.code()).as(begun.err()).isZero();
        assertThat(second.resolve("config.yaml")).content().contains("hidden: 16");
        Path none = folder.resolve("none");
        Cli width = train("--target=ising:side=3", "--steps=5", init, "--hidden=8", "--out=" + none);
        assertThat(width.err()).contains("leave out --hidden");
        Cli shape = train("--target=ising:side=4", "--steps=5", init, "--out=" + none);
        assertThat(shape.code()).isNotZero();
        assertThat(shape.errLines()).singleElement().asString().contains("is needed");
        assertThat(none).doesNotExist();
    }
}
