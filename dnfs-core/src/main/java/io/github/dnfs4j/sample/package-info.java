/** Samples with their energies and weights, and resampling. */
@NullMarked
package io.github.dnfs4j.sample;

import org.jspecify.annotations.NullMarked;
