package io.github.dnfs4j.cli;

import io.github.dnfs4j.experiment.terminal.Console;
import io.github.dnfs4j.io.format.SampleTable;
import io.github.dnfs4j.io.format.SampleWriter;
import io.github.dnfs4j.sample.Resampling;
import io.github.dnfs4j.sample.SampleSet;
import io.github.dnfs4j.torch.Rng;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where states go that were drawn. */
final class StatesOption {
    @Option(
            names = "--out",
            paramLabel = "FILE",
            description = "A new file, .npy, .csv or .json (default: CSV to the standard output).")
    @Nullable
    Path file;

    /** Says what is wrong with the file before the states are paid for. */
    void check(boolean weighted) throws IOException {
        if (file != null) {
            SampleWriter.check(file, weighted);
        }
    }

    boolean npy() {
        return file != null && file.toString().toLowerCase(Locale.ROOT).endsWith(".npy");
    }

    /** Equally weighted states of paths; says how many of them differ. */
    static SampleSet thinned(SampleSet drawn, int count, Rng rng, Console console) {
        SampleSet samples = drawn.resample(count, rng.uniform());
        console.say(String.format(
                Locale.ROOT,
                "%,d states from %,d paths, %,d of them distinct%s",
                count,
                drawn.count(),
                samples.distinct(),
                Resampling.pathsWithoutCopies(drawn.logWeights(), count) > drawn.count()
                        ? "; some paths count twice and more, --weighted gives each once"
                        : ""));
        return samples;
    }

    /** Writes states and returns their files; none where they are printed. */
    List<Path> write(Console console, SampleTable table) throws IOException {
        if (file != null) {
            return SampleWriter.write(file, table);
        }
        SampleWriter.csv(console.out(), table);
        return List.of();
    }
}
