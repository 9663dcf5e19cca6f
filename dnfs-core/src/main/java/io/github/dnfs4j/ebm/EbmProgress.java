package io.github.dnfs4j.ebm;

/** Where a run stands, apart from its tensors. */
record EbmProgress(long steps, double seconds, byte[] generator, ContrastState contrast) {}
