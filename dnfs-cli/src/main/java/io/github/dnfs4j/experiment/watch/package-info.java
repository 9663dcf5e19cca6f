/** A run that a browser looks at while it trains. */
@NullMarked
package io.github.dnfs4j.experiment.watch;

import org.jspecify.annotations.NullMarked;
