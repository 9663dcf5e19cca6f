/** One run from settings to report, and experiments as lists of runs. */
@NullMarked
package io.github.dnfs4j.experiment;

import org.jspecify.annotations.NullMarked;
