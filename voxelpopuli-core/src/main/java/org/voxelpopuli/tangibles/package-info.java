/**
 * Living things, and graphs of tables that hang on them, kept equal on a server and its clients: multipass difference transmission (SPEC M). A
 * library of its own, for games with or without voxels.
 *
 * <p>Entry types: {@link org.voxelpopuli.tangibles.MasterModel} and {@link org.voxelpopuli.tangibles.DifferenceTransmitter} on the server,
 * {@link org.voxelpopuli.tangibles.ClientModel} and {@link org.voxelpopuli.tangibles.DifferenceReceiver} on the client. A model, its tables and its
 * transmitters belong to one thread, and say so to another; values and animation queues are immutable. Imports {@code edits} only.
 */
@NullMarked
package org.voxelpopuli.tangibles;

import org.jspecify.annotations.NullMarked;
