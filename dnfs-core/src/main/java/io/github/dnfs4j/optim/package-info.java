/**
 * What every training needs, whatever it trains: a budget, a learning rate, the gradient on all cores, and steps downhill
 * that leave out what is not finite and average the weights.
 */
@NullMarked
package io.github.dnfs4j.optim;

import org.jspecify.annotations.NullMarked;
