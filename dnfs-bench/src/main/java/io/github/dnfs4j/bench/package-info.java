/** How long things take. */
@NullMarked
package io.github.dnfs4j.bench;

import org.jspecify.annotations.NullMarked;
