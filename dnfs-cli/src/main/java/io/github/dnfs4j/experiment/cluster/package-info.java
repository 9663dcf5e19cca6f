/** Several processes that work on one training: found in the environment, or started here. */
@NullMarked
package io.github.dnfs4j.experiment.cluster;

import org.jspecify.annotations.NullMarked;
