/**
 * What health, metrics and endpoints have in common: {@link org.voxelpopuli.spring.NodeView} asks a node and waits for a bounded time.
 *
 * <p>Imports the node's API alone, no Spring. Called on the host application's threads.
 */
@NullMarked
package org.voxelpopuli.spring;

import org.jspecify.annotations.NullMarked;
