package org.voxelpopuli.protocol.cbor;

import org.voxelpopuli.protocol.BadMessage;
import org.voxelpopuli.protocol.Names;
import org.voxelpopuli.protocol.ServerFrame;
import org.voxelpopuli.protocol.ServerFrame.BlocksChanged;
import org.voxelpopuli.protocol.ServerFrame.ChunkGone;
import org.voxelpopuli.protocol.ServerFrame.ChunkState;
import org.voxelpopuli.protocol.ServerFrame.Displaced;
import org.voxelpopuli.protocol.ServerFrame.EditAccepted;
import org.voxelpopuli.protocol.ServerFrame.EditRefused;
import org.voxelpopuli.protocol.ServerFrame.Goodbye;
import org.voxelpopuli.protocol.ServerFrame.InChunk;
import org.voxelpopuli.protocol.ServerFrame.Redirect;
import org.voxelpopuli.protocol.ServerFrame.Welcome;
import org.voxelpopuli.protocol.ServerPacket;
import org.voxelpopuli.world.PlayerName;

/** What a server tells a client. */
final class ServerFrames {
    private static final int WELCOME = 8;
    private static final int GOODBYE = 9;
    private static final int CHUNK_STATE = 10;
    private static final int CHUNK_GONE = 11;
    private static final int REDIRECT = 12;
    private static final int EDIT_ACCEPTED = 13;
    private static final int EDIT_REFUSED = 14;
    private static final int IN_CHUNK = 15;
    private static final int BLOCKS_CHANGED = 21;
    private static final int DISPLACED = 22;

    private ServerFrames() {}

    static boolean knows(int type) {
        return (type >= WELCOME && type <= IN_CHUNK) || type == BLOCKS_CHANGED || type == DISPLACED;
    }

    static void write(ServerFrame frame, FrameWriter out) {
        if (frame instanceof InChunk inChunk) {
            writeInChunk(inChunk, out);
        } else if (frame instanceof EditAccepted accepted) {
            out.begin(3).integer(EDIT_ACCEPTED).chunk(accepted.chunk()).integer(accepted.number());
        } else if (frame instanceof BlocksChanged changed) {
            out.begin(4).integer(BLOCKS_CHANGED).chunk(changed.chunk()).integer(changed.version());
            out.bytes(ChunkBytes.write(changed.blocks()));
        } else if (frame instanceof ChunkState state) {
            out.begin(4).integer(CHUNK_STATE).chunk(state.chunk()).integer(state.version());
            out.bytes(ChunkBytes.write(state.blocks()));
        } else if (frame instanceof EditRefused refused) {
            out.begin(4).integer(EDIT_REFUSED).chunk(refused.chunk()).integer(refused.number());
            out.text(refused.reason());
        } else if (frame instanceof Redirect redirect) {
            out.begin(3).integer(REDIRECT).chunk(redirect.chunk()).server(redirect.server());
        } else if (frame instanceof ChunkGone gone) {
            out.begin(3).integer(CHUNK_GONE).chunk(gone.chunk()).text(gone.reason());
        } else if (frame instanceof Displaced displaced) {
            out.begin(3).integer(DISPLACED).chunk(displaced.chunk()).text(displaced.reason());
        } else if (frame instanceof Welcome welcome) {
            out.begin(3).integer(WELCOME).integer(welcome.version()).text(welcome.world());
        } else {
            out.begin(2).integer(GOODBYE).text(((Goodbye) frame).reason());
        }
        out.end();
    }

    private static void writeInChunk(InChunk frame, FrameWriter out) {
        ServerPacket packet = frame.packet();
        if (packet instanceof ServerPacket.PlayerMoved moved) {
            out.begin(5).integer(IN_CHUNK).chunk(frame.chunk()).integer(EventNumbers.MOVED);
            out.text(moved.player().text()).position(moved.position());
        } else if (packet instanceof ServerPacket.TimeOfDay time) {
            out.begin(4).integer(IN_CHUNK).chunk(frame.chunk()).integer(EventNumbers.TIME);
            out.real(time.minutes());
        } else if (packet instanceof ServerPacket.PlayerRegistered registered) {
            out.begin(5).integer(IN_CHUNK).chunk(frame.chunk()).integer(EventNumbers.REGISTERED);
            out.text(registered.player().text()).position(registered.position());
        } else if (packet instanceof ServerPacket.PlayerDeregistered left) {
            out.begin(4).integer(IN_CHUNK).chunk(frame.chunk()).integer(EventNumbers.DEREGISTERED);
            out.text(left.player().text());
        } else {
            throw new IllegalArgumentException("the blocks of a chunk are a frame of their own");
        }
    }

    static ServerFrame read(int type, FrameReader in) throws BadMessage {
        return switch (type) {
            case WELCOME ->
                new Welcome(
                        in.integer("the version", 0, Integer.MAX_VALUE), in.text("the world", ClientFrames.MAX_WORLD));
            case GOODBYE -> new Goodbye(in.reason());
            case CHUNK_STATE ->
                new ChunkState(
                        in.chunk(),
                        in.integer("the version", 0, Long.MAX_VALUE),
                        ChunkBytes.read(in.bytes("the blocks")));
            case BLOCKS_CHANGED ->
                new BlocksChanged(
                        in.chunk(),
                        in.integer("the version", 0, Long.MAX_VALUE),
                        ChunkBytes.readChanged(in.bytes("the changed blocks")));
            case CHUNK_GONE -> new ChunkGone(in.chunk(), in.reason());
            case REDIRECT -> new Redirect(in.chunk(), in.server());
            case EDIT_ACCEPTED -> new EditAccepted(in.chunk(), editNumber(in));
            case EDIT_REFUSED -> new EditRefused(in.chunk(), editNumber(in), in.reason());
            case DISPLACED -> new Displaced(in.chunk(), in.reason());
            case IN_CHUNK -> new InChunk(in.chunk(), inChunk(in));
            default -> throw FrameReader.unknown("server's frame", type);
        };
    }

    private static int editNumber(FrameReader in) throws BadMessage {
        return in.integer("the number of the edit", 1, Integer.MAX_VALUE);
    }

    private static ServerPacket inChunk(FrameReader in) throws BadMessage {
        int event = in.integer("what happens", 0, Integer.MAX_VALUE);
        return switch (event) {
            case EventNumbers.REGISTERED -> new ServerPacket.PlayerRegistered(player(in), in.position());
            case EventNumbers.DEREGISTERED -> new ServerPacket.PlayerDeregistered(player(in));
            case EventNumbers.MOVED -> new ServerPacket.PlayerMoved(player(in), in.position());
            case EventNumbers.TIME -> new ServerPacket.TimeOfDay(in.minutes());
            default -> throw FrameReader.unknown("chunk's event", event);
        };
    }

    static PlayerName player(FrameReader in) throws BadMessage {
        return Names.parse(in.text("the name", Integer.MAX_VALUE));
    }
}
