/** What decides a run, as records that a settings file and the command line fill. */
@NullMarked
package io.github.dnfs4j.settings;

import org.jspecify.annotations.NullMarked;
