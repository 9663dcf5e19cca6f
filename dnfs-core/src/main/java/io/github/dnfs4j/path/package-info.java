/** The prior and the annealing path p_t from it to the target. */
@NullMarked
package io.github.dnfs4j.path;

import org.jspecify.annotations.NullMarked;
