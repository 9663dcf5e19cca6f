/** Not one solution but the best few: lists of them, and walks from one to the next. */
@NullMarked
package io.github.dnfs4j.combopt.several;

import org.jspecify.annotations.NullMarked;
