/** {@code dnfs solve} behind its command: a problem from a file, its search, and the answer in the forms people want. */
@NullMarked
package io.github.dnfs4j.experiment.solve;

import org.jspecify.annotations.NullMarked;
