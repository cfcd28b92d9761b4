package org.voxelpopuli.kademlia.content;

import java.nio.file.Path;

/**
 * A file that this node provides.
 *
 * @param name of the song
 * @param content its bytes
 * @param path where it is
 * @param manifest of it
 */
record LocalFile(SongName name, ContentId content, Path path, Manifest manifest) {}
