package org.voxelpopuli.kademlia.content;

import java.util.List;
import org.voxelpopuli.kademlia.id.NodeId;

/**
 * What the DHT keeps about a song (SPEC P1); the song itself stays with its providers.
 *
 * <pre>{@code
 * System.out.println(file.name() + ", version " + file.version() + ", " + file.providers().size() + " providers");
 * }</pre>
 *
 * @param name of the song
 * @param version 1 or more; the higher one replaces
 * @param id random; of equal versions the larger id replaces
 * @param content which bytes the providers have
 * @param providers the latest first, {@value #MAX_PROVIDERS} at most
 */
public record KadFile(SongName name, long version, NodeId id, ContentId content, List<Provider> providers) {
    /** Providers that a kad-file names, at most: it has to fit into a datagram. */
    public static final int MAX_PROVIDERS = 12;

    /** @throws IllegalArgumentException if the version is below 1, or there are too many providers */
    public KadFile {
        providers = List.copyOf(providers);
        if (version < 1 || providers.size() > MAX_PROVIDERS) {
            throw new IllegalArgumentException("a kad-file has version " + version + " and " + providers.size()
                    + " providers, allowed are 1 or more and at most " + MAX_PROVIDERS);
        }
    }

    boolean isProvidedBy(NodeId peer) {
        return providers.stream().anyMatch(provider -> provider.peer().equals(peer));
    }
}
