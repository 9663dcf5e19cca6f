/** How good a trained sampler is. */
@NullMarked
package io.github.dnfs4j.evaluate;

import org.jspecify.annotations.NullMarked;
