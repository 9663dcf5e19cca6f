/** Several samplers on one target, held against the truth. */
@NullMarked
package io.github.dnfs4j.experiment.compare;

import org.jspecify.annotations.NullMarked;
