/** Tables of solvers on families of graphs. */
@NullMarked
package io.github.dnfs4j.experiment.graphs;

import org.jspecify.annotations.NullMarked;
