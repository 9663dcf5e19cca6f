/** Run folders of whatever is trained: their kind, settings, checkpoints and logs; and the training of a model in one. */
@NullMarked
package io.github.dnfs4j.run;

import org.jspecify.annotations.NullMarked;
