/** What a run says while it runs, and how it is stopped. */
@NullMarked
package io.github.dnfs4j.experiment.terminal;

import org.jspecify.annotations.NullMarked;
