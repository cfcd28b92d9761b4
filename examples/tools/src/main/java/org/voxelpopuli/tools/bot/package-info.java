/**
 * Players that nobody sits at: they walk, build and look around like people (SPEC V11.5), and measure what they see.
 *
 * <p>Entry types: {@link org.voxelpopuli.tools.bot.BotCommand} and {@link org.voxelpopuli.tools.bot.BotCrew}. A bot uses nothing but
 * {@link org.voxelpopuli.client.WorldClient}. Behaviours are plain objects of one thread, the crew's timer; what they do depends on
 * their seed and on the ground that they see, not on the clock.
 */
@NullMarked
package org.voxelpopuli.tools.bot;

import org.jspecify.annotations.NullMarked;
