/**
 * Devices, precision, scopes, generators and parameters: the only code that touches native memory.
 *
 * <p>What a process has but once lives here and nowhere else: the loaded libraries and the number of threads ({@link
 * io.github.dnfs4j.torch.Torch}), the pool of those threads ({@link io.github.dnfs4j.torch.Workers}), the stream on which
 * CUDA graphs are recorded ({@link io.github.dnfs4j.torch.CudaGraph}), the kernels compiled for a GPU ({@link
 * io.github.dnfs4j.torch.CudaCode}), and the ports held until ranks have met ({@link
 * io.github.dnfs4j.torch.ListeningSocket}). {@code ArchitectureTest} finds such state elsewhere.
 */
@NullMarked
package io.github.dnfs4j.torch;

import org.jspecify.annotations.NullMarked;
