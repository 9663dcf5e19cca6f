/**
 * Files, by subject in the packages below.
 *
 * <p>Readers trust nothing: every length is checked against the size of the file before memory is taken, and what is
 * wrong is said in one line that names the file.
 */
@NullMarked
package io.github.dnfs4j.io;

import org.jspecify.annotations.NullMarked;
