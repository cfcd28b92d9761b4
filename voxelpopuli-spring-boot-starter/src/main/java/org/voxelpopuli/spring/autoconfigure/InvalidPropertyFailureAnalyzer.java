package org.voxelpopuli.spring.autoconfigure;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.origin.Origin;
import org.springframework.core.Ordered;
import org.springframework.core.env.Environment;

/**
 * A property of ours with a value that is out of its range, or that cannot even be read as a number or a word of the list. Asked before Spring
 * Boot's own analyzer, which does not know what is allowed.
 */
final class InvalidPropertyFailureAnalyzer extends AbstractFailureAnalyzer<Throwable> implements Ordered {
    private final Environment environment;

    InvalidPropertyFailureAnalyzer(Environment environment) {
        this.environment = environment;
    }

    @Override
    public int getOrder() {
        return HIGHEST_PRECEDENCE;
    }

    @Override
    protected @Nullable FailureAnalysis analyze(Throwable root, Throwable cause) {
        InvalidPropertyException invalid = findCause(root, InvalidPropertyException.class);
        if (invalid != null) {
            return analysis(invalid);
        }
        BindException bind = findCause(root, BindException.class);
        ConfigurationProperty value = bind == null ? null : bind.getProperty();
        if (value == null) {
            return null;
        }
        return Property.of(value.getName().toString())
                .map(property -> analysis(property.invalid(String.valueOf(value.getValue()))))
                .orElse(null);
    }

    private FailureAnalysis analysis(InvalidPropertyException invalid) {
        Property property = invalid.property();
        return new FailureAnalysis(
                invalid.getMessage() + "." + origin(property),
                "Change it where it is set: on the command line (--" + property.key()
                        + "=...), in the application's properties, or in the environment ("
                        + property.key().replace("-", "").replace('.', '_').toUpperCase(Locale.ROOT) + ").",
                invalid);
    }

    /** Where the value that counts was set; of a list that is set entry by entry, where its first one was. */
    private String origin(Property property) {
        for (String key : List.of(property.key(), property.key() + "[0]")) {
            for (ConfigurationPropertySource source : ConfigurationPropertySources.get(environment)) {
                Origin origin = Origin.from(source.getConfigurationProperty(ConfigurationPropertyName.of(key)));
                if (origin != null) {
                    return " It comes from " + origin + ".";
                }
            }
        }
        return "";
    }
}
