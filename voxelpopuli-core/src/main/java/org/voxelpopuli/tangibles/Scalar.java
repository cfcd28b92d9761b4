package org.voxelpopuli.tangibles;

/** A value that is compared by what it says, and may be a key: a string, a number or a boolean. */
public sealed interface Scalar extends Value, Key permits Value.Text, Value.Whole, Value.Real, Value.Truth {}
