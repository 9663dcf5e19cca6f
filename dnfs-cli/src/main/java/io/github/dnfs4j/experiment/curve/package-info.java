/** A trained flow at every temperature that its paths pass. */
@NullMarked
package io.github.dnfs4j.experiment.curve;

import org.jspecify.annotations.NullMarked;
