/** The yardstick of {@code ./vp measure footprint}: Spring Boot with Actuator and MVC, and no code of ours. */
@NullMarked
package org.voxelpopuli.bareboot;

import org.jspecify.annotations.NullMarked;
