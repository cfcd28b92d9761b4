package org.voxelpopuli.protocol.cbor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.voxelpopuli.edits.Edit;
import org.voxelpopuli.edits.EditBatch;
import org.voxelpopuli.edits.Stamp;
import org.voxelpopuli.edits.WriterId;
import org.voxelpopuli.protocol.ClientFrame;
import org.voxelpopuli.protocol.ClientPacket;
import org.voxelpopuli.protocol.Decoded;
import org.voxelpopuli.protocol.Frame;
import org.voxelpopuli.protocol.Limits;
import org.voxelpopuli.protocol.PeerFrame;
import org.voxelpopuli.protocol.Rejection;
import org.voxelpopuli.protocol.ServerFrame;
import org.voxelpopuli.protocol.ServerPacket;
import org.voxelpopuli.simulation.SeededRandom;
import org.voxelpopuli.world.Chunk;
import org.voxelpopuli.world.ChunkPos;

@DisplayName("Frames of protocol v2 (DESIGN D6)")
class CborFrameCodecTest {
    private static final HexFormat HEX = HexFormat.of();

    private final CborFrameCodec codec = new CborFrameCodec();

    private Decoded<Frame> decode(String hex) {
        return codec.decode(HEX.parseHex(hex));
    }

    private Frame read(byte[] frame) {
        Decoded<Frame> decoded = codec.decode(frame);
        assertThat(decoded).isInstanceOf(Decoded.Accepted.class);
        return ((Decoded.Accepted<Frame>) decoded).value();
    }

    private static Rejection rejection(Decoded<?> decoded) {
        assertThat(decoded).isInstanceOf(Decoded.Rejected.class);
        Decoded.Rejected<?> rejected = (Decoded.Rejected<?>) decoded;
        assertThat(rejected.detail()).isNotBlank().hasSizeLessThan(300).doesNotContain("\n");
        return rejected.rejection();
    }

    static Stream<String> goldens() {
        return FrameGolden.ALL.keySet().stream();
    }

    @ParameterizedTest
    @MethodSource("goldens")
    void writesExactlyTheseBytesAndReadsThem(String name) {
        FrameGolden.Golden golden = FrameGolden.ALL.get(name);
        Frame back = read(golden.bytes());
        if (golden.frame() instanceof ServerFrame.ChunkState state) {
            // How a chunk deflates is the library's business; what it inflates to is ours.
            assertThat(((ServerFrame.ChunkState) back).version()).isEqualTo(state.version());
            assertThat(((ServerFrame.ChunkState) back).blocks().blocks())
                    .containsExactly(state.blocks().blocks());
        } else {
            assertThat(HEX.formatHex(codec.encode(golden.frame()))).isEqualTo(golden.hex());
            assertThat(back).isEqualTo(golden.frame());
        }
    }

    @Test
    void theBlocksOfAChunkInflateToThis() throws DataFormatException {
        // A palette of one, 2; no fields.
        assertThat(inflated(Chunk.filled(2))).isEqualTo("0100" + "0200");
        // A palette of 300 and 0; of two bits each the fields 0 1 1 1, and then 1 1 1 1 for 8191 times.
        assertThat(inflated(FrameGolden.twoTypes())).isEqualTo("0200" + "2c01" + "0000" + "54" + "55".repeat(8191));
        int[] blocks = new int[ChunkPos.VOLUME];
        for (int voxel = 0; voxel < blocks.length; voxel++) {
            blocks[voxel] = voxel + 255;
        }
        // No palette: the ids themselves.
        assertThat(inflated(Chunk.of(blocks)))
                .hasSize(2 * 65_538)
                .startsWith("0000" + "ff00" + "0001" + "0101")
                .endsWith("fe80");
        Arrays.setAll(blocks, voxel -> voxel % 16);
        // A palette of 16: four bits each.
        assertThat(inflated(Chunk.of(blocks))).hasSize(2 * (2 + 32 + 16_384)).endsWith("1032547698badcfe");
    }

    private String inflated(Chunk chunk) throws DataFormatException {
        byte[] frame = codec.encode(new ServerFrame.ChunkState(new ChunkPos(0, 0, 0), 0, chunk));
        // Behind [10, [0, 0, 0], 0, and the head of a string of at least 24 bytes, whose length is in 1 or 2 bytes.
        int head = frame[7] == 0x58 ? 9 : frame[7] == 0x59 ? 10 : 8;
        Inflater inflater = new Inflater();
        inflater.setInput(frame, head, frame.length - head);
        byte[] out = new byte[70_000];
        int length = inflater.inflate(out);
        assertThat(inflater.finished()).isTrue();
        inflater.end();
        return HEX.formatHex(out, 0, length);
    }

    private static Stream<Class<?>> leaves(Class<?> family) {
        return family.isSealed()
                ? Arrays.stream(family.getPermittedSubclasses()).flatMap(CborFrameCodecTest::leaves)
                : Stream.of(family);
    }

    @Test
    void everyFrameAndWhatItCarriesHasGoldenBytes() {
        List<Object> all = new ArrayList<>();
        for (FrameGolden.Golden golden : FrameGolden.ALL.values()) {
            all.add(golden.frame());
            if (golden.frame() instanceof PeerFrame.Request request) {
                all.add(request.question());
            } else if (golden.frame() instanceof PeerFrame.Reply reply) {
                all.add(reply.answer());
            } else if (golden.frame() instanceof ClientFrame.OfPlayer ofPlayer) {
                all.add(ofPlayer.packet());
            } else if (golden.frame() instanceof ServerFrame.InChunk inChunk) {
                all.add(inChunk.packet());
            }
        }
        Stream.of(Frame.class, PeerFrame.Question.class, PeerFrame.Answer.class, ClientPacket.class, ServerPacket.class)
                .flatMap(CborFrameCodecTest::leaves)
                .filter(leaf -> leaf != ClientPacket.ChangeBlock.class && leaf != ServerPacket.ChunkData.class)
                .forEach(leaf -> assertThat(all).as(leaf.getSimpleName()).hasAtLeastOneElementOfType(leaf));
    }

    @ParameterizedTest
    @MethodSource("goldens")
    void elementsThatAreNotKnownAreSkipped(String name) {
        byte[] frame = FrameGolden.ALL.get(name).bytes();
        byte[] longer = Arrays.copyOf(frame, frame.length + 6);
        // Two more elements: [1, {}] and h'00'.
        longer[0] = (byte) (longer[0] + 2);
        System.arraycopy(HEX.parseHex("8201a04100"), 0, longer, frame.length, 5);
        assertThat(codec.encode(read(Arrays.copyOf(longer, frame.length + 5)))).isEqualTo(codec.encode(read(frame)));
    }

    @ParameterizedTest
    @MethodSource("goldens")
    void aFrameThatIsCutOrFollowedByMoreIsMalformed(String name) {
        byte[] frame = FrameGolden.ALL.get(name).bytes();
        for (int length = 0; length < frame.length; length++) {
            assertThat(rejection(codec.decode(Arrays.copyOf(frame, length)))).isEqualTo(Rejection.MALFORMED);
        }
        assertThat(rejection(codec.decode(Arrays.copyOf(frame, frame.length + 1))))
                .isEqualTo(Rejection.MALFORMED);
    }

    @ParameterizedTest
    @MethodSource("goldens")
    void anElementThatIsMissingOrOfAnotherKindIsRefused(String name) {
        byte[] frame = FrameGolden.ALL.get(name).bytes();
        // Only the type: [type].
        boolean needsMore = !(FrameGolden.ALL.get(name).frame() instanceof PeerFrame.Reply reply
                && reply.answer() instanceof PeerFrame.Answer.Done);
        assertThat(needsMore || frame.length == 4).isTrue();
        assertThat(rejection(codec.decode(new byte[] {(byte) 0x81, frame[1]}))).isEqualTo(Rejection.WRONG_SHAPE);
        // [type, {}, {}, {}, {}, {}, {}, {}]
        assertThat(rejection(codec.decode(HEX.parseHex("88" + HEX.toHexDigits(frame[1]) + "a0a0a0a0a0a0a0"))))
                .isEqualTo(Rejection.WRONG_SHAPE);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            # Nothing; a number; a map; an empty array; a type that is a text; two items; a break without a beginning
                                                            | MALFORMED
            01                                              | WRONG_SHAPE
            a0                                              | WRONG_SHAPE
            80                                              | WRONG_SHAPE
            816161                                          | WRONG_SHAPE
            820383030020 01                                 | MALFORMED
            ff                                              | MALFORMED
            # Types that do not exist: 0, 6, 23, 24, the largest; -1 and 2^32 are out of range
            8100                                            | UNKNOWN_TYPE
            8106                                            | UNKNOWN_TYPE
            8117                                            | UNKNOWN_TYPE
            811818                                          | UNKNOWN_TYPE
            811a7fffffff                                    | UNKNOWN_TYPE
            8120                                            | OUT_OF_RANGE
            811b0000000100000000                            | OUT_OF_RANGE
            811bffffffffffffffff                            | OUT_OF_RANGE
            # Questions, answers, events of players and of chunks that do not exist
            84130118ff83030020                              | UNKNOWN_TYPE
            8314 01 00                                      | UNKNOWN_TYPE
            8405 83030020 04 64616e6e61                     | UNKNOWN_TYPE
            840f 83030020 05 64616e6e61                     | UNKNOWN_TYPE
            # Chunks: two coordinates; beyond 2^26; a fraction; a big number
            8202 820300                                     | WRONG_SHAPE
            8202 831a040000000000                           | OUT_OF_RANGE
            8202 83f93c000000                               | WRONG_SHAPE
            8202 83c24901000000000000000000 00              | OUT_OF_RANGE
            # Edits: number 0, voxel 32768, type 65536
            8504 83030020 00 00 00                          | OUT_OF_RANGE
            8504 83030020 01 198000 00                      | OUT_OF_RANGE
            8504 83030020 01 00 1a00010000                  | OUT_OF_RANGE
            # A name with a space; an empty one; a position of NaN, of infinity, too far
            8405 83030020 02 63612062                       | BAD_NAME
            8405 83030020 02 60                             | BAD_NAME
            8505 83030020 03 6161 84f97e00000000            | OUT_OF_RANGE
            8505 83030020 03 6161 8400f97c000000            | OUT_OF_RANGE
            8505 83030020 03 6161 841b7fffffffffffffff000000 | OUT_OF_RANGE
            # A session of 7 bytes, a key of 31, time 1440
            85010202 60 4701234567 89abcd                   | WRONG_SHAPE
            840f 83030020 06 1905a0                         | OUT_OF_RANGE
            # A server without a host, at port 0, with a newline in its name
            830c 83030020 82 60 01                          | WRONG_SHAPE
            830c 83030020 82 6161 00                        | OUT_OF_RANGE
            830c 83030020 82 610a 01                        | WRONG_SHAPE
            # Text that is not UTF-8
            8209 62c328                                     | MALFORMED
            8209 63edb999                                   | MALFORMED
            # Blocks: none; not deflated; a palette of one id without the id
            840a 83030020 05 40                             | MALFORMED
            840a 83030020 05 4401000200                     | MALFORMED
            840a 83030020 05 4a789c6364000000040002 | WRONG_SHAPE
            # Undefined in the place of blocks
            840a 83030020 05 f7                             | WRONG_SHAPE
            # Changes: 5 bytes; voxel 32768
            8415 83030020 06 450000000000                   | WRONG_SHAPE
            8415 83030020 06 4400800000                     | OUT_OF_RANGE
            # Edits of no bytes; digests of 9 bytes
            841401 06 40                                    | MALFORMED
            851401 05 480000000000000002 49000000000000000000 | WRONG_SHAPE
            # Lengths beyond the end: an array, a text, a string of bytes
            9b7fffffffffffffff01                            | MALFORMED
            8209 7b7fffffffffffffff61                       | MALFORMED
            840a 83030020 05 5b7fffffffffffffff61           | MALFORMED
            """)
    void badInputIsRefusedForWhatItIs(String hex, Rejection expected) {
        assertThat(rejection(decode(hex == null ? "" : hex.replace(" ", "")))).isEqualTo(expected);
    }

    @Test
    void longTextsAndDeepNestingAreTooLarge() {
        assertThat(rejection(decode("8209" + "795000" + "61".repeat(0x5000)))).isEqualTo(Rejection.TOO_LARGE);
        assertThat(rejection(decode("8302" + "83030020" + "81".repeat(1000) + "00")))
                .isEqualTo(Rejection.TOO_LARGE);
        // A world's identity of 129 characters.
        assertThat(rejection(decode("85010202" + "7881" + "61".repeat(129) + "480123456789abcdef")))
                .isEqualTo(Rejection.TOO_LARGE);
    }

    @Test
    void anIndefiniteLengthIsAsGoodAsAny() {
        // [_ 2, [_ 3, 0, -1]] with CBOR's own tag before it.
        assertThat(decode("d9d9f79f029f030020ffff"))
                .isEqualTo(new Decoded.Accepted<>(new ClientFrame.Subscribe(new ChunkPos(3, 0, -1))));
    }

    @Test
    void aReasonIsOneLineOfBoundedLength() {
        ServerFrame.Goodbye back =
                (ServerFrame.Goodbye) read(codec.encode(new ServerFrame.Goodbye("a\nb" + "x".repeat(1000))));
        assertThat(back.reason()).startsWith("a b").hasSizeLessThan(310);
    }

    @Test
    void everyChunkComesBackAsItWas() {
        SeededRandom.forEachSeed(60, (seed, random) -> {
            int types = 1 + random.nextInt(random.nextInt(1, 400));
            int run = 1 + random.nextInt(200);
            int[] blocks = new int[ChunkPos.VOLUME];
            for (int voxel = 0; voxel < blocks.length; voxel++) {
                blocks[voxel] =
                        voxel % run == 0 || voxel == 0 ? random.nextInt(types) * 163 % 65536 : blocks[voxel - 1];
            }
            ServerFrame.ChunkState state = new ServerFrame.ChunkState(new ChunkPos(0, 0, 0), seed, Chunk.of(blocks));
            byte[] bytes = codec.encode(state);
            assertThat(bytes.length).isLessThan(Limits.DEFAULT.frameIntoClient());
            ServerFrame.ChunkState back = (ServerFrame.ChunkState) read(bytes);
            assertThat(back.blocks().blocks()).containsExactly(blocks);
            assertThat(back.version()).isEqualTo(seed);
        });
    }

    @Test
    void blocksThatInflateToMoreThanAChunkAreTooLarge() {
        byte[] bomb = deflated(new byte[50 << 20]);
        assertThat(bomb.length).isLessThan(60_000);
        String hex = "840a" + "83030020" + "05" + "59" + HEX.toHexDigits((short) bomb.length) + HEX.formatHex(bomb);
        assertThat(rejection(decode(hex))).isEqualTo(Rejection.TOO_LARGE);
    }

    private static byte[] deflated(byte[] bytes) {
        Deflater deflater = new Deflater();
        deflater.setInput(bytes);
        deflater.finish();
        byte[] out = new byte[1 << 20];
        int length = deflater.deflate(out);
        deflater.end();
        return Arrays.copyOf(out, length);
    }

    @Test
    void theEditsOfAWholeChunkFitAFrameBetweenNodes() {
        List<Edit> edits = new ArrayList<>();
        for (int voxel = 0; voxel < ChunkPos.VOLUME; voxel++) {
            byte[] writer = new byte[WriterId.LENGTH];
            writer[0] = (byte) (voxel % 100);
            edits.add(new Edit(
                    voxel, 65_535, new Stamp((1_795_910_400_000L + voxel * 60_000L) << 16, WriterId.of(writer))));
        }
        byte[] frame = codec.encode(new PeerFrame.Reply(1, new PeerFrame.Answer.Edits(EditBatch.of(edits), List.of())));
        assertThat(frame.length).isLessThan(Limits.DEFAULT.frameBetweenNodes());
        assertThat(((PeerFrame.Reply) read(frame)).answer())
                .isEqualTo(new PeerFrame.Answer.Edits(EditBatch.of(edits), List.of()));
    }

    @Test
    void noBytesMakeItThrow() {
        List<byte[]> frames =
                FrameGolden.ALL.values().stream().map(FrameGolden.Golden::bytes).toList();
        SeededRandom.forEachSeed(Integer.getInteger("voxelpopuli.fuzz", 20_000), (seed, random) -> {
            byte[] frame = frames.get(random.nextInt(frames.size())).clone();
            for (int mutations = 1 + random.nextInt(4); mutations > 0; mutations--) {
                int at = random.nextInt(frame.length);
                switch (random.nextInt(4)) {
                    case 0 -> frame[at] = (byte) random.nextInt(256);
                    case 1 -> frame[at] = (byte) (frame[at] ^ (1 << random.nextInt(8)));
                    case 2 -> frame = Arrays.copyOf(frame, Math.max(1, at));
                    default -> {
                        byte[] other = frames.get(random.nextInt(frames.size()));
                        int length = Math.min(other.length, frame.length - at);
                        System.arraycopy(other, 0, frame, at, length);
                    }
                }
            }
            Decoded<Frame> decoded = codec.decode(frame);
            if (decoded instanceof Decoded.Accepted<Frame> accepted) {
                // What is accepted can be written.
                assertThat(codec.encode(accepted.value())).isNotEmpty();
            } else {
                rejection(decoded);
            }
        });
    }
}
