package io.github.dnfs4j.train;

/** Where a run stands, apart from its tensors. */
record Progress(
        long steps,
        double seconds,
        long updates,
        long skipped,
        int skippedInARow,
        int rung,
        long[] replay,
        byte[] generator) {}
