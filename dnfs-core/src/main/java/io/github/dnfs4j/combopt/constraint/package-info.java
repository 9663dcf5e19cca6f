/** What a solution must satisfy beyond its problem: values that are given, pairs apart, a number of ones. */
@NullMarked
package io.github.dnfs4j.combopt.constraint;

import org.jspecify.annotations.NullMarked;
