package io.github.dnfs4j.experiment.ebm;

import io.github.dnfs4j.ebm.EbmEvaluation;
import io.github.dnfs4j.ebm.EbmModel;
import io.github.dnfs4j.ebm.EbmSettings;
import io.github.dnfs4j.experiment.result.RunFolders;
import io.github.dnfs4j.experiment.result.RunResult;
import io.github.dnfs4j.experiment.run.RunExecutor;
import io.github.dnfs4j.experiment.terminal.Console;
import io.github.dnfs4j.run.Model;
import io.github.dnfs4j.settings.LearnedEnergy;
import io.github.dnfs4j.settings.RunSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The runs of an experiment about learned energies: what is finished is not repeated, what was interrupted goes on, and
 * a folder that holds a run with other settings is refused. Every method returns 0, or the exit code of the signal that
 * stopped it.
 */
record EbmRuns(Console console, EbmEvaluation.Effort effort) {
    /** Learns an energy. */
    int learn(Path run, EbmSettings settings) throws IOException {
        if (done(run, settings)) {
            return 0;
        }
        EbmExecutor executor = new EbmExecutor(console, effort);
        return Files.exists(run) ? executor.resume(run) : executor.create(run, settings);
    }

    /** Learns the matrix of a lattice. */
    int learnMatrix(Path run, EbmSettings settings) throws IOException {
        return done(run, settings)
                ? 0
                : new IsingLearner(console).run(run, settings).exitCode();
    }

    /** Trains a flow to an energy that was learnt before. */
    int train(Path run, RunSettings settings) throws IOException {
        console.say(String.valueOf(run.getFileName()));
        RunExecutor executor = new RunExecutor(console);
        if (!Files.exists(run)) {
            return executor.create(run, settings).exitCode();
        }
        RunSettings kept = Model.settings(run);
        RunFolders.checkSame(run, kept, sameFile(kept, settings.on(kept.device())));
        return finished(run) ? 0 : executor.resume(run).exitCode();
    }

    private boolean done(Path run, EbmSettings wanted) throws IOException {
        console.say(String.valueOf(run.getFileName()));
        if (!Files.exists(run)) {
            return false;
        }
        checkSame(run, wanted);
        return finished(run);
    }

    /** Refuses a folder that holds a run with other settings. */
    static void checkSame(Path run, EbmSettings wanted) throws IOException {
        EbmSettings made = EbmModel.settings(run);
        RunFolders.checkSame(run, made, wanted.on(made.device()));
    }

    private boolean finished(Path run) {
        if (RunResult.exists(run)) {
            console.say("finished before");
            return true;
        }
        return false;
    }

    /** An energy is the same wherever its file lies: a folder may be named in several ways, and be moved. */
    private static RunSettings sameFile(RunSettings kept, RunSettings wanted) {
        boolean same = kept.target() instanceof LearnedEnergy a
                && wanted.target() instanceof LearnedEnergy b
                && a.sha256().equals(b.sha256());
        return !same
                ? wanted
                : new RunSettings(
                        kept.target(),
                        wanted.network(),
                        wanted.train(),
                        wanted.sampling(),
                        wanted.seed(),
                        wanted.device(),
                        wanted.precision());
    }
}
