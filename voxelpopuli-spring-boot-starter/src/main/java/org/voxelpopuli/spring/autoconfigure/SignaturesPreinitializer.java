package org.voxelpopuli.spring.autoconfigure;

import org.springframework.boot.autoconfigure.preinitialize.BackgroundPreinitializer;
import org.voxelpopuli.identity.Ed25519;

/**
 * Loads what signs while the application starts, on another thread: the library's jar is signed, and the JVM takes a quarter of a second to
 * verify it.
 */
final class SignaturesPreinitializer implements BackgroundPreinitializer {
    @Override
    public void preinitialize() {
        Ed25519.generate(0);
    }
}
