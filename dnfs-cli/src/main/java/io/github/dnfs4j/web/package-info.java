/** What a browser or another program can ask this one: pages of the program itself, to those who may see them. */
@NullMarked
package io.github.dnfs4j.web;

import org.jspecify.annotations.NullMarked;
