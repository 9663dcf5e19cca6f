/** Files that survive a crash: written whole or not at all, snapshots that survive a kill, folders with one owner. */
@NullMarked
package io.github.dnfs4j.io.durable;

import org.jspecify.annotations.NullMarked;
