/** Graphs and quadratic energies in the formats of others: DIMACS, METIS, Rudy, Matrix Market, qbsolv, COO and dimod. */
@NullMarked
package io.github.dnfs4j.io.problem;

import org.jspecify.annotations.NullMarked;
