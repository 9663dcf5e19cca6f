/**
 * Checks that hold your own targets, samplers and networks against enumeration and against their own definitions. A check
 * returns, or throws an {@link AssertionError} that says where; any test framework will do.
 */
@NullMarked
package io.github.dnfs4j.testkit;

import org.jspecify.annotations.NullMarked;
