/** Random families of graphs. */
@NullMarked
package io.github.dnfs4j.combopt.families;

import org.jspecify.annotations.NullMarked;
