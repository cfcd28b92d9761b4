package org.voxelpopuli.kademlia.content;

import java.nio.file.Path;

/**
 * Told what a {@link ContentNode} does, one event at a time, on the thread on which its futures complete. All methods do nothing by default. What a listener throws is logged.
 *
 * <pre>{@code
 * content.addListener(new ContentListener() {
 *     public void downloaded(SongName name, Path file) {
 *         System.out.println(name + " is in " + file);
 *     }
 * });
 * }</pre>
 */
public interface ContentListener {
    /** This node has told the network that it has a song. */
    default void published(KadFile file) {}

    /** More of a download is there, or its state is another. */
    default void progressed(SongName name, DownloadProgress progress) {}

    /** A download is complete. */
    default void downloaded(SongName name, Path file) {}

    /** A download has ended without its file. */
    default void failed(SongName name, String reason) {}

    /**
     * A download goes on without a provider.
     *
     * @param lied whether it sent wrong bytes; it is then not asked again for an hour
     */
    default void dropped(SongName name, Provider provider, String reason, boolean lied) {}

    /** Another node has fetched a part of a file from us. */
    default void served(SongName name, long bytes) {}
}
