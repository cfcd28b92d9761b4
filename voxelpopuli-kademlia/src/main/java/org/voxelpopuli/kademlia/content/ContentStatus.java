package org.voxelpopuli.kademlia.content;

import java.util.List;

/**
 * What an operator sees of a {@link ContentNode}.
 *
 * <pre>{@code
 * content.status().thenAccept(status -> System.out.println(status.known().size() + " kad-files are kept here"));
 * }</pre>
 *
 * @param address where others fetch files, {@code host:port}; empty before the start
 * @param provided files that this node provides
 * @param known kad-files that this node keeps for the network
 * @param connections of others, open now
 */
public record ContentStatus(String address, List<ProvidedFile> provided, List<KadFile> known, int connections) {
    public ContentStatus {
        provided = List.copyOf(provided);
        known = List.copyOf(known);
    }
}
