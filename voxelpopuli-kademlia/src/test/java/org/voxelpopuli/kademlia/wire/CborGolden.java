package org.voxelpopuli.kademlia.wire;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.voxelpopuli.kademlia.id.Contact;
import org.voxelpopuli.kademlia.id.NodeId;

/** Messages and what they are on the wire, made by another program from RFC 8949. They are also the examples of docs/kademlia-wire.md. */
public final class CborGolden {
    /**
     * A message.
     *
     * @param envelope as it is written
     * @param hex its bytes
     */
    public record Golden(Envelope envelope, String hex) {
        /** The datagram. */
        public byte[] datagram() {
            return HexFormat.of().parseHex(hex);
        }
    }

    /** By name, in the order of the page. */
    public static final Map<String, Golden> ALL = new LinkedHashMap<>();

    static final long ID = 0x0123_4567_89AB_CDEFL;
    static final long TOKEN = 0xFEDC_BA98_7654_3210L;
    static final long NETWORK = 0x1122_3344_5566_7788L;
    static final Proof PROOF = proof();
    /** {@code printf abc | sha1sum}. */
    public static final NodeId A = NodeId.parse("a9993e364706816aba3e25717850c26c9cd0d89d");
    /** {@code printf hello | sha1sum}. */
    static final NodeId B = NodeId.parse("aaf4c61ddcc5e8a2dabede0f3b482cd9aea9434d");
    /** {@code printf 0,0,0 | sha1sum}. */
    static final NodeId CHUNK = NodeId.parse("79612e4393d881028d706abb3dcfb841c898d7bf");
    /** {@code printf alice | sha1sum}. */
    static final NodeId PLAYER = NodeId.parse("522b276a356bdf39013dfabea2cd43e141ecc9e8");

    /** {@code printf 'Imagine - John Lennon' | sha1sum}. */
    static final NodeId SONG = NodeId.parse("50aa08f3c60aa5ebf66d7230e4ddc72b9e1efd06");

    static final Contact IPV4 = contact(A, "10.0.0.2", 5000);
    static final Contact LOCAL = contact(B, "127.0.0.1", 4000);
    static final Contact IPV6 = contact(PLAYER, "2001:db8::7", 65_535);
    private static final WireValue SERVER = WireValue.items(WireValue.of("192.0.2.7"), WireValue.of(4001));
    private static final WireValue ALICE = fields(
            "name",
            WireValue.of("alice"),
            "position",
            WireValue.items(WireValue.of(1.0), WireValue.of(32.5), WireValue.of(-3.0)));

    /** Of a file of the three bytes {@code abc}. */
    private static final WireValue ROUTE = fields(
            "prefix",
            WireValue.of("/a/b"),
            "udp",
            WireValue.items(
                    WireValue.items(WireValue.of("192.0.2.7"), WireValue.of(6363), WireValue.of(1_764_432_000_000L))));

    private static final WireValue KAD_FILE = fields(
            "song",
            WireValue.of("Imagine"),
            "artist",
            WireValue.of("John Lennon"),
            "version",
            WireValue.of(2),
            "id",
            WireValue.of("qvTGHdzF6KLavt4PO0gs2a6pQ00"),
            "root",
            WireValue.of("POhKTChuTIxj3k98rwlr3UynQZs2l6tGl8eCBh1esiI"),
            "length",
            WireValue.of(3),
            "providers",
            WireValue.items(WireValue.items(
                    WireValue.of("qZk-NkcGgWq6PiVxeFDCbJzQ2J0"), WireValue.of("10.0.0.2"), WireValue.of(5000))));

    /** The key pair is that of RFC 8032, section 7.1, TEST 2; the signature was made by OpenSSL. */
    static final WireValue SIGNED = WireValue.items(
            WireValue.of(1_700_000_000_000L),
            bytes("3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c"),
            bytes("e236452c92492cde1d486089c1b2062872f56349f630453ba3d552c2e767db1b"
                    + "4b4efac33d70985edc66757af246a5ecd5a285801895f306fc82703cecd46a00"));

    /** What {@link #SIGNED} signs: the value {@code text} under the key of alice. */
    public static final String SIGNED_MESSAGE =
            "8572766f78656c706f70756c69207265636f72646576616c756554522b276a356bdf39013dfabea2cd43e141ecc9e81b0000018bcfe568006474657874";

    static {
        add("PING request", request("PING"), "85011b0123456789abcdef54a9993e364706816aba3e25717850c26c9cd0d89d0080");
        add("PING reply", reply(WireValue.of(B)), "83021b0123456789abcdef54aaf4c61ddcc5e8a2dabede0f3b482cd9aea9434d");
        add(
                "FIND_NODE request",
                request("FIND_NODE", WireValue.of(CHUNK)),
                "85011b0123456789abcdef54a9993e364706816aba3e25717850c26c9cd0d89d01815479612e4393d881028d706abb3dcfb841c898d7bf");
        add(
                "FIND_NODE reply",
                reply(contacts(IPV4, LOCAL)),
                "83021b0123456789abcdef5834a9993e364706816aba3e25717850c26c9cd0d89d0a0000021388aaf4c61ddcc5e8a2dabede0f3b482cd9aea9434d7f0000010fa0");
        add(
                "STORE request",
                request("STORE", WireValue.of(PLAYER), WireValue.of("text")),
                "85011b0123456789abcdef54a9993e364706816aba3e25717850c26c9cd0d89d028254522b276a356bdf39013dfabea2cd43e141ecc9e86474657874");
        add(
                "STORE request, signed",
                request("STORE", WireValue.of(PLAYER), WireValue.of("text"), SIGNED),
                "85011b0123456789abcdef54a9993e364706816aba3e25717850c26c9cd0d89d028354522b276a356bdf39013dfabea2cd43e141ecc9e86474657874831b0000018bcfe5680058203d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c5840e236452c92492cde1d486089c1b2062872f56349f630453ba3d552c2e767db1b4b4efac33d70985edc66757af246a5ecd5a285801895f306fc82703cecd46a00");
        add("STORE reply", reply(WireValue.TRUE), "83021b0123456789abcdeff5");
        add(
                "FIND_VALUE request",
                request("FIND_VALUE", WireValue.of(PLAYER)),
                "85011b0123456789abcdef54a9993e364706816aba3e25717850c26c9cd0d89d038154522b276a356bdf39013dfabea2cd43e141ecc9e8");
        add(
                "FIND_VALUE reply",
                reply(fields("value", WireValue.of("text"))),
                "83021b0123456789abcdefa16576616c75656474657874");
        add(
                "FIND_VALUE reply, signed",
                reply(fields("value", WireValue.of("text"), "signed", SIGNED)),
                "83021b0123456789abcdefa26576616c75656474657874667369676e6564831b0000018bcfe5680058203d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c5840e236452c92492cde1d486089c1b2062872f56349f630453ba3d552c2e767db1b4b4efac33d70985edc66757af246a5ecd5a285801895f306fc82703cecd46a00");
        add(
                "FIND_VALUE reply, not found",
                reply(fields("nodes", contacts(IPV4))),
                "83021b0123456789abcdefa1656e6f646573581aa9993e364706816aba3e25717850c26c9cd0d89d0a0000021388");
        add(
                "STORE_CHUNK request",
                request("STORE_CHUNK", WireValue.of(CHUNK), SERVER),
                "85011b0123456789abcdef54a9993e364706816aba3e25717850c26c9cd0d89d04825479612e4393d881028d706abb3dcfb841c898d7bf82693139322e302e322e37190fa1");
        add("STORE_CHUNK reply", reply(WireValue.TRUE), "83021b0123456789abcdeff5");
        add(
                "FIND_CHUNK request",
                request("FIND_CHUNK", WireValue.of(CHUNK)),
                "85011b0123456789abcdef54a9993e364706816aba3e25717850c26c9cd0d89d05815479612e4393d881028d706abb3dcfb841c898d7bf");
        add(
                "FIND_CHUNK reply",
                reply(fields("value", SERVER)),
                "83021b0123456789abcdefa16576616c756582693139322e302e322e37190fa1");
        add(
                "FIND_CLAIM request",
                request("FIND_CLAIM", WireValue.of(CHUNK)),
                "85011b0123456789abcdef54a9993e364706816aba3e25717850c26c9cd0d89d6a46494e445f434c41494d815479612e4393d881028d706abb3dcfb841c898d7bf");
        add(
                "FIND_CLAIM reply",
                reply(WireValue.items(WireValue.of(7), WireValue.of(B), SERVER)),
                "83021b0123456789abcdef830754aaf4c61ddcc5e8a2dabede0f3b482cd9aea9434d82693139322e302e322e37190fa1");
        add("FIND_CLAIM reply, not known", reply(WireValue.NULL), "83021b0123456789abcdeff6");
        add(
                "STORE_PLAYER request",
                request("STORE_PLAYER", WireValue.of(PLAYER), ALICE),
                "85011b0123456789abcdef54a9993e364706816aba3e25717850c26c9cd0d89d068254522b276a356bdf39013dfabea2cd43e141ecc9e8a2646e616d6565616c69636568706f736974696f6e8301c4822019014522");
        add("STORE_PLAYER reply", reply(WireValue.FALSE), "83021b0123456789abcdeff4");
        add(
                "FIND_PLAYER request",
                request("FIND_PLAYER", WireValue.of(PLAYER)),
                "85011b0123456789abcdef54a9993e364706816aba3e25717850c26c9cd0d89d078154522b276a356bdf39013dfabea2cd43e141ecc9e8");
        add(
                "FIND_PLAYER reply",
                reply(fields("value", ALICE)),
                "83021b0123456789abcdefa16576616c7565a2646e616d6565616c69636568706f736974696f6e8301c4822019014522");
        add(
                "STORE_FILE request",
                request("STORE_FILE", WireValue.of(SONG), KAD_FILE),
                "85011b0123456789abcdef54a9993e364706816aba3e25717850c26c9cd0d89d08825450aa08f3c60aa5ebf66d7230e4ddc72b9e1efd06a764736f6e6767496d6167696e65666172746973746b4a6f686e204c656e6e6f6e6776657273696f6e02626964781b7176544748647a46364b4c61767434504f3067733261367051303064726f6f74782b504f684b544368755449786a336b393872776c723355796e515a73326c3674476c38654342683165736949666c656e677468036970726f7669646572738183781b715a6b2d4e6b6347675771365069567865464443624a7a51324a306831302e302e302e32191388");
        add("STORE_FILE reply", reply(WireValue.TRUE), "83021b0123456789abcdeff5");
        add(
                "FIND_FILE request",
                request("FIND_FILE", WireValue.of(SONG)),
                "85011b0123456789abcdef54a9993e364706816aba3e25717850c26c9cd0d89d09815450aa08f3c60aa5ebf66d7230e4ddc72b9e1efd06");
        add(
                "FIND_FILE reply",
                reply(fields("value", KAD_FILE)),
                "83021b0123456789abcdefa16576616c7565a764736f6e6767496d6167696e65666172746973746b4a6f686e204c656e6e6f6e6776657273696f6e02626964781b7176544748647a46364b4c61767434504f3067733261367051303064726f6f74782b504f684b544368755449786a336b393872776c723355796e515a73326c3674476c38654342683165736949666c656e677468036970726f7669646572738183781b715a6b2d4e6b6347675771365069567865464443624a7a51324a306831302e302e302e32191388");
        add(
                "STORE_ROUTE request",
                request("STORE_ROUTE", WireValue.of(SONG), ROUTE),
                "85011b0123456789abcdef54a9993e364706816aba3e25717850c26c9cd0d89d0a825450aa08f3c60aa5ebf66d7230e4ddc72b9e1efd06a266707265666978642f612f62637564708183693139322e302e322e371918db1b0000019ad057b400");
        add("STORE_ROUTE reply", reply(WireValue.TRUE), "83021b0123456789abcdeff5");
        add(
                "FIND_ROUTE request",
                request("FIND_ROUTE", WireValue.of(SONG)),
                "85011b0123456789abcdef54a9993e364706816aba3e25717850c26c9cd0d89d0b815450aa08f3c60aa5ebf66d7230e4ddc72b9e1efd06");
        add(
                "FIND_ROUTE reply",
                reply(fields("value", ROUTE)),
                "83021b0123456789abcdefa16576616c7565a266707265666978642f612f62637564708183693139322e302e322e371918db1b0000019ad057b400");
        add(
                "a procedure without a number, request",
                request("COUNT", WireValue.of(1)),
                "85011b0123456789abcdef54a9993e364706816aba3e25717850c26c9cd0d89d65434f554e548101");
        add(
                "request to",
                request(RequestOptions.NONE.withTo(B), "PING"),
                "86011b0123456789abcdef54a9993e364706816aba3e25717850c26c9cd0d89d0080a10144aaf4c61d");
        add(
                "request with padding",
                request(RequestOptions.NONE.withPadding(6), "PING"),
                "86011b0123456789abcdef54a9993e364706816aba3e25717850c26c9cd0d89d0080a10246000000000000");
        add(
                "request with token",
                request(RequestOptions.NONE.withToken(TOKEN), "PING"),
                "86011b0123456789abcdef54a9993e364706816aba3e25717850c26c9cd0d89d0080a10348fedcba9876543210");
        add(
                "request with network",
                request(RequestOptions.NONE.withNetwork(NETWORK), "PING"),
                "86011b0123456789abcdef54a9993e364706816aba3e25717850c26c9cd0d89d0080a104481122334455667788");
        add(
                "request with all options",
                request(
                        RequestOptions.NONE
                                .withTo(B)
                                .withPadding(6)
                                .withToken(TOKEN)
                                .withNetwork(NETWORK),
                        "FIND_NODE",
                        WireValue.of(CHUNK)),
                "86011b0123456789abcdef54a9993e364706816aba3e25717850c26c9cd0d89d01815479612e4393d881028d706abb3dcfb841c898d7bfa40144aaf4c61d02460000000000000348fedcba987654321004481122334455667788");
        add(
                "reply with node",
                reply(ReplyOptions.NONE.withNode(B), WireValue.NULL),
                "84021b0123456789abcdeff6a10154aaf4c61ddcc5e8a2dabede0f3b482cd9aea9434d");
        add(
                "reply with token",
                reply(ReplyOptions.NONE.withToken(TOKEN), WireValue.NULL),
                "84021b0123456789abcdeff6a10348fedcba9876543210");
        add(
                "reply with more",
                reply(ReplyOptions.NONE.withMore(300), contacts(IPV4)),
                "84021b0123456789abcdef581aa9993e364706816aba3e25717850c26c9cd0d89d0a0000021388a10419012c");
        add(
                "reply with proof",
                reply(ReplyOptions.NONE.withProof(PROOF), WireValue.NULL),
                "84021b0123456789abcdeff6a1055860000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f202122232425262728292a2b2c2d2e2f303132333435363738393a3b3c3d3e3f404142434445464748494a4b4c4d4e4f505152535455565758595a5b5c5d5e5f");
        add(
                "reply with all options",
                reply(ReplyOptions.NONE.withNode(B).withToken(TOKEN).withMore(1).withProof(PROOF), contacts(IPV4)),
                "84021b0123456789abcdef581aa9993e364706816aba3e25717850c26c9cd0d89d0a0000021388a40154aaf4c61ddcc5e8a2dabede0f3b482cd9aea9434d0348fedcba98765432100401055860000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f202122232425262728292a2b2c2d2e2f303132333435363738393a3b3c3d3e3f404142434445464748494a4b4c4d4e4f505152535455565758595a5b5c5d5e5f");
        add("refusal", new Envelope.Refusal(ID, RefusalCode.BUSY, "busy"), "84031b0123456789abcdef066462757379");
        add(
                "refusal of an old record",
                new Envelope.Refusal(ID, RefusalCode.TOO_OLD, "a newer record is held"),
                "84031b0123456789abcdef037661206e65776572207265636f72642069732068656c64");
        add(
                "refusal with a token",
                new Envelope.Refusal(
                        ID, RefusalCode.TOKEN_NEEDED.number(), "a token is needed", ReplyOptions.NONE.withToken(TOKEN)),
                "85031b0123456789abcdef02716120746f6b656e206973206e6565646564a10348fedcba9876543210");
        add(
                "refusal with all options",
                new Envelope.Refusal(
                        ID,
                        RefusalCode.WRONG_NETWORK.number(),
                        "this is network voxelpopuli",
                        ReplyOptions.NONE.withNode(B).withToken(TOKEN).withMore(1)),
                "85031b0123456789abcdef01781b74686973206973206e6574776f726b20766f78656c706f70756c69a30154aaf4c61ddcc5e8a2dabede0f3b482cd9aea9434d0348fedcba98765432100401");
        add(
                "refusal of an unknown reason",
                new Envelope.Refusal(ID, 99, "", ReplyOptions.NONE),
                "84031b0123456789abcdef186360");
        add(
                "Text",
                reply(WireValue.of("gr\u00fc\u00dfe \ud83d\ude00")),
                "83021b0123456789abcdef6c6772c3bcc39f6520f09f9880");
        add("Num 0", reply(new WireValue.Num("0")), "83021b0123456789abcdef00");
        add("Num 23", reply(new WireValue.Num("23")), "83021b0123456789abcdef17");
        add("Num 24", reply(new WireValue.Num("24")), "83021b0123456789abcdef1818");
        add("Num 255", reply(new WireValue.Num("255")), "83021b0123456789abcdef18ff");
        add("Num 256", reply(new WireValue.Num("256")), "83021b0123456789abcdef190100");
        add("Num 65536", reply(new WireValue.Num("65536")), "83021b0123456789abcdef1a00010000");
        add("Num 4294967296", reply(new WireValue.Num("4294967296")), "83021b0123456789abcdef1b0000000100000000");
        add(
                "Num 9223372036854775807",
                reply(new WireValue.Num("9223372036854775807")),
                "83021b0123456789abcdef1b7fffffffffffffff");
        add("Num -1", reply(new WireValue.Num("-1")), "83021b0123456789abcdef20");
        add("Num -500", reply(new WireValue.Num("-500")), "83021b0123456789abcdef3901f3");
        add(
                "Num -9223372036854775808",
                reply(new WireValue.Num("-9223372036854775808")),
                "83021b0123456789abcdef3b7fffffffffffffff");
        add("Num 32.5", reply(new WireValue.Num("32.5")), "83021b0123456789abcdefc48220190145");
        add("Num -0.125", reply(new WireValue.Num("-0.125")), "83021b0123456789abcdefc48222387c");
        add("Num 1.50", reply(new WireValue.Num("1.50")), "83021b0123456789abcdefc482211896");
        add("Num 1e3", reply(new WireValue.Num("1e3")), "83021b0123456789abcdefda766f786563316533");
        add("Num -0.0", reply(new WireValue.Num("-0.0")), "83021b0123456789abcdefda766f7865642d302e30");
        add(
                "Num 12345678901234567890123",
                reply(new WireValue.Num("12345678901234567890123")),
                "83021b0123456789abcdefda766f7865773132333435363738393031323334353637383930313233");
        add("Bool", reply(WireValue.TRUE), "83021b0123456789abcdeff5");
        add("Null", reply(WireValue.NULL), "83021b0123456789abcdeff6");
        add(
                "Items",
                reply(WireValue.items(WireValue.of(1), WireValue.of("a"), WireValue.items())),
                "83021b0123456789abcdef8301616180");
        add("Fields", reply(fields("b", WireValue.of(1), "a", fields())), "83021b0123456789abcdefa26162016161a0");
        add("Id", reply(WireValue.of(A)), "83021b0123456789abcdef54a9993e364706816aba3e25717850c26c9cd0d89d");
        add("Bytes", reply(WireValue.Bytes.of(new byte[] {0, -1, 16})), "83021b0123456789abcdef4300ff10");
        add(
                "Contacts, IPv4",
                reply(contacts(IPV4, LOCAL)),
                "83021b0123456789abcdef5834a9993e364706816aba3e25717850c26c9cd0d89d0a0000021388aaf4c61ddcc5e8a2dabede0f3b482cd9aea9434d7f0000010fa0");
        add(
                "Contacts, IPv4 and IPv6",
                reply(contacts(IPV6, IPV4)),
                "83021b0123456789abcdef82581aa9993e364706816aba3e25717850c26c9cd0d89d0a00000213885826522b276a356bdf39013dfabea2cd43e141ecc9e820010db8000000000000000000000007ffff");
        add("Contacts, none", reply(contacts()), "83021b0123456789abcdef40");
    }

    private CborGolden() {}

    private static void add(String name, Envelope envelope, String hex) {
        if (ALL.put(name, new Golden(envelope, hex)) != null) {
            throw new IllegalStateException(name + " is here twice");
        }
    }

    static Contact contact(NodeId id, String address, int port) {
        try {
            return new Contact(id, new InetSocketAddress(InetAddress.getByName(address), port));
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException(e);
        }
    }

    static WireValue contacts(Contact... contacts) {
        return new WireValue.Contacts(List.of(contacts));
    }

    private static WireValue bytes(String hex) {
        return WireValue.Bytes.of(HexFormat.of().parseHex(hex));
    }

    private static WireValue fields(Object... namesAndValues) {
        Map<String, WireValue> fields = new LinkedHashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            fields.put((String) namesAndValues[i], (WireValue) namesAndValues[i + 1]);
        }
        return new WireValue.Fields(fields);
    }

    private static Envelope request(String rpc, WireValue... args) {
        return request(RequestOptions.NONE, rpc, args);
    }

    private static Envelope request(RequestOptions options, String rpc, WireValue... args) {
        return new Envelope.Request(ID, A, rpc, List.of(args), options);
    }

    static Envelope reply(WireValue ret) {
        return reply(ReplyOptions.NONE, ret);
    }

    private static Envelope reply(ReplyOptions options, WireValue ret) {
        return new Envelope.Reply(ID, Optional.empty(), ret, options);
    }

    /** Bytes 0, 1, ... 95. */
    private static Proof proof() {
        byte[] bytes = new byte[Proof.BYTES];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) i;
        }
        return new Proof(bytes);
    }
}
