/** Rates from a network, step kernels, simulation and the three kinds of weights. */
@NullMarked
package io.github.dnfs4j.flow;

import org.jspecify.annotations.NullMarked;
