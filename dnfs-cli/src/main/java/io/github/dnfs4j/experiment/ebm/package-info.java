/** Experiments about learned energies. */
@NullMarked
package io.github.dnfs4j.experiment.ebm;

import org.jspecify.annotations.NullMarked;
