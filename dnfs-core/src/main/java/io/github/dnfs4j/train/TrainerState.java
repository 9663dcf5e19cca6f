package io.github.dnfs4j.train;

import io.github.dnfs4j.sample.Cost;
import org.jspecify.annotations.Nullable;

/**
 * Where a run stands, apart from its tensors.
 *
 * @param simulated what the paths of all rounds took; null in a checkpoint of before it was counted
 */
public record TrainerState(
        long steps, double seconds, int rung, @Nullable Cost simulated, long[] replay, byte[] generator) {}
