package org.voxelpopuli.tools.files;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Random;
import org.voxelpopuli.kademlia.KademliaNode;
import org.voxelpopuli.kademlia.KademliaSettings;
import org.voxelpopuli.kademlia.content.ContentNode;
import org.voxelpopuli.kademlia.content.ContentSettings;
import org.voxelpopuli.runtime.netty.NettyEnvironment;
import org.voxelpopuli.store.FileError;
import org.voxelpopuli.tools.console.ToolException;
import org.voxelpopuli.tools.dht.ThisProcess;

/**
 * Copies one file over loopback, in this process on both sides, and forces it to the disk: by two nodes, which look it up, hash each piece and keep what is right; and
 * by a plain Netty server and a client that writes what comes, without hashing it or with. The file is read from the system's cache.
 */
public final class FilesMeasurement implements AutoCloseable {
    private static final String SONG = "Song";
    private static final String ARTIST = "Artist";

    private final Path folder;
    private final Path file;
    private final long length;
    private final NettyEnvironment giving = NettyEnvironment.createDaemon();
    private final NettyEnvironment taking = NettyEnvironment.createDaemon();
    private final ContentNode taker;
    private final PlainServer plain;
    private int number;

    /**
     * A copy that was made.
     *
     * @param megabytesPerSecond from the first question until all is on the disk
     * @param processorSeconds of all threads of both sides, user and kernel
     */
    public record Result(double megabytesPerSecond, double processorSeconds) {}

    /** Makes the file and opens the nodes and the server. */
    public FilesMeasurement(Path folder, long length) {
        this.folder = folder;
        this.length = length;
        this.file = write(folder.resolve("original"), length);
        KademliaNode first = node(giving);
        ContentNode giver =
                ContentNode.of(first, giving, ContentSettings.builder().build());
        first.start().join();
        InetSocketAddress address = giver.start().join();
        KademliaNode second = node(taking, "127.0.0.1:" + address.getPort());
        this.taker = ContentNode.of(second, taking, ContentSettings.builder().build());
        second.start().join();
        taker.start().join();
        second.bootstrap().join();
        giver.put(file, SONG, ARTIST).join();
        this.plain = new PlainServer(file, length);
    }

    private static KademliaNode node(NettyEnvironment environment, String... bootstrap) {
        return KademliaNode.builder(environment)
                .settings(KademliaSettings.builder()
                        .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                        .bootstrap(bootstrap)
                        .build())
                .build();
    }

    private static Path write(Path file, long length) {
        byte[] block = new byte[1 << 20];
        Random random = new Random(1);
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            for (long left = length; left > 0; left -= block.length) {
                random.nextBytes(block);
                ByteBuffer bytes = ByteBuffer.wrap(block, 0, (int) Math.min(left, block.length));
                while (bytes.hasRemaining()) {
                    channel.write(bytes);
                }
            }
            channel.force(true);
            return file;
        } catch (IOException e) {
            throw told(e);
        }
    }

    private static ToolException told(IOException e) {
        return new ToolException("The file could not be copied: " + FileError.words(e), e);
    }

    /** By the nodes. */
    public Result ofNodes() {
        long begin = System.nanoTime();
        long processor = ThisProcess.processorNanos();
        Path copy = taker.get(SONG, ARTIST, folder).result().join();
        Result result = result(begin, processor);
        taker.withdraw(SONG, ARTIST).join();
        check(copy);
        return result;
    }

    /** By the plain server, to the plain client. */
    public Result ofPlain(Hashing hashing) {
        Path copy = folder.resolve("plain-" + ++number);
        PlainClient client = new PlainClient(hashing);
        long begin = System.nanoTime();
        long processor = ThisProcess.processorNanos();
        try {
            client.copy(plain.address(), copy);
        } catch (IOException e) {
            throw told(e);
        } catch (InterruptedException e) {
            throw new ToolException("It was interrupted", e);
        }
        Result result = result(begin, processor);
        check(copy);
        return result;
    }

    private Result result(long begin, long processor) {
        double seconds = (System.nanoTime() - begin) / 1e9;
        return new Result(length / 1e6 / seconds, (ThisProcess.processorNanos() - processor) / 1e9);
    }

    private void check(Path copy) {
        try {
            if (Files.mismatch(file, copy) != -1) {
                throw new ToolException("The copy " + copy + " differs from the original");
            }
            Files.delete(copy);
        } catch (IOException e) {
            throw told(e);
        }
    }

    @Override
    public void close() {
        plain.close();
        taking.close();
        giving.close();
    }
}
