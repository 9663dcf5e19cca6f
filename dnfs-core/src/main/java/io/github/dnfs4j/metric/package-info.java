/** Effective sample size, free energies and the exact values that judge them. */
@NullMarked
package io.github.dnfs4j.metric;

import org.jspecify.annotations.NullMarked;
