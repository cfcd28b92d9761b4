/**
 * Programs of a few lines without any framework: a game that embeds a node, alone or in a network, which the README shows too, and a
 * key-value store over the DHT, which the page on the DHT shows.
 */
@NullMarked
package org.voxelpopuli.embed;

import org.jspecify.annotations.NullMarked;
