/** GFlowNets that fill in a vector site by site, in any order. */
@NullMarked
package io.github.dnfs4j.gfn;

import org.jspecify.annotations.NullMarked;
