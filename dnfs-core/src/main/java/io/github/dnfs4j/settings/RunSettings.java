package io.github.dnfs4j.settings;

import io.github.dnfs4j.net.Readout;
import io.github.dnfs4j.target.Target;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Precision;

/**
 * Everything that decides a run; {@code config.yaml} of a run folder holds it in full.
 *
 * @param target what to sample
 * @param network what to train
 * @param train how
 * @param sampling how to draw samples afterwards
 * @param seed of all randomness
 * @param device {@code cpu}, {@code cuda} or {@code auto}
 * @param precision {@code fp32} or {@code bf16}
 */
public record RunSettings(
        TargetSettings target,
        NetworkSettings network,
        TrainSettings train,
        SamplingSettings sampling,
        long seed,
        String device,
        Precision precision) {

    public RunSettings {
        if (train.ratios() == Ratios.TAYLOR && network.readout() == Readout.ENERGY) {
            throw new IllegalArgumentException(
                    "Taylor ratios at a site depend on its state, so that a readout that sees"
                            + " them is not locally equivariant; use network.readout=plain with train.ratios=taylor");
        }
        network.check(target.structure());
    }

    /** The defaults for a target. */
    public static RunSettings defaults(TargetSettings target) {
        TrainSettings train = TrainSettings.DEFAULT.withMinutes(target.defaultMinutes());
        NetworkSettings network = NetworkSettings.suited(target.structure(), target.states());
        return new RunSettings(target, network, train, SamplingSettings.DEFAULT, 1, "auto", Precision.FP32);
    }

    /** The defaults for a target that exists as an object, under a name; see {@link OwnTarget}. */
    public static RunSettings defaults(String name, Target target) {
        return defaults(OwnTarget.of(name, target));
    }

    /** These settings with the defaults of a kind of network, symmetric where that is the default of the target. */
    public RunSettings withNetwork(String kind) {
        return with(NetworkSettings.defaults(kind)
                .withSymmetric(NetworkSettings.symmetric(target.structure(), target.states())));
    }

    /** These settings with other ones of training. */
    public RunSettings with(TrainSettings newTrain) {
        return new RunSettings(target, network, newTrain, sampling, seed, device, precision);
    }

    /** These settings with another network. */
    public RunSettings with(NetworkSettings newNetwork) {
        return new RunSettings(target, newNetwork, train, sampling, seed, device, precision);
    }

    /** These settings with the device that {@code auto} means here, so that a resumed run stays on it. */
    public RunSettings resolved() {
        return on(hardware().toString());
    }

    /** These settings on another device. */
    public RunSettings on(String newDevice) {
        return new RunSettings(target, network, train, sampling, seed, newDevice, precision);
    }

    public Device hardware() {
        return Device.parse(device);
    }
}
