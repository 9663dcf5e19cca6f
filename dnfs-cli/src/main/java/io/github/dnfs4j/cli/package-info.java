/** The command {@code dnfs}: parses, asks {@code experiment} to do the work, prints. */
@NullMarked
package io.github.dnfs4j.cli;

import org.jspecify.annotations.NullMarked;
