package io.github.dnfs4j.target;

import io.github.dnfs4j.torch.Parameters;
import io.github.dnfs4j.torch.Plausible;
import io.github.dnfs4j.torch.Rng;
import java.util.List;
import java.util.function.Function;
import org.bytedeco.pytorch.global.torch.ScalarType;

/**
 * The shape of a learned energy.
 *
 * @param kind {@code mlp}, {@code pairs} (an Ising matrix J) or {@code conv} (sites on a grid)
 * @param hidden width of the layers of mlp, channels of conv; pairs has none
 * @param layers hidden layers of mlp, convolutions of conv; pairs has none
 * @param rows of the grid of conv, else 0
 * @param columns of the grid of conv, else 0
 */
public record EnergySettings(String kind, int hidden, int layers, int rows, int columns) {
    private static final List<String> KINDS = List.of("mlp", "pairs", "conv");

    /** The paper's: d-256-256-256-1. */
    public static final EnergySettings MLP = new EnergySettings("mlp", 256, 3, 0, 0);

    /** An Ising matrix. */
    public static final EnergySettings PAIRS = new EnergySettings("pairs", 0, 0, 0, 0);

    public EnergySettings {
        if (!KINDS.contains(kind)) {
            throw new IllegalArgumentException("unknown energy '" + kind + "'; possible: " + String.join(", ", KINDS));
        }
        if (!kind.equals("pairs")) {
            Plausible.check("hidden", hidden, Plausible.WIDTH);
            Plausible.check("layers", layers, Plausible.LAYERS);
        }
        if (kind.equals("conv") && (rows < 1 || columns < 1)) {
            throw new IllegalArgumentException("a convolutional energy needs the rows and columns of its grid");
        }
    }

    /** A network with random fp32 weights on the device of {@code rng}, whose energies begin nearly flat. */
    public EnergyNet build(StateSpace space, Rng rng) {
        return build(space, layout -> layout.build(rng, ScalarType.Float));
    }

    /** A network on the weights that are made of its layout. */
    EnergyNet build(StateSpace space, Function<Parameters.Builder, Parameters> weights) {
        return switch (kind) {
            case "pairs" -> new PairEnergy(this, space, weights);
            case "conv" -> new ConvEnergy(this, space, weights);
            default -> new MlpEnergy(this, space, weights);
        };
    }
}
