package org.voxelpopuli.kademlia.content;

import java.util.List;
import java.util.Optional;
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
 * @param content which bytes the providers have; empty if nobody has said it, as peers of P2Play never do: what is fetched is then not verified
 * @param providers the latest first, {@value #MAX_PROVIDERS} at most
 */
public record KadFile(SongName name, long version, NodeId id, Optional<ContentId> content, List<Provider> providers) {
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

    /** Whether what is fetched is verified, piece by piece. */
    public boolean isVerified() {
        return content.isPresent();
    }

    /** The version that replaces this one. At the end of all numbers it stands still: then the larger id replaces. */
    long nextVersion() {
        return version == Long.MAX_VALUE ? version : version + 1;
    }

    /** Whether it may be the one of a file, as far as it says. */
    boolean isOf(SongName song, ContentId bytes) {
        return name.equals(song) && (content.isEmpty() || content.get().equals(bytes));
    }

    boolean isProvidedBy(NodeId peer) {
        return providers.stream().anyMatch(provider -> provider.peer().equals(peer));
    }
}
