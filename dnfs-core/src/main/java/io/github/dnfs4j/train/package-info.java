/** Algorithm 1: the Kolmogorov residual, the replay buffer, the optimiser and the loop. */
@NullMarked
package io.github.dnfs4j.train;

import org.jspecify.annotations.NullMarked;
