/** Search without a trained model: swaps and flips with tabu lists, and branch and bound. */
@NullMarked
package io.github.dnfs4j.combopt.classical;

import org.jspecify.annotations.NullMarked;
