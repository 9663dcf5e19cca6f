/** {@code dnfs serve}: problems over HTTP, a queue of them, and answers that survive a restart. */
@NullMarked
package io.github.dnfs4j.experiment.serve;

import org.jspecify.annotations.NullMarked;
