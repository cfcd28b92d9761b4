/**
 * The world in a SQL database: SQLite, a file that an operator may copy, open and query; or PostgreSQL (docs/store.md).
 *
 * <p>Entry types: {@link org.voxelpopuli.store.jdbc.SqliteWorldStore}, {@link org.voxelpopuli.store.jdbc.PostgresWorldStore}; what they share is in
 * {@code JdbcWorldStore}, what differs in {@code Dialect}. One thread writes and one reads, both the store's own; with {@code runtime.netty} this is the only package that
 * starts threads and reads the real clock. Imports {@code store}, {@code edits}, {@code world} and {@code java.sql}; no driver's own types, since drivers are optional.
 */
@NullMarked
package org.voxelpopuli.store.jdbc;

import org.jspecify.annotations.NullMarked;
