package org.voxelpopuli.tools.sharing;

import org.voxelpopuli.kademlia.routing.TableLayout;

/**
 * What the nodes and the files of a measured network are like.
 *
 * @param layout of the routing tables
 * @param k size of a bucket, and nodes that keep a kad-file
 * @param fileBytes of each file
 */
public record SharingKind(TableLayout layout, int k, int fileBytes) {}
