package org.voxelpopuli.spring.autoconfigure;

import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.Ordered;

/**
 * A property of ours with a value that is out of its range, or that cannot even be read as a number or a word of the list. Asked before Spring
 * Boot's own analyzer, which does not know what is allowed.
 */
final class InvalidPropertyFailureAnalyzer extends AbstractFailureAnalyzer<Throwable> implements Ordered {
    @Override
    public int getOrder() {
        return HIGHEST_PRECEDENCE;
    }

    @Override
    protected @Nullable FailureAnalysis analyze(Throwable root, Throwable cause) {
        InvalidPropertyException invalid = findCause(root, InvalidPropertyException.class);
        if (invalid != null) {
            return analysis(invalid, "");
        }
        BindException bind = findCause(root, BindException.class);
        ConfigurationProperty value = bind == null ? null : bind.getProperty();
        if (value == null) {
            return null;
        }
        String origin = value.getOrigin() == null ? "" : " It comes from " + value.getOrigin() + ".";
        return Property.of(value.getName().toString())
                .map(property -> analysis(property.invalid(String.valueOf(value.getValue())), origin))
                .orElse(null);
    }

    private static FailureAnalysis analysis(InvalidPropertyException invalid, String origin) {
        Property property = invalid.property();
        return new FailureAnalysis(
                invalid.getMessage() + "." + origin,
                "Change it where it is set: on the command line (--" + property.key()
                        + "=...), in the application's properties, or in the environment ("
                        + property.key().replace("-", "").replace('.', '_').toUpperCase(Locale.ROOT) + ").",
                invalid);
    }
}
