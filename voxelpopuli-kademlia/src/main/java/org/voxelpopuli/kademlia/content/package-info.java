/**
 * Sharing files without a server (SPEC P1 to P5): a kad-file in the DHT says who has a song, and whoever wants it fetches it from them over TCP.
 *
 * <p>Files are served on the TCP port of the same number as the node's UDP port, as the document's peers do; a world's game port is the next one, so both fit on one node. The
 * kad-file names the port, so another one may be set. The bytes are those of docs/content.md.
 *
 * <p>Entry types: {@link org.voxelpopuli.kademlia.content.ContentNode}, {@link org.voxelpopuli.kademlia.content.Download}. State belongs to one worker, "content"; files are read
 * and written on workers of their own, and what is of the DHT happens on the node's. Imports {@code id}, {@code wire}, {@code lookup}, {@code records}, the root package, and core's
 * {@code runtime}, {@code protocol} and {@code store} (for the words of file errors).
 */
@NullMarked
package org.voxelpopuli.kademlia.content;

import org.jspecify.annotations.NullMarked;
