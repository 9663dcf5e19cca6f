package io.github.dnfs4j.ebm;

import io.github.dnfs4j.gfn.GfnSettings;
import io.github.dnfs4j.settings.TrainSettings.Budget;
import io.github.dnfs4j.target.EnergySettings;
import io.github.dnfs4j.torch.Device;

/**
 * Everything that decides how an energy is learnt; {@code config.yaml} of a run folder holds it in full.
 *
 * @param data to learn from
 * @param energy what is learnt
 * @param method how
 * @param fit the updates of the energy
 * @param negatives of the methods without a sampler
 * @param sampler the flow of eb-dnfs
 * @param gfn the GFlowNet of eb-gfn; its steps and minutes mean nothing
 * @param seed of all randomness
 * @param device {@code cpu}, {@code cuda} or {@code auto}
 */
public record EbmSettings(
        DataSettings data,
        EnergySettings energy,
        Method method,
        FitSettings fit,
        NegativeSettings negatives,
        SamplerSettings sampler,
        GfnSettings gfn,
        long seed,
        String device) {

    /** The defaults for data and a method. */
    public static EbmSettings defaults(DataSettings data, Method method) {
        return new EbmSettings(
                data,
                data instanceof DataSettings.Lattice ? EnergySettings.PAIRS : EnergySettings.MLP,
                method,
                FitSettings.DEFAULT,
                NegativeSettings.DEFAULT,
                SamplerSettings.defaults(),
                GfnSettings.DEFAULT.withNetwork(256, 3),
                1,
                "auto");
    }

    /**
     * Settings of a kind: {@code quick} for two CPU cores, {@code gpu} for a minute on a large GPU, {@code paper} for
     * those of the paper.
     */
    public static EbmSettings preset(String name, DataSettings data, Method method) {
        return switch (name) {
            case "quick" -> defaults(data, method);
            case "gpu" -> defaults(data, method).with(FitSettings.GPU, SamplerSettings.gpu());
            case "paper" -> defaults(data, method).with(FitSettings.PAPER, SamplerSettings.paper());
            default -> throw new IllegalArgumentException("unknown preset '" + name + "'; possible: quick, gpu, paper");
        };
    }

    private EbmSettings with(FitSettings newFit, SamplerSettings newSampler) {
        return new EbmSettings(data, energy, method, newFit, negatives, newSampler, gfn, seed, device);
    }

    /** These settings with the device that {@code auto} means here, so that a resumed run stays on it. */
    public EbmSettings resolved() {
        return on(hardware().toString());
    }

    /** These settings on another device. */
    public EbmSettings on(String newDevice) {
        return new EbmSettings(data, energy, method, fit, negatives, sampler, gfn, seed, newDevice);
    }

    /** These settings for another budget. */
    public EbmSettings with(Budget budget) {
        FitSettings longer = new FitSettings(budget, fit.optimiser(), fit.l1(), fit.l1Shape());
        return new EbmSettings(data, energy, method, longer, negatives, sampler, gfn, seed, device);
    }

    public Device hardware() {
        return Device.parse(device);
    }
}
