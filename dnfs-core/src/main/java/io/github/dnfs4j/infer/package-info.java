/** Questions to graphical models: partition functions, marginals, most probable states. */
@NullMarked
package io.github.dnfs4j.infer;

import org.jspecify.annotations.NullMarked;
