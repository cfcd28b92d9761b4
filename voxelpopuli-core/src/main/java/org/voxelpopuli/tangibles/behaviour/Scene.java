package org.voxelpopuli.tangibles.behaviour;

import java.util.random.RandomGenerator;
import org.voxelpopuli.tangibles.MasterModel;

/**
 * What a behaviour sees of the world.
 *
 * @param model all tangibles; it may change any of them, create and remove some
 * @param tick the number of the tick
 * @param random the same numbers for the same seed, tick and tangible, whoever else draws some; in an interaction for the same actor as well, so
 *     that what one does twice in a tick draws the same numbers twice
 */
public record Scene(MasterModel model, long tick, RandomGenerator random) {}
