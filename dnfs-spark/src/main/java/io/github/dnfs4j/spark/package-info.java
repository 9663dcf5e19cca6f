/** {@code dnfs spark}: many independent jobs, and the ranks of a training, as tasks of Apache Spark. */
@NullMarked
package io.github.dnfs4j.spark;

import org.jspecify.annotations.NullMarked;
