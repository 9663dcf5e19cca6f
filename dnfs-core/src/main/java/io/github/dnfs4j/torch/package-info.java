/** Devices, precision, scopes, generators and parameters: the only code that touches native memory. */
@NullMarked
package io.github.dnfs4j.torch;

import org.jspecify.annotations.NullMarked;
