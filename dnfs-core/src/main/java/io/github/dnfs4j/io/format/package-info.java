/** Numbers in files: safetensors, .npy, TensorBoard events, metrics, and samples for other tools. */
@NullMarked
package io.github.dnfs4j.io.format;

import org.jspecify.annotations.NullMarked;
