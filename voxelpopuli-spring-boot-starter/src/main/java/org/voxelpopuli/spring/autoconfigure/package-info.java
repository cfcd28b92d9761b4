/**
 * A node in a Spring Boot application: its properties, the beans that it is made of, and words for what can go wrong at the start.
 *
 * <p>Entry types: {@link org.voxelpopuli.spring.autoconfigure.VoxelPopuliProperties} and
 * {@link org.voxelpopuli.spring.autoconfigure.VoxelNodeBuilderCustomizer}. Everything runs on the thread that starts or stops the
 * application context. Imports Spring Boot, the node's API and {@code actuate.endpoint}.
 */
@NullMarked
package org.voxelpopuli.spring.autoconfigure;

import org.jspecify.annotations.NullMarked;
