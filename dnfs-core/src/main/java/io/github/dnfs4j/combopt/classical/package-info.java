/** Search without a trained model: reduction, swaps, flips, merging and elimination; bounds, and branch and bound. */
@NullMarked
package io.github.dnfs4j.combopt.classical;

import org.jspecify.annotations.NullMarked;
