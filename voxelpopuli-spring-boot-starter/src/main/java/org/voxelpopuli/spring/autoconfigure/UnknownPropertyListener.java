package org.voxelpopuli.spring.autoconfigure;

import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.event.ApplicationPreparedEvent;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.IterableConfigurationPropertySource;
import org.springframework.context.ApplicationListener;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.PropertySource;
import org.springframework.core.env.StandardEnvironment;

/** Warns of properties with our prefix that we do not know, since a misspelt name is otherwise obeyed by nobody and noticed by nobody. */
final class UnknownPropertyListener implements ApplicationListener<ApplicationPreparedEvent> {
    private static final Logger log = LoggerFactory.getLogger(UnknownPropertyListener.class);
    private static final ConfigurationPropertyName PREFIX = ConfigurationPropertyName.of(Property.PREFIX);
    private static final List<String> KNOWN =
            Arrays.stream(Property.values()).map(Property::key).toList();

    @Override
    public void onApplicationEvent(ApplicationPreparedEvent event) {
        warnings(event.getApplicationContext().getEnvironment()).forEach(log::warn);
    }

    /** One for each unknown name, in the order of the sources. */
    static Set<String> warnings(ConfigurableEnvironment environment) {
        Set<String> warnings = new LinkedHashSet<>();
        for (ConfigurationPropertySource source : ConfigurationPropertySources.get(environment)) {
            if (source instanceof IterableConfigurationPropertySource iterable) {
                boolean guessed = isShared(source);
                iterable.stream()
                        .filter(name -> PREFIX.isAncestorOf(name) && !isKnown(name))
                        .forEach(name -> warning(name, guessed).ifPresent(warnings::add));
            }
        }
        return warnings;
    }

    /** The environment holds variables such as {@code VOXELPOPULI_HOME} that were never meant for us: there we want a likely typing error. */
    private static boolean isShared(ConfigurationPropertySource source) {
        return source.getUnderlyingSource() instanceof PropertySource<?> properties
                && StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME.equals(properties.getName());
    }

    /** Names are compared as Spring Boot binds them: without regard to case and dashes. */
    private static boolean isKnown(ConfigurationPropertyName name) {
        ConfigurationPropertyName list = name;
        while (list.isLastElementIndexed()) {
            list = list.getParent();
        }
        ConfigurationPropertyName wanted = list;
        return KNOWN.stream()
                .anyMatch(known -> ConfigurationPropertyName.of(known).equals(wanted));
    }

    private static Optional<String> warning(ConfigurationPropertyName name, boolean onlyIfLikely) {
        Optional<String> nearest = NearestName.of(name.toString(), KNOWN);
        if (onlyIfLikely && (nearest.isEmpty() || NearestName.distance(name.toString(), nearest.get()) > 1)) {
            return Optional.empty();
        }
        return Optional.of("Property " + name + " is unknown and has no effect"
                + nearest.map(n -> "; did you mean " + n + "?").orElse(""));
    }
}
