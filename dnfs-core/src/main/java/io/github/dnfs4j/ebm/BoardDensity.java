package io.github.dnfs4j.ebm;

import static io.github.dnfs4j.torch.Ops.plus;

import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.torch.Tensors;
import org.bytedeco.pytorch.Tensor;

/** 1/32 on every second square of side 2 in the board from -4 to 4: those whose indices have an even sum. */
record BoardDensity() implements PlanarDensity {
    private static final int SIDE = 2;
    private static final int EDGE = 4;
    private static final double AREA = 32;

    @Override
    public double grain() {
        return SIDE;
    }

    @Override
    public double entropy() {
        return Math.log(AREA);
    }

    @Override
    public Tensor log(Tensor points) {
        double[] p = Tensors.doubles(points);
        double[] log = new double[p.length / 2];
        for (int k = 0; k < log.length; k++) {
            boolean board = Math.max(Math.abs(p[2 * k]), Math.abs(p[2 * k + 1])) < EDGE;
            int sum = (int) (Math.floor(p[2 * k] / SIDE) + Math.floor(p[2 * k + 1] / SIDE));
            log[k] = board && sum % 2 == 0 ? -Math.log(AREA) : Double.NEGATIVE_INFINITY;
        }
        return Tensors.of(log, Tensors.device(points), log.length);
    }

    /** By the areas that a square shares with those of the board; a square may lie across an edge. */
    @Override
    public Tensor logMass(Tensor centres, double side) {
        try (Scope scope = Scope.open()) {
            double[] p = Tensors.doubles(centres);
            double[] area = new double[p.length / 2];
            for (int k = 0; k < area.length; k++) {
                for (int i = -EDGE; i < EDGE; i += SIDE) {
                    for (int j = -EDGE; j < EDGE; j += SIDE) {
                        if ((i + j) / SIDE % 2 == 0) {
                            area[k] += shared(p[2 * k], side, i) * shared(p[2 * k + 1], side, j);
                        }
                    }
                }
            }
            Tensor log = Tensors.of(area, Tensors.device(centres), area.length).log();
            return scope.keep(plus(log, -Math.log(AREA)));
        }
    }

    private static double shared(double middle, double side, int from) {
        return Math.max(0, Math.min(middle + side / 2, from + SIDE) - Math.max(middle - side / 2, from));
    }
}
