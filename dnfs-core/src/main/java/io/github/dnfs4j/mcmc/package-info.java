/** Markov kernels that leave a point of the annealing path invariant, and the samplers made of them. */
@NullMarked
package io.github.dnfs4j.mcmc;

import org.jspecify.annotations.NullMarked;
