/** Unnormalised log densities on {0..S-1}^d. */
@NullMarked
package io.github.dnfs4j.target;

import org.jspecify.annotations.NullMarked;
