/**
 * Adds the node's meters to the application's registry.
 *
 * <p>Imports Spring Boot's Micrometer module, {@code autoconfigure} and {@code metrics}.
 */
@NullMarked
package org.voxelpopuli.spring.autoconfigure.metrics;

import org.jspecify.annotations.NullMarked;
