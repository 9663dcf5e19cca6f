package io.github.dnfs4j.train;

/** Where a run stands, apart from its tensors. */
public record Progress(long steps, double seconds, int rung, long[] replay, byte[] generator) {}
