/** A training in a folder, from which it goes on after an interruption, and the model that it leaves there. */
@NullMarked
package io.github.dnfs4j.run;

import org.jspecify.annotations.NullMarked;
