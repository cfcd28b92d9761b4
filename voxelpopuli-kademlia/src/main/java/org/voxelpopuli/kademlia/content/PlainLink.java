package org.voxelpopuli.kademlia.content;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.voxelpopuli.runtime.StreamTransport;

/**
 * Our connection to one provider of P2Play, for one file. Bytes are counted on the connection's worker and told on the content worker. Of what has come and is not yet written there are never much more than
 * {@value #MAX_UNWRITTEN} bytes: then nothing is read, and the provider has to wait.
 */
final class PlainLink implements StreamTransport.Handler {
    /** Is told on the content worker, until the link is over. */
    interface Owner {
        /** The provider says how long the file is. */
        void announced(PlainLink link, long length);

        /** More of it has come; {@link #written} is to be told when it is on its way to the disk. */
        void came(PlainLink link, byte[] bytes);

        /** All of it has come. */
        void complete(PlainLink link);

        /**
         * It is over, and the file is not whole.
         *
         * @param lied whether the provider has broken the rules
         */
        void ended(PlainLink link, String why, boolean lied);
    }

    static final long MAX_UNWRITTEN = 8L << 20;

    private static final Duration CONNECT_LIMIT = Duration.ofSeconds(5);
    private static final long UNKNOWN = -1;

    private final ContentContext context;
    private final Provider provider;
    private final Owner owner;
    private final AtomicLong received = new AtomicLong();
    private final AtomicLong unwritten = new AtomicLong();

    private volatile StreamTransport.@Nullable Connection connection;

    // The content worker's
    private boolean over;

    // The connection's worker's
    private final FrameBuffer head = new FrameBuffer(PlainWire.LENGTH_BYTES);
    private long length = UNKNOWN;
    private long bodyBytes;
    private boolean ended;

    PlainLink(ContentContext context, Provider provider, Owner owner) {
        this.context = context;
        this.provider = provider;
        this.owner = owner;
    }

    Provider provider() {
        return provider;
    }

    /** Bytes that have come. */
    long received() {
        return received.get();
    }

    /** Whether the provider waits for our disk. */
    boolean isPaused() {
        return unwritten.get() > MAX_UNWRITTEN;
    }

    void connect(String songId) {
        var unused = context.environment()
                .streams()
                .connect(provider.address(), CONNECT_LIMIT, opened -> {
                    connection = opened;
                    opened.send(PlainWire.writeQuestion(songId));
                    return this;
                })
                .whenCompleteAsync(
                        (opened, failure) -> {
                            if (failure != null) {
                                end(Futures.words(failure), false);
                            } else if (over) {
                                opened.abort();
                            }
                        },
                        context.worker());
    }

    /** Ends it without a word; on the content worker. */
    void close() {
        over = true;
        StreamTransport.Connection open = connection;
        if (open != null) {
            open.abort();
        }
    }

    private void end(String why, boolean lied) {
        if (!over) {
            close();
            owner.ended(this, why, lied);
        }
    }

    private void tell(Runnable event) {
        context.worker().execute(() -> {
            if (!over) {
                event.run();
            }
        });
    }

    @Override
    public void received(byte[] bytes) {
        if (ended) {
            return;
        }
        received.addAndGet(bytes.length);
        ByteBuffer rest = ByteBuffer.wrap(bytes);
        if (length == UNKNOWN) {
            head.take(rest);
            if (!head.isFull()) {
                return;
            }
            OptionalLong announced = PlainWire.readLength(head.next(0));
            if (announced.isEmpty()) {
                breakOff("it answers in no known form");
                return;
            }
            length = announced.getAsLong();
            tell(() -> owner.announced(this, length));
        }
        body(rest.position() == 0 ? bytes : Arrays.copyOfRange(bytes, rest.position(), bytes.length));
    }

    private void body(byte[] bytes) {
        bodyBytes += bytes.length;
        if (bodyBytes > length) {
            breakOff("it sends more than the " + length + " bytes that it has announced");
            return;
        }
        if (bytes.length > 0) {
            unwritten.addAndGet(bytes.length);
            read();
            tell(() -> owner.came(this, bytes));
        }
        if (bodyBytes == length) {
            tell(() -> owner.complete(this));
        }
    }

    /** Reads, or does not, as it is right now; on the connection's worker. */
    private void read() {
        StreamTransport.Connection open = connection;
        if (open != null) {
            open.reading(!isPaused());
        }
    }

    /** On the content worker. */
    void written(int bytes) {
        StreamTransport.Connection open = connection;
        long before = unwritten.getAndAdd(-bytes);
        if (open != null && before > MAX_UNWRITTEN && before - bytes <= MAX_UNWRITTEN) {
            open.worker().execute(this::read);
        }
    }

    private void breakOff(String why) {
        ended = true;
        context.worker().execute(() -> end(why, true));
    }

    @Override
    public void closed(@Nullable Throwable cause) {
        String why;
        if (cause != null) {
            why = Futures.words(cause);
        } else if (length == UNKNOWN) {
            why = "it does not have the file";
        } else {
            why = "it closed the connection after " + bodyBytes + " of " + length + " bytes";
        }
        context.worker().execute(() -> end(why, false));
    }
}
