/**
 * The world in a SQL database. Now: SQLite, a file that an operator may copy, open and query (docs/store.md).
 *
 * <p>Entry type: {@link org.voxelpopuli.store.jdbc.SqliteWorldStore}. One thread writes and one reads, both the store's own; with
 * {@code runtime.netty} this is the only package that starts threads and reads the real clock. Imports {@code store}, {@code edits},
 * {@code world} and {@code java.sql}; no driver's own types, since drivers are optional.
 */
@NullMarked
package org.voxelpopuli.store.jdbc;

import org.jspecify.annotations.NullMarked;
