/**
 * What tangibles do: the behaviour of their classes, in ticks, and how their animation queues look on a screen.
 *
 * <p>Entry types: {@link org.voxelpopuli.tangibles.behaviour.LivingModel} where the world is simulated, {@link
 * org.voxelpopuli.tangibles.behaviour.AnimationPlayback} on a client. Both belong to the thread of their model. Imports {@code tangibles} only.
 */
@NullMarked
package org.voxelpopuli.tangibles.behaviour;

import org.jspecify.annotations.NullMarked;
