package org.voxelpopuli.protocol.cbor;

import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.voxelpopuli.directory.Claim;
import org.voxelpopuli.directory.ServerAddress;
import org.voxelpopuli.edits.AppliedRange;
import org.voxelpopuli.edits.Edit;
import org.voxelpopuli.edits.EditBatch;
import org.voxelpopuli.edits.Stamp;
import org.voxelpopuli.edits.WriterId;
import org.voxelpopuli.protocol.ClientFrame;
import org.voxelpopuli.protocol.ClientPacket;
import org.voxelpopuli.protocol.Frame;
import org.voxelpopuli.protocol.PeerFrame;
import org.voxelpopuli.protocol.PeerFrame.Answer;
import org.voxelpopuli.protocol.PeerFrame.Question;
import org.voxelpopuli.protocol.ServerFrame;
import org.voxelpopuli.protocol.ServerPacket;
import org.voxelpopuli.world.Chunk;
import org.voxelpopuli.world.ChunkPos;
import org.voxelpopuli.world.PlayerName;
import org.voxelpopuli.world.Position;

/** Frames of protocol v2 and their bytes in hex, as docs/protocol.md shows them. */
final class FrameGolden {
    /** {@code [3, 0, -1]} is 83 03 00 20. */
    private static final ChunkPos CHUNK = new ChunkPos(3, 0, -1);

    /** {@code "anna"} is 64 616e6e61. */
    private static final PlayerName ANNA = new PlayerName("anna");

    /** {@code [31.75, 33.0, 0.0, 270.0]}, each number a double. */
    private static final Position POSITION = new Position(31.75, 33, 0, 270);

    /** {@code ["10.0.0.7", 4001]}. */
    private static final ServerAddress SERVER = new ServerAddress("10.0.0.7", 4001);

    /** Twenty bytes 0x11. */
    private static final WriterId WRITER = WriterId.of(HexFormat.of().parseHex("11".repeat(20)));

    private static final Claim CLAIM = new Claim(7, WRITER, SERVER);
    private static final String CLAIM_HEX = "8307" + "54" + "11".repeat(20) + "82" + "6831302e302e302e37" + "190fa1";

    /** Voxel 31749 became grass at 2026-11-29T00:00:00Z, as edit 1 of session 0x0123456789abcdef asked for: as EditBytes says. */
    private static final String EDITS_HEX = "583c" + "0101" + "11".repeat(20) + "01" + "01a22499f8000000"
            + "85f801020000010123456789abcdef010001a22499f8000000" + "87fb575d";

    static final Map<String, Golden> ALL = all();

    /**
     * A frame and its bytes.
     *
     * @param hex without the length that stands before a frame
     */
    record Golden(Frame frame, String hex) {
        byte[] bytes() {
            return HexFormat.of().parseHex(hex);
        }
    }

    private FrameGolden() {}

    private static Map<String, Golden> all() {
        Map<String, Golden> all = new LinkedHashMap<>();
        client(all);
        server(all);
        peer(all);
        return all;
    }

    private static void put(Map<String, Golden> all, String name, Frame frame, String hex) {
        all.put(name, new Golden(frame, hex));
    }

    private static void client(Map<String, Golden> all) {
        // [1, 2, 2, "", h'0123456789abcdef']
        put(
                all,
                "hello",
                new ClientFrame.Hello(2, 2, "", 0x0123_4567_89AB_CDEFL),
                "85010202" + "60" + "480123456789abcdef");
        // [2, [3, 0, -1]]
        put(all, "subscribe", new ClientFrame.Subscribe(CHUNK), "8202" + "83030020");
        put(all, "unsubscribe", new ClientFrame.Unsubscribe(CHUNK), "8203" + "83030020");
        // [4, [3, 0, -1], 1, 31749, 2]
        put(
                all,
                "change block",
                new ClientFrame.ChangeBlock(CHUNK, 1, 31749, 2),
                "8504" + "83030020" + "01" + "197c05" + "02");
        // [5, [3, 0, -1], 1, "anna", [1.0, 32.0, -2.5, 0.0]]
        put(
                all,
                "register",
                new ClientFrame.OfPlayer(CHUNK, new ClientPacket.RegisterPlayer(ANNA, new Position(1, 32, -2.5))),
                "8505" + "83030020" + "01" + "64616e6e61" + "84" + "fb3ff0000000000000" + "fb4040000000000000"
                        + "fbc004000000000000" + "fb0000000000000000");
        put(
                all,
                "move",
                new ClientFrame.OfPlayer(CHUNK, new ClientPacket.MovePlayer(ANNA, POSITION)),
                "8505" + "83030020" + "03" + "64616e6e61" + "84" + "fb403fc00000000000" + "fb4040800000000000"
                        + "fb0000000000000000" + "fb4070e00000000000");
        // [5, [3, 0, -1], 2, "anna"]
        put(
                all,
                "leave",
                new ClientFrame.OfPlayer(CHUNK, new ClientPacket.DeregisterPlayer(ANNA)),
                "8405" + "83030020" + "02" + "64616e6e61");
    }

    private static void server(Map<String, Golden> all) {
        // [8, 2, "3f2a"]
        put(all, "welcome", new ServerFrame.Welcome(2, "3f2a"), "830802" + "6433663261");
        // [9, "full"]
        put(all, "goodbye", new ServerFrame.Goodbye("full"), "8209" + "6466756c6c");
        // A chunk of grass, version 5: inflated 01 00 02 00.
        put(
                all,
                "chunk of one block type",
                new ServerFrame.ChunkState(CHUNK, 5, Chunk.filled(2)),
                "840a" + "83030020" + "05" + "4c" + "789c636460620000000c0004");
        // Inflated: 02 00, ids 2c 01 and 00 00, then a byte with the fields 0 1 1 1, and 8191 with 1 1 1 1.
        put(
                all,
                "chunk of two block types",
                new ServerFrame.ChunkState(CHUNK, 65536, twoTypes()),
                "840a" + "83030020" + "1a00010000" + "5827"
                        + "789cedc1010d00300803b0713dc801ff56ae83a4ed4b57320b000000000000005cf7012800a0c5");
        // [21, [3, 0, -1], 6, h'...']: voxel 31749 is 300 now, voxel 0 is 0.
        put(
                all,
                "blocks changed",
                new ServerFrame.BlocksChanged(
                        CHUNK, 6, List.of(new ServerFrame.Changed(31749, 300), new ServerFrame.Changed(0, 0))),
                "8415" + "83030020" + "06" + "48" + "057c2c01" + "00000000");
        // [11, [3, 0, -1], "full"]
        put(all, "chunk gone", new ServerFrame.ChunkGone(CHUNK, "full"), "830b" + "83030020" + "6466756c6c");
        // [12, [3, 0, -1], ["10.0.0.7", 4001]]
        put(
                all,
                "redirect",
                new ServerFrame.Redirect(CHUNK, SERVER),
                "830c" + "83030020" + "82" + "6831302e302e302e37" + "190fa1");
        // [13, [3, 0, -1], 1000]
        put(all, "edit accepted", new ServerFrame.EditAccepted(CHUNK, 1000), "830d" + "83030020" + "1903e8");
        put(
                all,
                "edit refused",
                new ServerFrame.EditRefused(CHUNK, 24, "full"),
                "840e" + "83030020" + "1818" + "6466756c6c");
        put(all, "displaced", new ServerFrame.Displaced(CHUNK, "full"), "8316" + "83030020" + "6466756c6c");
        put(
                all,
                "player registered",
                new ServerFrame.InChunk(CHUNK, new ServerPacket.PlayerRegistered(ANNA, POSITION)),
                "850f" + "83030020" + "01" + "64616e6e61" + "84" + "fb403fc00000000000" + "fb4040800000000000"
                        + "fb0000000000000000" + "fb4070e00000000000");
        put(
                all,
                "player moved",
                new ServerFrame.InChunk(CHUNK, new ServerPacket.PlayerMoved(ANNA, POSITION)),
                "850f" + "83030020" + "03" + "64616e6e61" + "84" + "fb403fc00000000000" + "fb4040800000000000"
                        + "fb0000000000000000" + "fb4070e00000000000");
        put(
                all,
                "player left",
                new ServerFrame.InChunk(CHUNK, new ServerPacket.PlayerDeregistered(ANNA)),
                "840f" + "83030020" + "02" + "64616e6e61");
        // [15, [3, 0, -1], 6, 390.25]
        put(
                all,
                "time of day",
                new ServerFrame.InChunk(CHUNK, new ServerPacket.TimeOfDay(390.25)),
                "840f" + "83030020" + "06" + "fb4078640000000000");
    }

    private static void peer(Map<String, Golden> all) {
        // [16, 2, 2, "3f2a", ["10.0.0.7", 4001], h'22..', h'33..']
        put(
                all,
                "greeting",
                new PeerFrame.Greeting(2, 2, "3f2a", SERVER, "22".repeat(32), "33".repeat(16)),
                "87100202" + "6433663261" + "82" + "6831302e302e302e37" + "190fa1" + "5820" + "22".repeat(32) + "50"
                        + "33".repeat(16));
        put(all, "proof", new PeerFrame.Proof("44".repeat(64)), "8211" + "5840" + "44".repeat(64));
        put(all, "farewell", new PeerFrame.Farewell("full"), "8212" + "6466756c6c");
        questions(all);
        answers(all);
    }

    private static void ask(Map<String, Golden> all, String name, Question question, String hex) {
        put(all, name, new PeerFrame.Request(-2, question), hex);
    }

    private static void questions(Map<String, Golden> all) {
        // [19, -2, 1, chunk, [7, h'11..', ["10.0.0.7", 4001]], h'...'], the last as EditBytes writes it.
        ask(
                all,
                "keep",
                new Question.Keep(CHUNK, CLAIM, batch()),
                "861321" + "01" + "83030020" + CLAIM_HEX + EDITS_HEX);
        ask(all, "holding", new Question.Holding(CHUNK), "841321" + "02" + "83030020");
        ask(
                all,
                "compare branches",
                new Question.Compare(CHUNK, Optional.empty()),
                "851321" + "03" + "83030020" + "f6");
        ask(all, "compare leaves", new Question.Compare(CHUNK, Optional.of(31)), "851321" + "03" + "83030020" + "181f");
        ask(
                all,
                "fetch",
                new Question.Fetch(CHUNK, List.of(0, 1023), true),
                "861321" + "04" + "83030020" + "82001903ff" + "f5");
        ask(
                all,
                "renew",
                new Question.Renew(SERVER, List.of(new PeerFrame.Digested(CHUNK, 7, -1))),
                "851321" + "05" + "82" + "6831302e302e302e37" + "190fa1" + "81" + "83" + "83030020" + "07" + "48"
                        + "ff".repeat(8));
        ask(
                all,
                "take over",
                new Question.TakeOver(CHUNK, 1L << 40),
                "851321" + "06" + "83030020" + "1b0000010000000000");
        ask(all, "offer", new Question.Offer(CHUNK, batch()), "851321" + "07" + "83030020" + EDITS_HEX);
        ask(all, "are you there", new Question.AreYouThere(), "831321" + "08");
        ask(all, "displace", new Question.Displace(ANNA, 7), "851321" + "09" + "64616e6e61" + "480000000000000007");
    }

    private static void reply(Map<String, Golden> all, String name, Answer answer, String hex) {
        put(all, name, new PeerFrame.Reply(-2, answer), hex);
    }

    private static void answers(Map<String, Golden> all) {
        reply(all, "done", new Answer.Done(), "831421" + "01");
        reply(all, "refused", new Answer.Refused("full"), "841421" + "02" + "6466756c6c");
        reply(all, "stamped ahead", new Answer.StampedAhead(61_000), "841421" + "08" + "19ee48");
        reply(all, "superseded", new Answer.Superseded(CLAIM), "841421" + "03" + CLAIM_HEX);
        reply(
                all,
                "held",
                new Answer.Held(Optional.of(CLAIM), 1, true),
                "861421" + "04" + "480000000000000001" + CLAIM_HEX + "f5");
        reply(
                all,
                "nothing held",
                new Answer.Held(Optional.empty(), 0, false),
                "861421" + "04" + "480000000000000000" + "f6f4");
        reply(
                all,
                "digests",
                new Answer.Digests(List.of(1L, -1L), 2),
                "851421" + "05" + "480000000000000002" + "50" + "0000000000000001" + "ff".repeat(8));
        reply(all, "edits", new Answer.Edits(batch(), List.of(7, 24)), "851421" + "06" + EDITS_HEX + "82071818");
        reply(
                all,
                "renewed",
                new Answer.Renewed(List.of(new PeerFrame.Lost(CHUNK, CLAIM)), List.of(CHUNK)),
                "851421" + "07" + "81" + "82" + "83030020" + CLAIM_HEX + "81" + "83030020");
    }

    static Chunk twoTypes() {
        Chunk two = Chunk.filled(0);
        two.set(0, 300);
        return two;
    }

    private static EditBatch batch() {
        Stamp stamp = new Stamp(1_795_910_400_000L << 16, WRITER);
        return new EditBatch(
                List.of(new Edit(31749, 2, stamp)),
                List.of(new AppliedRange(0x0123_4567_89AB_CDEFL, 1, 1, stamp.time())));
    }
}
