/** Experiments as data: runs, layers of settings, budgets, figures. */
@NullMarked
package io.github.dnfs4j.experiment.plan;

import org.jspecify.annotations.NullMarked;
