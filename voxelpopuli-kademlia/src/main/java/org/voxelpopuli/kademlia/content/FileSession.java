package org.voxelpopuli.kademlia.content;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.voxelpopuli.runtime.StreamTransport;

/**
 * One connection to one file of ours. Requests are read on the connection's worker and answered on the reading worker, always in their order, so each part of the
 * state has one owner, named below.
 *
 * <p>A connection costs its socket, a few requests and, once it has asked for bytes, an open file. Who does not ask or does not read for half a minute is cut off, and so is who asks faster than he
 * reads.
 *
 * <p>Among peers of P2Play a connection that begins with a digit is one of theirs: it asks for one file, which it gets as a whole.
 */
final class FileSession implements StreamTransport.Handler {
    /** For connections that are refused. */
    static final StreamTransport.Handler REFUSED = new StreamTransport.Handler() {
        @Override
        public void received(byte[] bytes) {}

        @Override
        public void closed(@Nullable Throwable cause) {}
    };

    private static final Logger log = LoggerFactory.getLogger(FileSession.class);
    private static final int MAX_WAITING = 64;
    private static final long MAX_BACKLOG = 64L << 20;
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Duration SENT_LOOK = Duration.ofMillis(250);

    private final FileServer server;
    private final ContentContext context;
    private final StreamTransport.Connection connection;
    private final InetAddress address;

    // The connection's worker's
    private FrameBuffer frame = new FrameBuffer(ContentWire.OPEN_BYTES);
    /** Takes the next frame. */
    private Consumer<byte[]> step = this::open;

    private boolean begun;
    private boolean plain;
    private String root = "";
    private int waiting;
    private boolean heardOf;
    private long backlogBefore;
    private volatile boolean over;

    // The reading worker's
    private @Nullable FileChannel file;

    FileSession(FileServer server, ContentContext context, StreamTransport.Connection connection) {
        this.server = server;
        this.context = context;
        this.connection = connection;
        this.address = connection.remoteAddress().getAddress();
    }

    void begin() {
        connection.worker().schedule(PATIENCE, this::look);
    }

    void abort() {
        connection.abort();
    }

    boolean isOver() {
        return over;
    }

    /** Cuts off who neither asks nor reads. */
    private void look() {
        if (over) {
            return;
        }
        long backlog = connection.backlog();
        boolean idle = !heardOf && waiting == 0 && backlog == 0;
        boolean stuck = backlog > 0 && backlog >= backlogBefore && backlogBefore > 0;
        if (idle || stuck) {
            connection.abort();
            return;
        }
        heardOf = false;
        backlogBefore = backlog;
        connection.worker().schedule(PATIENCE, this::look);
    }

    @Override
    public void received(byte[] bytes) {
        if (!begun) {
            begun = true;
            if (context.sharing() == Sharing.P2PLAY && PlainWire.begins(bytes[0])) {
                plain = true;
                expect(PlainWire.LENGTH_BYTES, this::plainLength);
            }
        }
        ByteBuffer rest = ByteBuffer.wrap(bytes);
        while (rest.hasRemaining() && !over) {
            frame.take(rest);
            if (frame.isFull()) {
                step.accept(frame.next(ContentWire.REQUEST_BYTES));
            }
        }
    }

    private void expect(int size, Consumer<byte[]> then) {
        frame = new FrameBuffer(size);
        step = then;
    }

    private void open(byte[] full) {
        Optional<ContentWire.Open> open = ContentWire.readOpen(full);
        if (open.isEmpty()) {
            end();
            return;
        }
        root = open.get().root();
        step = this::request;
        heardOf = true;
        server.greet(address, open.get().udpPort());
    }

    private void plainLength(byte[] full) {
        long length = PlainWire.readLength(full).orElse(0);
        if (length < 1 || length > PlainWire.MAX_QUESTION) {
            end();
        } else {
            expect((int) length, this::plainQuestion);
        }
    }

    private void plainQuestion(byte[] full) {
        Optional<LocalFile> found = PlainWire.readQuestion(full).flatMap(server::findSong);
        // Whatever follows is not read.
        expect(1, ignored -> {});
        if (found.isEmpty()) {
            // So does theirs (SPEC P8).
            connection.close();
            return;
        }
        heardOf = true;
        waiting++;
        context.reading().execute(() -> {
            boolean sent = answerPlain(found.get());
            connection.worker().execute(() -> {
                waiting--;
                if (sent) {
                    closeOnceSent();
                } else {
                    connection.close();
                }
            });
        });
    }

    private boolean answerPlain(LocalFile local) {
        if (over) {
            return false;
        }
        try {
            Optional<FileChannel> open = opened(local);
            if (open.isEmpty()) {
                return false;
            }
            long length = local.content().length();
            connection.send(PlainWire.writeLength(length));
            connection.sendFile(open.get(), 0, length);
            context.tell(listener -> listener.served(local.name(), length));
            return true;
        } catch (IOException e) {
            tellUnreadable(local, e);
            return false;
        }
    }

    /** A close does not wait for long; a file may take its time, as long as it is read. */
    private void closeOnceSent() {
        if (!over && connection.backlog() == 0) {
            connection.close();
        } else if (!over) {
            connection.worker().schedule(SENT_LOOK, this::closeOnceSent);
        }
    }

    /** The peer has said what it wants, and may still read. */
    @Override
    public boolean endOfInput() {
        return plain && waiting + connection.backlog() > 0;
    }

    private void request(byte[] full) {
        Optional<ContentWire.Request> request = ContentWire.readRequest(full);
        if (request.isEmpty() || waiting >= MAX_WAITING || connection.backlog() > MAX_BACKLOG) {
            end();
            return;
        }
        heardOf = true;
        waiting++;
        String wanted = root;
        context.reading().execute(() -> {
            answer(request.get(), server.find(wanted));
            connection.worker().execute(() -> waiting--);
        });
    }

    private void end() {
        over = true;
        connection.abort();
    }

    private void answer(ContentWire.Request request, Optional<LocalFile> found) {
        if (over) {
            return;
        }
        try {
            if (found.isPresent() && answer(request, found.get())) {
                context.tell(listener -> listener.served(found.get().name(), request.count()));
            } else {
                refuse();
            }
        } catch (IOException e) {
            tellUnreadable(found.orElseThrow(), e);
            refuse();
        }
    }

    private static void tellUnreadable(LocalFile local, IOException e) {
        log.warn("{} is provided, but cannot be read: {}", local.path(), e.toString());
    }

    private void refuse() {
        connection.send(ContentWire.write(new ContentWire.Answer(ContentWire.Status.NOT_HERE, 0)));
    }

    private boolean answer(ContentWire.Request request, LocalFile local) throws IOException {
        if (request.type() == ContentWire.Type.HASHES) {
            byte[] hashes = local.manifest().hashes();
            connection.send(ContentWire.write(new ContentWire.Answer(ContentWire.Status.OK, hashes.length)));
            connection.send(hashes);
            return true;
        }
        long length = local.content().length();
        if (request.offset() + request.count() > length) {
            return false;
        }
        Optional<FileChannel> open = opened(local);
        if (open.isEmpty()) {
            return false;
        }
        connection.send(ContentWire.write(new ContentWire.Answer(ContentWire.Status.OK, request.count())));
        connection.sendFile(open.get(), request.offset(), request.count());
        return true;
    }

    /** The file, open until the connection ends; empty if it has another length now. */
    private Optional<FileChannel> opened(LocalFile local) throws IOException {
        FileChannel open = file;
        if (open == null) {
            open = context.files().open(local.path(), false);
            file = open;
        }
        return open.size() == local.content().length() ? Optional.of(open) : Optional.empty();
    }

    @Override
    public void closed(@Nullable Throwable cause) {
        over = true;
        server.ended(this, address);
        context.reading().execute(this::closeFile);
    }

    private void closeFile() {
        FileChannel open = file;
        file = null;
        if (open != null) {
            try {
                open.close();
            } catch (IOException e) {
                log.debug("A file was not closed in order", e);
            }
        }
    }
}
