package org.voxelpopuli.kademlia.wire;

import java.net.InetSocketAddress;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.voxelpopuli.kademlia.id.Contact;
import org.voxelpopuli.kademlia.id.NodeId;

/** The datagrams of SPEC P8, made of its words by another program ({@code json.dumps} with {@code separators=(',', ':')}), and what we take them for. */
final class P2PlayGolden {
    /**
     * One of them.
     *
     * @param text of the datagram
     * @param rpc of the reply; empty where the datagram says it
     * @param meant what it means
     */
    record Datagram(String text, Optional<String> rpc, Envelope meant) {}

    /** SHA-1 of {@code abc}, who asks: hex a9993e364706816aba3e25717850c26c9cd0d89d. */
    private static final String ASKER = "968236873715988614170569073515315707566766479517";
    /** SHA-1 of {@code hello}, who is asked: hex aaf4c61ddcc5e8a2dabede0f3b482cd9aea9434d. */
    private static final String ASKED = "975987071262755080377722350727279193143145743181";
    /** SHA-1 of {@code Imagine-John Lennon}: hex 9e847e9512f5a3f2663f4ff075fbfaf45ade9747. */
    private static final String KEY = "904975267031674301986522231144816943776072111943";
    /** SHA-1 of {@code song id}. */
    private static final String FILE_ID = "966814864248735236638316711956793131016786282427";

    private static final String FILE =
            "{\"version\":3,\"song_name\":\"Imagine\",\"artist_name\":\"John Lennon\",\"providers\":[[" + ASKED
                    + ",[\"10.0.0.2\",5000]],[" + ASKER + ",[\"10.0.0.3\",5001]]],\"id\":" + FILE_ID + "}";

    private static final NodeId ASKER_ID = NodeId.sha1Of("abc");
    private static final NodeId ASKED_ID = NodeId.sha1Of("hello");
    private static final WireValue KEY_ID = WireValue.of(NodeId.sha1Of("Imagine-John Lennon"));
    static final WireValue OUR_FILE = ourFile();

    static final Map<String, Datagram> ALL = all();

    private P2PlayGolden() {}

    private static WireValue base64(String named) {
        return WireValue.of(Base64.getUrlEncoder()
                .withoutPadding()
                .encodeToString(NodeId.sha1Of(named).bytes()));
    }

    private static WireValue ourFile() {
        Map<String, WireValue> fields = new LinkedHashMap<>();
        fields.put("song", WireValue.of("Imagine"));
        fields.put("artist", WireValue.of("John Lennon"));
        fields.put("version", WireValue.of(3));
        fields.put("id", base64("song id"));
        fields.put(
                "providers",
                WireValue.items(
                        WireValue.items(base64("abc"), WireValue.of("10.0.0.3"), WireValue.of(5001)),
                        WireValue.items(base64("hello"), WireValue.of("10.0.0.2"), WireValue.of(5000))));
        return new WireValue.Fields(fields);
    }

    private static Datagram request(String id, long number, String method, String rest, String rpc, WireValue... args) {
        return new Datagram(
                "{\"type\":\"request\",\"id\":" + id + ",\"method\":\"" + method + "\",\"args\":[" + ASKER + rest
                        + "],\"kwargs\":{}}",
                Optional.empty(),
                new Envelope.Request(number, ASKER_ID, rpc, List.of(args)));
    }

    private static Datagram reply(String result, String rpc, WireValue ret) {
        ReplyOptions options = rpc.equals("PING") ? ReplyOptions.NONE.withNode(ASKED_ID) : ReplyOptions.NONE;
        return new Datagram(
                "{\"type\":\"result\",\"id\":7,\"result\":" + result + ",\"error\":null}",
                Optional.of(rpc),
                new Envelope.Reply(7, Optional.of(rpc), ret, options));
    }

    private static WireValue contacts() {
        return new WireValue.Contacts(List.of(new Contact(ASKER_ID, new InetSocketAddress("10.0.0.2", 5000))));
    }

    private static Map<String, Datagram> all() {
        String contacts = "[[" + ASKER + ",\"10.0.0.2\",5000]]";
        Map<String, Datagram> all = new LinkedHashMap<>();
        all.put("ping request", request("18446744073709551615", -1, "ping", "", "PING"));
        all.put("ping answer", reply(ASKED, "PING", WireValue.of(ASKED_ID)));
        all.put("find_node request", request("7", 7, "find_node", "," + KEY, "FIND_NODE", KEY_ID));
        all.put("find_node answer", reply(contacts, "FIND_NODE", contacts()));
        all.put("find_value request", request("7", 7, "find_value", "," + KEY, "FIND_FILE", KEY_ID));
        all.put("find_value answer", reply(FILE, "FIND_FILE", new WireValue.Fields(Map.of("value", OUR_FILE))));
        all.put(
                "find_value answer, not found",
                reply(contacts, "FIND_FILE", new WireValue.Fields(Map.of("nodes", contacts()))));
        all.put("store request", request("7", 7, "store", "," + KEY + "," + FILE, "STORE_FILE", KEY_ID, OUR_FILE));
        all.put("store answer", reply("null", "STORE_FILE", WireValue.TRUE));
        all.put(
                "an error",
                new Datagram(
                        "{\"type\":\"result\",\"id\":7,\"result\":null,\"error\":{\"type\":\"ValueError\",\"args\":[\"no\"]}}",
                        Optional.empty(),
                        new Envelope.Refusal(7, RefusalCode.BAD_VALUE, "no")));
        return all;
    }
}
