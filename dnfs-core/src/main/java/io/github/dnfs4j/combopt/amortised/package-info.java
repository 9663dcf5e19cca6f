/** One sampler for all graphs of a family, by flow or by GFlowNet. */
@NullMarked
package io.github.dnfs4j.combopt.amortised;

import org.jspecify.annotations.NullMarked;
