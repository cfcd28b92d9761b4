/**
 * A farm with a chest and sheep, on a server that simulates it and a client that follows over a socket; and what the transmission of it costs in bytes.
 *
 * <p>Entry types: {@link org.voxelpopuli.tools.tangibles.FarmServer}, {@link org.voxelpopuli.tools.tangibles.FarmClient}, {@link
 * org.voxelpopuli.tools.tangibles.SizeMeasurement}. A server and a client own their models on a worker each.
 */
@NullMarked
package org.voxelpopuli.tools.tangibles;

import org.jspecify.annotations.NullMarked;
