package org.voxelpopuli.store;

/**
 * A row of a {@link RecordTable}. Kinds, keys and values are text (values usually JSON), so that an operator can read the database.
 *
 * @param kind such as {@code chunk} or {@code player}
 * @param key unique within the kind
 * @param value the content, as its owner writes it
 * @param writtenMillis the wall clock when it was last received or published
 */
public record StoredRecord(String kind, String key, String value, long writtenMillis) {}
