/** Graphical models in the formats of others: UAI, BIF, lists of couplings, Rudy and weighted MaxSAT. */
@NullMarked
package io.github.dnfs4j.io.model;

import org.jspecify.annotations.NullMarked;
