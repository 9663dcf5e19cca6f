/** How fast the parts of training and sampling are, and whether our kernels compute what libtorch does. */
@NullMarked
package io.github.dnfs4j.experiment.bench;

import org.jspecify.annotations.NullMarked;
