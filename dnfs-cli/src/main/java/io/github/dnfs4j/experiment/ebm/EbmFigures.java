package io.github.dnfs4j.experiment.ebm;

import io.github.dnfs4j.ebm.Data;
import io.github.dnfs4j.ebm.EbmEvaluation;
import io.github.dnfs4j.ebm.EbmModel;
import io.github.dnfs4j.ebm.GrayCode;
import io.github.dnfs4j.experiment.terminal.Console;
import io.github.dnfs4j.flow.FlowSampler;
import io.github.dnfs4j.report.HeatMaps;
import io.github.dnfs4j.target.Target;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.torch.Tensors;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.bytedeco.pytorch.Tensor;

/** States as points of the plane, in maps: how many fall into each cell, or what the energy says of it. */
public final class EbmFigures {
    private static final int CELLS = 128;
    private static final int POINTS = 20_000;

    private EbmFigures() {}

    /**
     * {@code figures/samples.png} of a run: data, energy and samples side by side. Nothing where the data are no plane;
     * without fonts a line, and whoever has some draws it later. Chains that sample the energy make as many moves as those
     * that judge it.
     */
    public static Optional<Path> draw(Console console, Path run, Device device, EbmEvaluation.Effort effort)
            throws IOException {
        try (EbmModel model = EbmModel.load(run, device);
                Data data = model.settings().data().open(device);
                Rng rng = EbmJudge.rng(model.settings().seed(), device)) {
            if (data.code().isEmpty()) {
                return Optional.empty();
            }
            Path png = run.resolve("figures").resolve("samples.png");
            return console.drawn(() ->
                    HeatMaps.draw(png, List.of(row(model, data, data.code().get(), effort, rng))));
        }
    }

    /** The maps of one model. */
    static List<HeatMaps.Map> row(EbmModel model, Data data, GrayCode code, EbmEvaluation.Effort effort, Rng rng) {
        try (Scope scope = Scope.open()) {
            List<HeatMaps.Map> maps = new ArrayList<>();
            maps.add(density("data", code, data.heldOut(POINTS, rng)));
            maps.add(energy("log density", model.target(), code));
            FlowSampler sampler = model.sampler();
            maps.add(
                    sampler != null
                            ? density("sampler", code, EbmEvaluation.states(sampler.sample(4000, rng), rng.device()))
                            : density(
                                    "samples of the energy",
                                    code,
                                    EbmEvaluation.energySamples(
                                            model.target(),
                                            4000,
                                            effort.moves() == 0 ? EbmEvaluation.Effort.DEFAULT : effort,
                                            rng)));
            return maps;
        }
    }

    /** How many of the states x [n, d] fall into each cell. */
    public static HeatMaps.Map density(String title, GrayCode code, Tensor x) {
        double[] points = Tensors.doubles(code.decode(x));
        int cells = (int) Math.min(CELLS, Math.pow(2, code.bits()));
        double[][] counts = new double[cells][cells];
        double reach = code.reach();
        for (int k = 0; k < points.length; k += 2) {
            int column = (int) Math.floor((points[k] / reach + 1) / 2 * cells);
            int row = cells - 1 - (int) Math.floor((points[k + 1] / reach + 1) / 2 * cells);
            if (row >= 0 && row < cells && column >= 0 && column < cells) {
                counts[row][column]++;
            }
        }
        double top = 0;
        for (double[] row : counts) {
            for (int c = 0; c < cells; c++) {
                row[c] = Math.sqrt(row[c]); // a few points shall not vanish beside many
                top = Math.max(top, row[c]);
            }
        }
        return new HeatMaps.Map(title, counts, 0, 0.8 * top);
    }

    /** The log density of the middle of each cell, down to 12 below the largest. */
    public static HeatMaps.Map energy(String title, Target target, GrayCode code) {
        int cells = (int) Math.min(2 * CELLS, Math.pow(2, code.bits()));
        double[] points = new double[2 * cells * cells];
        for (int row = 0; row < cells; row++) {
            for (int column = 0; column < cells; column++) {
                points[2 * (row * cells + column)] = place(column, cells, code);
                points[2 * (row * cells + column) + 1] = -place(row, cells, code);
            }
        }
        try (Scope scope = Scope.open()) {
            Tensor x = code.encode(Tensors.of(points, Device.CPU, (long) cells * cells, 2));
            double[] u = Tensors.doubles(target.logDensity(x));
            double top = Arrays.stream(u).max().orElseThrow();
            double[][] values = new double[cells][cells];
            for (int k = 0; k < u.length; k++) {
                values[k / cells][k % cells] = u[k];
            }
            return new HeatMaps.Map(title, values, top - 12, top);
        }
    }

    private static double place(int index, int cells, GrayCode code) {
        return ((index + 0.5) / cells * 2 - 1) * code.reach() * (1 - 1e-9);
    }
}
