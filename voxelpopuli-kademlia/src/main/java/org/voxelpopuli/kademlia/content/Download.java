package org.voxelpopuli.kademlia.content;

import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;

/**
 * A song that is being fetched. Thread-safe.
 *
 * <pre>{@code
 * Download download = content.get("Imagine", "John Lennon", Path.of("music"));
 * System.out.println(download.progress().bytes() + " bytes so far");
 * download.cancel();
 * }</pre>
 */
public interface Download {
    /** What is fetched. */
    SongName name();

    /** How far it is now. */
    DownloadProgress progress();

    /** Completes with the file, or fails with {@link ContentException}. To complete it from outside does nothing. */
    CompletableFuture<Path> result();

    /** Gives it up. What is verified is kept, and the next {@code get} into the same folder goes on from there. */
    void cancel();
}
