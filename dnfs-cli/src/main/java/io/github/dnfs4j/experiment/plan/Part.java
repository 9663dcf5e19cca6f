package io.github.dnfs4j.experiment.plan;

import java.io.IOException;
import java.util.List;

/** A part of an experiment that can be done alone, by one of several jobs: a training and what belongs to it. */
@FunctionalInterface
public interface Part {
    /** Does it, or finds it done; returns 0, or the exit code of the signal that stopped it. */
    int run() throws IOException;

    /** Does all of them in turn, and stops where one was stopped. */
    static int runAll(List<Part> parts) throws IOException {
        for (Part part : parts) {
            int code = part.run();
            if (code != 0) {
                return code;
            }
        }
        return 0;
    }

    /** The one of a number, counted from 1. */
    static Part numbered(String experiment, List<Part> parts, int number) {
        if (number < 1 || number > parts.size()) {
            throw new IllegalArgumentException(
                    experiment + " has the trainings 1 to " + parts.size() + ", and none " + number);
        }
        return parts.get(number - 1);
    }
}
