package org.voxelpopuli.directory;

import org.voxelpopuli.edits.WriterId;

/**
 * Another node of the network.
 *
 * @param id that it must prove
 * @param server where it serves
 */
public record PeerNode(WriterId id, ServerAddress server) {}
