package io.github.dnfs4j.experiment.serve;

/**
 * What the server takes on.
 *
 * @param workers searches at the same time
 * @param queue problems that wait, at most
 * @param keep finished problems that are kept; the oldest go first
 * @param bytes of a request
 * @param seconds that one search may take
 * @param vertices of a problem
 * @param threads of one search
 */
public record Limits(int workers, int queue, int keep, int bytes, double seconds, int vertices, int threads) {}
