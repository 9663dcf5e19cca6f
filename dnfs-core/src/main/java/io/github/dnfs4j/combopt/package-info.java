/** Combinatorial optimisation: what is to be solved, and how states become solutions. */
@NullMarked
package io.github.dnfs4j.combopt;

import org.jspecify.annotations.NullMarked;
