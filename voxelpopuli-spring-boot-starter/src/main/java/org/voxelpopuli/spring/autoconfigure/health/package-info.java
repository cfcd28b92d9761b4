/**
 * Adds the node to the application's health.
 *
 * <p>Imports Spring Boot's health module, {@code autoconfigure} and {@code health}.
 */
@NullMarked
package org.voxelpopuli.spring.autoconfigure.health;

import org.jspecify.annotations.NullMarked;
