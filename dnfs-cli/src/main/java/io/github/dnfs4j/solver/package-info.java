/** Proven optima, with the help of OR-Tools. */
@NullMarked
package io.github.dnfs4j.solver;

import org.jspecify.annotations.NullMarked;
