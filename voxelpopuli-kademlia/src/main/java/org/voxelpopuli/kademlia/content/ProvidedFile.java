package org.voxelpopuli.kademlia.content;

import java.nio.file.Path;

/**
 * A file that a node provides, as its user sees it.
 *
 * <pre>{@code
 * content.status().thenAccept(status -> status.provided().forEach(file -> System.out.println(file.name() + " in " + file.path())));
 * }</pre>
 *
 * @param name of the song
 * @param content its bytes
 * @param path where it is
 */
public record ProvidedFile(SongName name, ContentId content, Path path) {}
