package org.voxelpopuli.spring.autoconfigure;

import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.NoSuchBeanDefinitionException;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.analyzer.AbstractInjectionFailureAnalyzer;
import org.springframework.core.Ordered;
import org.springframework.core.env.Environment;
import org.voxelpopuli.presence.Presence;

/** The application needs a {@link Presence}, which it has only if it asks for one. Asked before Spring Boot's own analyzer, which does not know of the property. */
final class MissingPresenceFailureAnalyzer extends AbstractInjectionFailureAnalyzer<NoSuchBeanDefinitionException>
        implements Ordered {
    private final Environment environment;

    MissingPresenceFailureAnalyzer(Environment environment) {
        this.environment = environment;
    }

    @Override
    public int getOrder() {
        return HIGHEST_PRECEDENCE;
    }

    @Override
    protected @Nullable FailureAnalysis analyze(
            Throwable root, NoSuchBeanDefinitionException failure, @Nullable String description) {
        if (failure.getNumberOfBeansFound() > 0 || !Presence.class.equals(failure.getBeanType())) {
            return null;
        }
        Property missing;
        if (!environment.getProperty(Property.PRESENCE_ENABLED.key(), Boolean.class, false)) {
            missing = Property.PRESENCE_ENABLED;
        } else if (!environment.getProperty(Property.ENABLED.key(), Boolean.class, true)) {
            missing = Property.ENABLED;
        } else {
            return null;
        }
        return new FailureAnalysis(
                (description == null ? "The application" : description) + " needs a bean of type "
                        + Presence.class.getName() + ", and there is none: " + missing.key()
                        + (missing == Property.ENABLED
                                ? " is false, and presence stands beside the node."
                                : " is not true, as it is by default."),
                "Set " + missing.key() + "=true. Where it may be missing, inject an ObjectProvider<Presence>.",
                failure);
    }
}
