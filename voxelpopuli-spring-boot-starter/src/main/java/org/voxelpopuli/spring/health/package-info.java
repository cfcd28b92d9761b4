/**
 * The health of a node: {@link org.voxelpopuli.spring.health.VoxelNodeHealthIndicator}.
 *
 * <p>Called on the web server's threads. Imports Spring Boot's health module and {@code org.voxelpopuli.spring}.
 */
@NullMarked
package org.voxelpopuli.spring.health;

import org.jspecify.annotations.NullMarked;
