package org.voxelpopuli.protocol.json;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.voxelpopuli.directory.ServerAddress;
import org.voxelpopuli.protocol.Acknowledgement;
import org.voxelpopuli.protocol.BadMessage;
import org.voxelpopuli.protocol.ClientPacket;
import org.voxelpopuli.protocol.Decoded;
import org.voxelpopuli.protocol.DirectoryQuery;
import org.voxelpopuli.protocol.DirectoryReply;
import org.voxelpopuli.protocol.Handshake;
import org.voxelpopuli.protocol.Limits;
import org.voxelpopuli.protocol.Names;
import org.voxelpopuli.protocol.Packet;
import org.voxelpopuli.protocol.PacketCodec;
import org.voxelpopuli.protocol.Rejection;
import org.voxelpopuli.protocol.ServerPacket;
import org.voxelpopuli.world.Chunk;
import org.voxelpopuli.world.ChunkPos;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/**
 * The seed's JSON lines. Every encoded message ends with {@code \n}. Read strictly as JSON, loosely as messages: fields may come
 * in any order, others than ours are skipped, {@code 1.0} is an integer, and {@code player} may be left out where a packet has
 * none; but a field that occurs twice, anything behind the value, and bytes that are not UTF-8 are refused.
 */
public final class SeedJsonCodec implements PacketCodec {
    /** The answer to a {@code ping}, which is no JSON (SPEC V6.2). A client must not insist on the newline. */
    public static final String PONG = "pong\n";

    /** The first byte of a query for a chunk's server (SPEC V8.1). */
    public static final byte LOCATE_CHUNK = 0;

    /** The first byte of a query for a player's position. */
    public static final byte FIND_PLAYER = 1;

    /** The most arguments that a client's packet has. */
    private static final int MOST_CLIENT_ARGS = 4;

    private final Limits limits;
    private final JsonBytes json;

    /** A codec with {@link Limits#DEFAULT}. */
    public SeedJsonCodec() {
        this(Limits.DEFAULT);
    }

    /** A codec that refuses longer and deeper frames than these. */
    public SeedJsonCodec(Limits limits) {
        this.limits = limits;
        this.json = new JsonBytes(limits.depth());
    }

    /** The bytes of {@link #PONG}. */
    public static byte[] pong() {
        return PONG.getBytes(StandardCharsets.US_ASCII);
    }

    @Override
    public byte[] encode(Packet packet) {
        if (packet instanceof ServerPacket server) {
            return encodeServer(server);
        }
        return encodeClient((ClientPacket) packet);
    }

    private static byte[] encodeServer(ServerPacket packet) {
        if (packet instanceof ServerPacket.ChunkData data) {
            return ChunkNumbers.encode(data.chunk());
        }
        if (packet instanceof ServerPacket.TimeOfDay time) {
            return SeedJsonWriter.packet(PacketJson.TIME, "", SeedJsonWriter.toTheSecond(time.minutes()));
        }
        if (packet instanceof ServerPacket.PlayerMoved moved) {
            return SeedJsonWriter.player(PacketJson.PLAYER_MOVE, moved.player(), moved.position(), true);
        }
        if (packet instanceof ServerPacket.PlayerRegistered registered) {
            return SeedJsonWriter.player(PacketJson.PLAYER_REGISTER, registered.player(), registered.position(), false);
        }
        ServerPacket.PlayerDeregistered left = (ServerPacket.PlayerDeregistered) packet;
        return SeedJsonWriter.packet(PacketJson.PLAYER_DEREGISTER, left.player().text());
    }

    private static byte[] encodeClient(ClientPacket packet) {
        if (packet instanceof ClientPacket.MovePlayer moved) {
            return SeedJsonWriter.player(PacketJson.PLAYER_MOVE, moved.player(), moved.position(), true);
        }
        if (packet instanceof ClientPacket.ChangeBlock change) {
            return SeedJsonWriter.packet(
                    PacketJson.BLOCK_CHANGE, "", change.x(), change.y(), change.z(), change.block());
        }
        if (packet instanceof ClientPacket.RegisterPlayer registered) {
            return SeedJsonWriter.player(PacketJson.PLAYER_REGISTER, registered.player(), registered.position(), false);
        }
        ClientPacket.DeregisterPlayer left = (ClientPacket.DeregisterPlayer) packet;
        return SeedJsonWriter.packet(PacketJson.PLAYER_DEREGISTER, left.player().text());
    }

    @Override
    public byte[] encode(Handshake handshake) {
        if (handshake instanceof Handshake.Connect connect) {
            return SeedJsonWriter.handshake("connect", connect.chunk());
        }
        if (handshake instanceof Handshake.Generate generate) {
            return SeedJsonWriter.handshake("generate", generate.chunk());
        }
        return SeedJsonWriter.handshake(handshake instanceof Handshake.Dht ? "dht" : "ping");
    }

    @Override
    public byte[] encode(Acknowledgement acknowledgement) {
        return acknowledgement.error().map(SeedJsonWriter::failure).orElseGet(SeedJsonWriter::success);
    }

    @Override
    public byte[] encode(DirectoryQuery query) {
        if (query instanceof DirectoryQuery.LocateChunk locate) {
            return SeedJsonWriter.locateChunk(locate.chunk());
        }
        return SeedJsonWriter.findPlayer(
                ((DirectoryQuery.FindPlayer) query).player().text());
    }

    @Override
    public byte[] encode(DirectoryReply reply) {
        if (reply instanceof DirectoryReply.ChunkServerAt at) {
            return SeedJsonWriter.server(at.server().host(), at.server().port());
        }
        if (reply instanceof DirectoryReply.PlayerAt at) {
            return SeedJsonWriter.position(at.position());
        }
        return SeedJsonWriter.failure(((DirectoryReply.Failed) reply).reason());
    }

    @Override
    public Decoded<ClientPacket> decodeClientPacket(byte[] frame) {
        return decode(frame, 0, limits.lineIntoServer(), parser -> {
            PacketJson packet = PacketJson.read(parser, MOST_CLIENT_ARGS);
            return switch (packet.type()) {
                case PacketJson.PLAYER_REGISTER ->
                    new ClientPacket.RegisterPlayer(packet.player(), packet.position(false));
                case PacketJson.PLAYER_DEREGISTER -> {
                    packet.args(0, "none");
                    yield new ClientPacket.DeregisterPlayer(packet.player());
                }
                case PacketJson.PLAYER_MOVE -> new ClientPacket.MovePlayer(packet.player(), packet.position(true));
                case PacketJson.BLOCK_CHANGE -> changeBlock(packet);
                default -> throw packet.unknownType("1, 2, 3 and 7 from a client");
            };
        });
    }

    private static ClientPacket changeBlock(PacketJson packet) throws BadMessage {
        double[] args = packet.args(4, "x, y, z, type");
        return new ClientPacket.ChangeBlock(
                Numbers.integer(args[0], "x", 0, ChunkPos.SIZE - 1),
                Numbers.integer(args[1], "y", 0, ChunkPos.SIZE - 1),
                Numbers.integer(args[2], "z", 0, ChunkPos.SIZE - 1),
                Numbers.blockType(args[3]));
    }

    @Override
    public Decoded<ServerPacket> decodeServerPacket(byte[] frame) {
        Chunk quick = frame.length <= limits.lineIntoClient() ? ChunkNumbers.decode(frame) : null;
        if (quick != null) {
            return new Decoded.Accepted<>(new ServerPacket.ChunkData(quick));
        }
        return decode(frame, 0, limits.lineIntoClient(), parser -> {
            PacketJson packet = PacketJson.read(parser, ChunkPos.VOLUME);
            return switch (packet.type()) {
                case PacketJson.PLAYER_REGISTER ->
                    new ServerPacket.PlayerRegistered(packet.player(), packet.position(false));
                case PacketJson.PLAYER_DEREGISTER -> {
                    packet.args(0, "none");
                    yield new ServerPacket.PlayerDeregistered(packet.player());
                }
                case PacketJson.PLAYER_MOVE -> new ServerPacket.PlayerMoved(packet.player(), packet.position(true));
                case PacketJson.CHUNK_DATA -> chunkData(packet);
                case PacketJson.TIME ->
                    new ServerPacket.TimeOfDay(Numbers.minutesOfDay(packet.args(1, "minutes from midnight")[0]));
                default -> throw packet.unknownType("1, 2, 3, 5 and 6 from a server");
            };
        });
    }

    private static ServerPacket chunkData(PacketJson packet) throws BadMessage {
        double[] args = packet.args(ChunkPos.VOLUME, "the blocks of a chunk");
        int[] blocks = new int[args.length];
        for (int voxel = 0; voxel < args.length; voxel++) {
            blocks[voxel] = Numbers.blockType(args[voxel]);
        }
        return new ServerPacket.ChunkData(Chunk.of(blocks));
    }

    @Override
    public Decoded<Handshake> decodeHandshake(byte[] frame) {
        return decode(frame, 0, limits.lineIntoServer(), parser -> {
            JsonBytes.requireObject(parser);
            String type = null;
            double[] chunk = null;
            while (parser.nextToken() != JsonToken.END_OBJECT) {
                String field = parser.currentName();
                parser.nextToken();
                if (field.equals("type")) {
                    requireFirst(type, field);
                    type = JsonBytes.string(parser, field);
                } else if (field.equals("chunk")) {
                    requireFirst(chunk, field);
                    chunk = JsonBytes.numbers(parser, field, 3);
                } else {
                    parser.skipChildren();
                }
            }
            return handshake(type, chunk);
        });
    }

    private static Handshake handshake(@Nullable String type, double @Nullable [] chunk) throws BadMessage {
        String allowed = "'connect', 'generate', 'dht' or 'ping'";
        if (type == null) {
            throw JsonBytes.missing("type", allowed);
        }
        return switch (type) {
            case "connect" -> new Handshake.Connect(requireChunk(chunk));
            case "generate" -> new Handshake.Generate(requireChunk(chunk));
            case "dht" -> new Handshake.Dht();
            case "ping" -> new Handshake.Ping();
            default -> throw new BadMessage(Rejection.UNKNOWN_TYPE, "'type' is not known, allowed is " + allowed);
        };
    }

    private static ChunkPos requireChunk(double @Nullable [] chunk) throws BadMessage {
        if (chunk == null) {
            throw JsonBytes.missing("chunk", "[x,y,z] or [x,z]");
        }
        return Numbers.chunk(chunk);
    }

    private static void requireFirst(@Nullable Object value, String field) throws BadMessage {
        if (value != null) {
            throw JsonBytes.twice(field);
        }
    }

    @Override
    public Decoded<Acknowledgement> decodeAcknowledgement(byte[] frame) {
        return decode(frame, 0, limits.lineIntoClient(), SeedJsonCodec::acknowledgement);
    }

    private static Acknowledgement acknowledgement(JsonParser parser) throws BadMessage {
        JsonBytes.requireObject(parser);
        Boolean ok = null;
        String error = null;
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String field = parser.currentName();
            JsonToken token = parser.nextToken();
            if (field.equals("ok")) {
                requireFirst(ok, field);
                if (token != JsonToken.VALUE_TRUE && token != JsonToken.VALUE_FALSE) {
                    throw JsonBytes.wrongShape("'ok' is " + JsonBytes.kind(token) + ", allowed is a boolean");
                }
                ok = token == JsonToken.VALUE_TRUE;
            } else if (field.equals("error")) {
                requireFirst(error, field);
                error = JsonBytes.string(parser, field);
            } else {
                parser.skipChildren();
            }
        }
        if (ok == null) {
            throw JsonBytes.missing("ok", "true or false");
        }
        if (ok) {
            return Acknowledgement.OK;
        }
        if (error == null) {
            throw JsonBytes.missing("error", "a reason where 'ok' is false");
        }
        return new Acknowledgement(Optional.of(Names.reason(error)));
    }

    @Override
    public Decoded<DirectoryQuery> decodeDirectoryQuery(byte[] frame) {
        if (frame.length > 0 && frame[0] == LOCATE_CHUNK) {
            return decode(frame, 1, limits.lineIntoServer(), parser -> {
                return new DirectoryQuery.LocateChunk(Numbers.chunk(JsonBytes.numbers(parser, "chunk", 3)));
            });
        }
        if (frame.length > 0 && frame[0] == FIND_PLAYER) {
            return decode(frame, 1, limits.lineIntoServer(), SeedJsonCodec::findPlayer);
        }
        return new Decoded.Rejected<>(
                Rejection.UNKNOWN_TYPE,
                "the first byte of a query is not known, allowed are 0x00 (a chunk) and 0x01 (a player)");
    }

    private static DirectoryQuery findPlayer(JsonParser parser) throws BadMessage {
        JsonBytes.requireObject(parser);
        String name = null;
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String field = parser.currentName();
            parser.nextToken();
            if (field.equals("name")) {
                requireFirst(name, field);
                name = JsonBytes.string(parser, field);
            } else {
                parser.skipChildren();
            }
        }
        if (name == null) {
            throw JsonBytes.missing("name", "a player's name");
        }
        return new DirectoryQuery.FindPlayer(Names.parse(name));
    }

    @Override
    public Decoded<DirectoryReply> decodeDirectoryReply(byte[] frame, DirectoryQuery query) {
        return decode(frame, 0, limits.lineIntoClient(), parser -> {
            if (parser.currentToken() == JsonToken.START_OBJECT) {
                String reason = acknowledgement(parser)
                        .error()
                        .orElseThrow(() ->
                                JsonBytes.wrongShape("the reply is {\"ok\":true}, allowed is a list or a failure"));
                return new DirectoryReply.Failed(reason);
            }
            if (parser.currentToken() != JsonToken.START_ARRAY) {
                throw JsonBytes.wrongShape(
                        "the reply is " + JsonBytes.kind(parser.currentToken()) + ", allowed is a list or a failure");
            }
            return query instanceof DirectoryQuery.LocateChunk ? serverAt(parser) : playerAt(parser);
        });
    }

    private static DirectoryReply serverAt(JsonParser parser) throws BadMessage {
        List<Object> parts = JsonBytes.scalars(parser, "the reply", 2);
        if (parts.size() == 2 && parts.get(0) instanceof String host && parts.get(1) instanceof Double port) {
            return new DirectoryReply.ChunkServerAt(
                    new ServerAddress(Names.host(host), Numbers.integer(port, "port", 1, 65_535)));
        }
        throw JsonBytes.wrongShape("the reply is another list, allowed is [\"host\",port]");
    }

    private static DirectoryReply playerAt(JsonParser parser) throws BadMessage {
        double[] numbers = JsonBytes.numbers(parser, "the reply", 3);
        if (numbers.length != 3) {
            throw JsonBytes.wrongShape("the reply has " + numbers.length + " numbers, allowed is [x,y,z]");
        }
        return new DirectoryReply.PlayerAt(Numbers.position(numbers[0], numbers[1], numbers[2], 0));
    }

    private <T> Decoded<T> decode(byte[] frame, int offset, int limit, JsonBytes.Reading<T> reading) {
        if (frame.length > limit) {
            return new Decoded.Rejected<>(
                    Rejection.TOO_LARGE, "the message has " + frame.length + " bytes, allowed are " + limit);
        }
        try {
            return new Decoded.Accepted<>(json.read(frame, offset, reading));
        } catch (BadMessage e) {
            return e.rejected();
        }
    }
}
