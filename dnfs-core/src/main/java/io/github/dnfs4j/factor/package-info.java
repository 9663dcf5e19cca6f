/** Graphical models of variables with different numbers of states, and what can be said of them without sampling. */
@NullMarked
package io.github.dnfs4j.factor;

import org.jspecify.annotations.NullMarked;
