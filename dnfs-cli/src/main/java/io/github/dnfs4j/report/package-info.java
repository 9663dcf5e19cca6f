/** Figures as PNG files and one offline page for a run. Takes plain numbers and text: no tensors, no torch. */
@NullMarked
package io.github.dnfs4j.report;

import org.jspecify.annotations.NullMarked;
