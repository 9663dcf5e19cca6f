/** Combinatorial optimisation: problems, graphs to try them on, classical search, exact search and decoding. */
@NullMarked
package io.github.dnfs4j.combopt;

import org.jspecify.annotations.NullMarked;
