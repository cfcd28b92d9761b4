/**
 * The judge of the durable world: whole nodes and clients in core's simulator, disturbed in every way that a seed draws, and one checker for each truth that must hold afterwards (DESIGN D2 to D4).
 *
 * <p>Entry types: {@link org.voxelpopuli.kademlia.judge.Scenario}, {@link org.voxelpopuli.kademlia.judge.Judge}, {@link org.voxelpopuli.kademlia.judge.Shrinker}. Owning thread: the one that calls the
 * judge; several threads may judge different scenarios at once. Imports the root package, {@code id} and {@code directory}, and all of core.
 */
@NullMarked
package org.voxelpopuli.kademlia.judge;

import org.jspecify.annotations.NullMarked;
