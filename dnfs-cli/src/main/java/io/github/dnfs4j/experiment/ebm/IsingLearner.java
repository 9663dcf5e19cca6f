package io.github.dnfs4j.experiment.ebm;

import io.github.dnfs4j.ebm.EbmModel;
import io.github.dnfs4j.ebm.EbmRun;
import io.github.dnfs4j.ebm.EbmSettings;
import io.github.dnfs4j.ebm.EbmTrainer;
import io.github.dnfs4j.ebm.IsingFit;
import io.github.dnfs4j.experiment.terminal.Console;
import io.github.dnfs4j.experiment.terminal.StopSignal;
import io.github.dnfs4j.report.HeatMaps;
import io.github.dnfs4j.target.EnergyNet;
import io.github.dnfs4j.target.PairEnergy;
import io.github.dnfs4j.target.StateSpace;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Ranks;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.torch.Tensors;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.bytedeco.pytorch.NoGradGuard;

/** Learns the matrix of a lattice in a run folder, with a score and a picture of it. */
public record IsingLearner(Console console) {
    private static final int EVERY = 200;

    /** How it ended: the negative log-RMSE of what was learnt and of the matrix of zeros. */
    public record Outcome(int exitCode, double score, double zeroScore, double seconds) {}

    /** Learns, or goes on where the folder's run was interrupted. */
    public Outcome run(Path folder, EbmSettings settings) throws IOException {
        boolean begun = Files.exists(folder.resolve("config.yaml"));
        if (begun) {
            EbmRuns.checkSame(folder, settings);
        }
        try (StopSignal stop = StopSignal.install();
                EbmRun run =
                        begun ? EbmRun.resume(folder, Ranks.ALONE) : EbmRun.create(folder, settings, Ranks.ALONE)) {
            console.say("learning " + settings.data().title() + " by " + settings.method());
            run.train(
                    r -> {
                        if (r.step() % EVERY == 0) {
                            console.say(String.format(Locale.ROOT, "update %,d  loss %.4f", r.step(), r.loss()));
                        }
                    },
                    stop);
            if (stop.getAsBoolean()) {
                return new Outcome(
                        stop.exitCode(), Double.NaN, Double.NaN, run.trainer().seconds());
            }
            return judge(folder, settings, run.trainer());
        }
    }

    private Outcome judge(Path folder, EbmSettings settings, EbmTrainer trainer) throws IOException {
        try (EbmModel model = EbmModel.load(folder, Device.CPU)) {
            IsingFit fit = IsingFit.of(model);
            Path matrix = folder.resolve("figures").resolve("matrix.png");
            console.drawn(() -> HeatMaps.draw(matrix, List.of(maps(fit, settings))));
            EbmResult.of(settings, trainer, new EbmResult.Matrix(fit.negativeLogRmse(), fit.zeroScore()))
                    .write(folder, settings);
            return new Outcome(0, fit.negativeLogRmse(), fit.zeroScore(), trainer.seconds());
        }
    }

    /** The true matrix, what training began with, and what it learnt. */
    static List<HeatMaps.Map> maps(IsingFit fit, EbmSettings settings) {
        double top = 0;
        for (double v : fit.truth()) {
            top = Math.max(top, Math.abs(v));
        }
        double[] start;
        try (Scope scope = Scope.open();
                NoGradGuard guard = new NoGradGuard();
                Rng rng = Rng.seeded(settings.seed(), Device.CPU);
                EnergyNet net = settings.energy()
                        .build(new StateSpace((int) Math.round(Math.sqrt(fit.truth().length)), 2), rng)) {
            start = Tensors.doubles(((PairEnergy) net).matrix()); // the first thing a run draws
        }
        return List.of(
                map("true matrix", fit.truth(), top),
                map("as training begins", start, top),
                map("learned", fit.learned(), top));
    }

    private static HeatMaps.Map map(String title, double[] flat, double top) {
        int d = (int) Math.round(Math.sqrt(flat.length));
        double[][] rows = new double[d][d];
        for (int k = 0; k < flat.length; k++) {
            rows[k / d][k % d] = flat[k];
        }
        return new HeatMaps.Map(title, rows, -0.3 * top, 1.1 * top);
    }
}
