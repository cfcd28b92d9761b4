package org.voxelpopuli.spring.autoconfigure;

import org.springframework.boot.context.event.ApplicationPreparedEvent;
import org.springframework.context.ApplicationListener;
import org.springframework.core.env.Environment;

/** Refuses {@code voxelpopuli.enabled=maybe}: the condition on it takes all but {@code true} to be false, and there would be no node and no word. */
final class EnabledPropertyListener implements ApplicationListener<ApplicationPreparedEvent> {
    @Override
    public void onApplicationEvent(ApplicationPreparedEvent event) {
        check(event.getApplicationContext().getEnvironment());
    }

    /** @throws InvalidPropertyException if it is set and neither true nor false */
    static void check(Environment environment) {
        String enabled = environment.getProperty(Property.ENABLED.key());
        if (enabled != null && !enabled.equalsIgnoreCase("true") && !enabled.equalsIgnoreCase("false")) {
            throw Property.ENABLED.invalid(enabled);
        }
    }
}
