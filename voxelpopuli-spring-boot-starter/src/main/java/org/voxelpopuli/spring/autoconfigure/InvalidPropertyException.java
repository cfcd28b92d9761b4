package org.voxelpopuli.spring.autoconfigure;

import org.jspecify.annotations.Nullable;

/** A property has a value that is not allowed. The message names the property, the value and what is allowed. */
final class InvalidPropertyException extends IllegalArgumentException {
    private static final long serialVersionUID = 1;

    private final Property property;

    /** @param because why the value is refused, where what is allowed does not say it; else empty */
    InvalidPropertyException(Property property, String value, String because, @Nullable Throwable cause) {
        super(
                property.key() + " is '" + value + "'" + (because.isEmpty() ? "" : ": " + because) + "; allowed is "
                        + property.allowed(),
                cause);
        this.property = property;
    }

    Property property() {
        return property;
    }
}
