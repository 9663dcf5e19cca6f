/** What runs leave behind, read and shown: evaluations, metrics, models. */
@NullMarked
package io.github.dnfs4j.experiment.result;

import org.jspecify.annotations.NullMarked;
