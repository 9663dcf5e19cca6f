/** What every training needs, whatever it trains: AdamW and the moving average of weights. */
@NullMarked
package io.github.dnfs4j.optim;

import org.jspecify.annotations.NullMarked;
