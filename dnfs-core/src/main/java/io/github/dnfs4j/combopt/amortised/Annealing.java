package io.github.dnfs4j.combopt.amortised;

import io.github.dnfs4j.settings.TrainSettings;
import io.github.dnfs4j.torch.Words;
import io.github.dnfs4j.train.Horizon;

/** How the inverse temperature grows over training, see {@link Horizon}. */
public enum Annealing {
    /** With the progress of the run. */
    LINEAR {
        @Override
        Horizon horizon(TrainSettings settings) {
            return Horizon.linear(settings);
        }
    },
    /** When the loss no longer falls. */
    ADAPTIVE {
        @Override
        Horizon horizon(TrainSettings settings) {
            return Horizon.adaptive(settings);
        }
    };

    abstract Horizon horizon(TrainSettings settings);

    @Override
    public String toString() {
        return Words.of(this);
    }
}
