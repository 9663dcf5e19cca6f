/** Hollow networks and the locally equivariant networks built on them. */
@NullMarked
package io.github.dnfs4j.net;

import org.jspecify.annotations.NullMarked;
