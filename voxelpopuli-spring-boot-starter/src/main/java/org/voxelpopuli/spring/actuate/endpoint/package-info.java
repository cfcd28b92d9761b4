/**
 * What an operator may read over HTTP: the endpoints {@code dht}, {@code chunks} and {@code players}, and our part of {@code info}. Read
 * operations only, no secrets.
 *
 * <p>Called on the web server's threads. Imports Spring Boot's actuator and {@code org.voxelpopuli.spring}.
 */
@NullMarked
package org.voxelpopuli.spring.actuate.endpoint;

import org.jspecify.annotations.NullMarked;
