/**
 * One node as a program of its own: {@link org.voxelpopuli.node.ReferenceNode}. All that it does is in the starter; here are only the choices
 * that a host application makes.
 *
 * <p>Runs on the main thread. Imports Spring Boot and the starter.
 */
@NullMarked
package org.voxelpopuli.node;

import org.jspecify.annotations.NullMarked;
