package org.voxelpopuli.kademlia.content;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.voxelpopuli.runtime.StreamTransport;

/**
 * Our connection to one provider of one file. Answers are collected on the connection's worker and told on the content worker. An answer takes exactly as much memory as was asked for: a stream that
 * is longer, or another than announced, ends the connection at once.
 */
final class ProviderLink implements StreamTransport.Handler {
    /** Is told on the content worker. */
    interface Owner {
        /** It is connected, and may be asked. */
        void connected(ProviderLink link);

        /**
         * An answer has come.
         *
         * @param body as many bytes as were asked for; null if the provider does not have them
         */
        void answered(ProviderLink link, ContentWire.Request request, @Nullable Body body);

        /**
         * It is over, unless we have closed it.
         *
         * @param lied whether the provider has broken the rules
         */
        void ended(ProviderLink link, String why, boolean lied);
    }

    private static final Duration CONNECT_LIMIT = Duration.ofSeconds(5);

    private final ContentContext context;
    private final Provider provider;
    private final Owner owner;
    private final AtomicLong received = new AtomicLong();

    // The content worker's
    private StreamTransport.@Nullable Connection connection;
    private boolean over;

    // The connection's worker's
    private final Deque<ContentWire.Request> asked = new ArrayDeque<>();
    private final FrameBuffer frame = new FrameBuffer(ContentWire.ANSWER_BYTES);
    private @Nullable Body body;
    private boolean broken;

    ProviderLink(ContentContext context, Provider provider, Owner owner) {
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

    void connect(ContentWire.Open open) {
        var unused = context.environment()
                .streams()
                .connect(provider.address(), CONNECT_LIMIT, opened -> {
                    opened.send(ContentWire.write(open));
                    return this;
                })
                .whenCompleteAsync(
                        (opened, failure) -> {
                            if (failure != null) {
                                end(Futures.words(failure), false);
                            } else if (over) {
                                opened.abort();
                            } else {
                                connection = opened;
                                owner.connected(this);
                            }
                        },
                        context.worker());
    }

    /** Asks; on the content worker, once it is connected. */
    void ask(ContentWire.Request request) {
        StreamTransport.Connection open = connection;
        if (open != null && !over) {
            open.worker().execute(() -> {
                asked.add(request);
                open.send(ContentWire.write(request));
            });
        }
    }

    /** Ends it without a word; on the content worker. */
    void close() {
        over = true;
        if (connection != null) {
            connection.abort();
        }
    }

    private void end(String why, boolean lied) {
        if (!over) {
            close();
            owner.ended(this, why, lied);
        }
    }

    private void breakOff(String why) {
        broken = true;
        context.worker().execute(() -> end(why, true));
    }

    @Override
    public void received(byte[] bytes) {
        received(ByteBuffer.wrap(bytes));
    }

    @Override
    public void received(ByteBuffer bytes) {
        received.addAndGet(bytes.remaining());
        while (bytes.hasRemaining() && !broken) {
            Body begun = body;
            if (begun == null) {
                frame.take(bytes);
                if (frame.isFull()) {
                    head(asked.peek());
                }
            } else {
                begun.take(bytes);
                if (begun.isFull()) {
                    body = null;
                    tell(asked.remove(), begun);
                }
            }
        }
    }

    private void head(ContentWire.@Nullable Request request) {
        Optional<ContentWire.Answer> answer = ContentWire.readAnswer(frame.next(ContentWire.ANSWER_BYTES));
        if (answer.isEmpty()) {
            breakOff("it answers in no known form");
        } else if (answer.get().status() == ContentWire.Status.BUSY) {
            broken = true;
            context.worker().execute(() -> end("it has too many connections", false));
        } else if (request == null) {
            breakOff("it sends what nobody has asked for");
        } else if (answer.get().status() != ContentWire.Status.OK) {
            asked.remove();
            context.worker().execute(() -> {
                if (!over) {
                    owner.answered(this, request, null);
                }
            });
        } else if (answer.get().count() != request.count()) {
            breakOff("it announces " + answer.get().count() + " bytes where " + request.count() + " were asked for");
        } else if (request.count() == 0) {
            asked.remove();
            tell(request, new Body(context.blocks(), 0));
        } else {
            body = new Body(context.blocks(), request.count());
        }
    }

    private void tell(ContentWire.Request request, Body whole) {
        context.worker().execute(() -> {
            if (over) {
                whole.free();
            } else {
                owner.answered(this, request, whole);
            }
        });
    }

    @Override
    public void closed(@Nullable Throwable cause) {
        if (body != null) {
            body.free();
            body = null;
        }
        String why = cause == null ? "it closed the connection" : Futures.words(cause);
        context.worker().execute(() -> end(why, false));
    }
}
