/** Rates from a network, rules of a step, simulation and the three kinds of weights. */
@NullMarked
package io.github.dnfs4j.flow;

import org.jspecify.annotations.NullMarked;
