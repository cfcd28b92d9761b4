package org.voxelpopuli.spring.autoconfigure;

import java.util.List;
import org.springframework.boot.context.event.ApplicationPreparedEvent;
import org.springframework.context.ApplicationListener;
import org.springframework.core.env.Environment;

/** Refuses {@code voxelpopuli.enabled=maybe}: a condition takes all but {@code true} to be false, and there would be no node, or no presence, and no word. */
final class EnabledPropertyListener implements ApplicationListener<ApplicationPreparedEvent> {
    @Override
    public void onApplicationEvent(ApplicationPreparedEvent event) {
        check(event.getApplicationContext().getEnvironment());
    }

    /** @throws InvalidPropertyException if one is set and neither true nor false */
    static void check(Environment environment) {
        for (Property property : List.of(Property.ENABLED, Property.PRESENCE_ENABLED)) {
            String enabled = environment.getProperty(property.key());
            if (enabled != null && !enabled.equalsIgnoreCase("true") && !enabled.equalsIgnoreCase("false")) {
                throw property.invalid(enabled);
            }
        }
    }
}
