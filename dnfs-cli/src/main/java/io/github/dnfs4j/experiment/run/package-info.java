/** One run from settings to report. */
@NullMarked
package io.github.dnfs4j.experiment.run;

import org.jspecify.annotations.NullMarked;
