/** Energy-based models: data, training by several methods, and how good they are. */
@NullMarked
package io.github.dnfs4j.ebm;

import org.jspecify.annotations.NullMarked;
