package org.voxelpopuli.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Base64;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.voxelpopuli.identity.Ed25519;
import org.voxelpopuli.identity.IdPuzzle;
import org.voxelpopuli.identity.NodeIdentity;

/**
 * Where a node keeps its key pair: the file {@value #FILE} of its data folder, readable by its owner alone. It is text: the public key in hex, then the private key as
 * PKCS #8 in PEM, which OpenSSL reads too. Blocks; to be used by one thread, while the folder is locked.
 */
public final class KeyFile {
    /** The name of the file. */
    public static final String FILE = "node.key";

    private static final Set<PosixFilePermission> OWNER_ONLY =
            EnumSet.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);
    private static final int MAX_BYTES = 4 << 10;
    private static final String BEGIN = "-----BEGIN PRIVATE KEY-----";
    private static final String END = "-----END PRIVATE KEY-----";
    private static final Pattern TEXT =
            Pattern.compile("public key ([0-9a-f]{64})\\s+" + BEGIN + "\\s+([A-Za-z0-9+/=\\s]+?)\\s+" + END + "\\s*");
    private static final Logger log = LoggerFactory.getLogger(KeyFile.class);

    private KeyFile() {}

    /**
     * The identity of the node whose data folder this is; a new one if it has none yet.
     *
     * @param folder is made if it is not there
     * @param puzzleBits that its id must solve, see {@link IdPuzzle}
     * @throws StoreException if the file cannot be read or written, is damaged, or was made for an easier puzzle
     */
    public static NodeIdentity loadOrCreate(Path folder, int puzzleBits) {
        Path file = folder.resolve(FILE);
        try {
            if (!Files.isDirectory(folder)) {
                Files.createDirectories(folder);
            }
            if (Files.exists(file)) {
                return load(file, puzzleBits);
            }
            NodeIdentity identity = Ed25519.generate(puzzleBits);
            create(file, text(identity));
            log.info(
                    "The node has a new identity, {}, kept in {}",
                    HexFormat.of().formatHex(identity.id()),
                    file);
            return identity;
        } catch (IOException e) {
            throw new StoreException(
                    "the node's key " + file + " cannot be read or written (" + FileError.words(e)
                            + "). Check its owner and mode",
                    e);
        }
    }

    private static NodeIdentity load(Path file, int puzzleBits) throws IOException {
        warnIfOthersMayRead(file);
        Matcher text = TEXT.matcher(
                Files.size(file) > MAX_BYTES ? "" : new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1));
        if (!text.matches()) {
            throw damaged(file, "it is no key file", null);
        }
        NodeIdentity identity;
        try {
            identity = Ed25519.of(
                    Base64.getMimeDecoder().decode(text.group(2)),
                    HexFormat.of().parseHex(text.group(1)));
        } catch (IllegalArgumentException e) {
            throw damaged(file, String.valueOf(e.getMessage()), e);
        }
        if (!IdPuzzle.isSolvedBy(identity.id(), puzzleBits)) {
            throw new StoreException(
                    "the node's key " + file + " was made for an easier puzzle than the " + puzzleBits
                            + " bits that are asked for. Ask for fewer bits, or move the file away: the node then makes"
                            + " a key, and has another id",
                    null);
        }
        return identity;
    }

    private static StoreException damaged(Path file, String why, @Nullable Throwable cause) {
        return new StoreException(
                "the node's key " + file + " is damaged: " + why
                        + ". Restore it from a backup, or move it away: the node then makes a key, and has another id",
                cause);
    }

    private static void warnIfOthersMayRead(Path file) throws IOException {
        if (isPosix(file) && !OWNER_ONLY.containsAll(Files.getPosixFilePermissions(file))) {
            log.warn("Others than its owner may read the node's key: chmod 600 {}", file);
        }
    }

    private static String text(NodeIdentity identity) {
        return "public key "
                + HexFormat.of().formatHex(identity.publicKey())
                + "\n" + BEGIN + "\n"
                + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(Ed25519.privateKey(identity))
                + "\n" + END + "\n";
    }

    /** First under another name, so that half a file is never taken for a key. */
    private static void create(Path file, String text) throws IOException {
        Path half = file.resolveSibling(FILE + ".new");
        Files.deleteIfExists(half);
        FileAttribute<?>[] attributes = isPosix(file)
                ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(OWNER_ONLY)}
                : new FileAttribute<?>[0];
        try (SeekableByteChannel channel = Files.newByteChannel(
                half, EnumSet.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), attributes)) {
            ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.ISO_8859_1));
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            if (channel instanceof FileChannel fileChannel) {
                fileChannel.force(true);
            }
        }
        Files.move(half, file, StandardCopyOption.ATOMIC_MOVE);
    }

    private static boolean isPosix(Path file) {
        return file.getFileSystem().supportedFileAttributeViews().contains("posix");
    }
}
