package org.voxelpopuli.kademlia.content;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import org.jspecify.annotations.Nullable;
import org.voxelpopuli.runtime.FileStorage;

/** A file that comes from its first byte to its last, and of which nobody can tell whether it is right. It is called {@code <name>.part-unverified} until it is whole. Used on the writing worker alone. */
final class PlainFile {
    private static final String PART = ".part-unverified";

    private final FileStorage files;
    private final DownloadFolder folder;
    private @Nullable FileChannel channel;
    private long length;

    PlainFile(FileStorage files, DownloadFolder folder) {
        this.files = files;
        this.folder = folder;
    }

    /** Begins, or begins again: what came before may be of another content. */
    void begin() throws IOException {
        if (channel == null) {
            folder.make();
            channel = files.open(folder.child(PART), true);
        }
        channel.truncate(0);
        length = 0;
    }

    void append(byte[] bytes) throws IOException {
        ByteBuffer rest = ByteBuffer.wrap(bytes);
        while (rest.hasRemaining()) {
            length += opened().write(rest, length);
        }
    }

    private FileChannel opened() throws IOException {
        if (channel == null) {
            throw new IOException("the file is closed");
        }
        return channel;
    }

    /** All is there: the file is read once more, for the hashes of its pieces, and gets its name. */
    LocalFile finish(SongName name) throws IOException {
        opened().force(true);
        Manifest manifest = Manifest.of(opened());
        close();
        return new LocalFile(name, manifest.id(), folder.place(folder.child(PART)), manifest);
    }

    /** What is not whole is of no use. */
    void discard() throws IOException {
        if (channel != null) {
            close();
            files.delete(folder.child(PART));
        }
    }

    private void close() throws IOException {
        FileChannel open = opened();
        channel = null;
        open.close();
    }
}
