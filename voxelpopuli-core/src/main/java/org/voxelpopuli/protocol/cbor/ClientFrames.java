package org.voxelpopuli.protocol.cbor;

import org.voxelpopuli.protocol.BadMessage;
import org.voxelpopuli.protocol.ClientFrame;
import org.voxelpopuli.protocol.ClientFrame.ChangeBlock;
import org.voxelpopuli.protocol.ClientFrame.Hello;
import org.voxelpopuli.protocol.ClientFrame.OfPlayer;
import org.voxelpopuli.protocol.ClientFrame.Subscribe;
import org.voxelpopuli.protocol.ClientFrame.Unsubscribe;
import org.voxelpopuli.protocol.ClientPacket;
import org.voxelpopuli.protocol.Names;
import org.voxelpopuli.world.BlockType;
import org.voxelpopuli.world.ChunkPos;
import org.voxelpopuli.world.PlayerName;

/** What a client tells a server. */
final class ClientFrames {
    /** Longer than any identity of a world. */
    static final int MAX_WORLD = 128;

    private static final int HELLO = 1;
    private static final int SUBSCRIBE = 2;
    private static final int UNSUBSCRIBE = 3;
    private static final int CHANGE_BLOCK = 4;
    private static final int OF_PLAYER = 5;

    private ClientFrames() {}

    static boolean knows(int type) {
        return type >= HELLO && type <= OF_PLAYER;
    }

    static void write(ClientFrame frame, FrameWriter out) {
        if (frame instanceof ChangeBlock change) {
            out.begin(5).integer(CHANGE_BLOCK).chunk(change.chunk());
            out.integer(change.number()).integer(change.voxel()).integer(change.block());
        } else if (frame instanceof OfPlayer ofPlayer) {
            writeOfPlayer(ofPlayer, out);
        } else if (frame instanceof Subscribe subscribe) {
            out.begin(2).integer(SUBSCRIBE).chunk(subscribe.chunk());
        } else if (frame instanceof Unsubscribe unsubscribe) {
            out.begin(2).integer(UNSUBSCRIBE).chunk(unsubscribe.chunk());
        } else {
            Hello hello = (Hello) frame;
            out.begin(5).integer(HELLO).integer(hello.minVersion()).integer(hello.maxVersion());
            out.text(hello.world()).bits(hello.session());
        }
        out.end();
    }

    private static void writeOfPlayer(OfPlayer frame, FrameWriter out) {
        ClientPacket packet = frame.packet();
        if (packet instanceof ClientPacket.MovePlayer moved) {
            out.begin(5).integer(OF_PLAYER).chunk(frame.chunk()).integer(EventNumbers.MOVED);
            out.text(moved.player().text()).position(moved.position());
        } else if (packet instanceof ClientPacket.RegisterPlayer registered) {
            out.begin(5).integer(OF_PLAYER).chunk(frame.chunk()).integer(EventNumbers.REGISTERED);
            out.text(registered.player().text()).position(registered.position());
        } else if (packet instanceof ClientPacket.DeregisterPlayer left) {
            out.begin(4).integer(OF_PLAYER).chunk(frame.chunk()).integer(EventNumbers.DEREGISTERED);
            out.text(left.player().text());
        } else {
            throw new IllegalArgumentException("a change of a block is a frame of its own");
        }
    }

    static ClientFrame read(int type, FrameReader in) throws BadMessage {
        return switch (type) {
            case HELLO ->
                new Hello(
                        in.integer("the lowest version", 0, Integer.MAX_VALUE),
                        in.integer("the highest version", 0, Integer.MAX_VALUE),
                        in.text("the world", MAX_WORLD),
                        in.bits("the session"));
            case SUBSCRIBE -> new Subscribe(in.chunk());
            case UNSUBSCRIBE -> new Unsubscribe(in.chunk());
            case CHANGE_BLOCK ->
                new ChangeBlock(
                        in.chunk(),
                        in.integer("the number of the edit", 1, Integer.MAX_VALUE),
                        in.integer("the voxel", 0, ChunkPos.VOLUME - 1),
                        in.integer("the block type", 0, BlockType.MAX_ID));
            case OF_PLAYER -> new OfPlayer(in.chunk(), ofPlayer(in));
            default -> throw FrameReader.unknown("client's frame", type);
        };
    }

    private static ClientPacket ofPlayer(FrameReader in) throws BadMessage {
        int event = in.integer("what the player does", 0, Integer.MAX_VALUE);
        PlayerName player = Names.parse(in.text("the name", Integer.MAX_VALUE));
        return switch (event) {
            case EventNumbers.REGISTERED -> new ClientPacket.RegisterPlayer(player, in.position());
            case EventNumbers.DEREGISTERED -> new ClientPacket.DeregisterPlayer(player);
            case EventNumbers.MOVED -> new ClientPacket.MovePlayer(player, in.position());
            default -> throw FrameReader.unknown("player's event", event);
        };
    }
}
