/** Runs whole experiments and makes their tables and pages. */
@NullMarked
package io.github.dnfs4j.experiment.reproduce;

import org.jspecify.annotations.NullMarked;
