package org.voxelpopuli.presence.ndn;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import net.named_data.jndn.DigestSha256Signature;
import net.named_data.jndn.GenericSignature;
import net.named_data.jndn.encoding.Tlv0_3WireFormat;
import net.named_data.jndn.util.Blob;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.voxelpopuli.identity.Ed25519;
import org.voxelpopuli.identity.Sha256;

@DisplayName("N1 Packets are those of an independent implementation, jndn")
class JndnTest {
    private static final Tlv0_3WireFormat FORMAT = Tlv0_3WireFormat.get();

    private static byte[] bytes(Blob blob) {
        return blob.getImmutableArray();
    }

    private static List<Name> someNames() {
        SplittableRandom random = new SplittableRandom(1);
        List<Name> names = new ArrayList<>(List.of(
                Name.of("a"),
                Name.parse("/voxelpopuli/players/anna/58=%19"),
                Name.of("", ".", "...", "%", "é", "\u0000"),
                Name.parse("/32=x/54=%01%00")));
        for (int i = 0; i < 200; i++) {
            Name name = Name.EMPTY;
            for (int count = random.nextInt(1, 20); count > 0; count--) {
                byte[] value = new byte[random.nextInt(400)];
                random.nextBytes(value);
                name = name.append(NameComponent.of(random.nextInt(3, 65_536), value));
            }
            names.add(name);
        }
        return names;
    }

    @Test
    void namesAsText() {
        for (Name name : someNames()) {
            net.named_data.jndn.Name theirs = new net.named_data.jndn.Name(name.toString());
            assertThat(theirs.size()).isEqualTo(name.size());
            // They escape '~' and not '+', we as RFC 3986 says; both are read.
            assertThat(Name.parse(theirs.toUri())).isEqualTo(name);
        }
    }

    @Test
    void orderOfNames() {
        List<Name> names = someNames();
        List<net.named_data.jndn.Name> theirs = names.stream()
                .map(each -> new net.named_data.jndn.Name(each.toString()))
                .toList();
        for (int a = 0; a < names.size(); a++) {
            for (int b = 0; b < names.size(); b++) {
                assertThat(Integer.signum(names.get(a).compareTo(names.get(b))))
                        .isEqualTo(Integer.signum(theirs.get(a).compare(theirs.get(b))));
            }
        }
    }

    @Test
    void theirInterestIsRead() throws Exception {
        net.named_data.jndn.Interest theirs =
                new net.named_data.jndn.Interest(new net.named_data.jndn.Name("/a/58=%01/b"));
        theirs.setCanBePrefix(true);
        theirs.setMustBeFresh(true);
        theirs.setInterestLifetimeMilliseconds(70_000);
        Interest ours = (Interest) Packet.decode(bytes(theirs.wireEncode(FORMAT)));
        assertThat(ours.name()).hasToString("/a/58=%01/b");
        assertThat(ours.canBePrefix()).isTrue();
        assertThat(ours.mustBeFresh()).isTrue();
        assertThat(ours.lifetime()).isEqualTo(Duration.ofSeconds(70));
        assertThat(ours.hasNonce()).isTrue();
    }

    @Test
    @DisplayName(
            "Parameters are read by them; the digest in the name is the one of the specification, theirs is of the value alone as in a draft of it")
    void ourInterestWithParametersIsRead() throws Exception {
        Interest ours = Interest.builder(Name.of("a"))
                .parameters("parameters".getBytes(UTF_8))
                .build();
        net.named_data.jndn.Interest theirs = new net.named_data.jndn.Interest();
        theirs.wireDecode(ByteBuffer.wrap(ours.toBytes()), FORMAT);
        assertThat(theirs.getApplicationParameters().toString()).isEqualTo("parameters");
        assertThat(theirs.getName().get(1).isParametersSha256Digest()).isTrue();

        net.named_data.jndn.Interest draft = new net.named_data.jndn.Interest(new net.named_data.jndn.Name("/a"));
        draft.setApplicationParameters(new Blob("parameters"));
        draft.appendParametersDigestToName();
        assertThat(Packet.decode(bytes(draft.wireEncode(FORMAT))))
                .isInstanceOfSatisfying(Packet.Malformed.class, each -> assertThat(each.reason())
                        .contains("digest in the name"));
    }

    @Test
    void ourInterestIsRead() throws Exception {
        for (Name name : someNames()) {
            Interest ours = Interest.builder(name)
                    .canBePrefix()
                    .mustBeFresh()
                    .nonce(0x01020304)
                    .lifetime(Duration.ofMillis(500))
                    .hopLimit(9)
                    .build();
            net.named_data.jndn.Interest theirs = new net.named_data.jndn.Interest();
            theirs.wireDecode(ByteBuffer.wrap(ours.toBytes()), FORMAT);
            assertThat(Name.parse(theirs.getName().toUri())).isEqualTo(name);
            assertThat(theirs.getCanBePrefix()).isTrue();
            assertThat(theirs.getMustBeFresh()).isTrue();
            assertThat(theirs.getInterestLifetimeMilliseconds()).isEqualTo(500);
            assertThat(bytes(theirs.getNonce())).containsExactly(1, 2, 3, 4);
        }
    }

    @Test
    void theirDataIsRead() throws Exception {
        net.named_data.jndn.Data theirs = new net.named_data.jndn.Data(new net.named_data.jndn.Name("/a/b"));
        theirs.getMetaInfo().setFreshnessPeriod(20_000);
        theirs.getMetaInfo().setFinalBlockId(new net.named_data.jndn.Name("/54=%05").get(0));
        theirs.setContent(new Blob("content"));
        DigestSha256Signature signature = new DigestSha256Signature();
        theirs.setSignature(signature);
        Data unsigned = (Data) Packet.decode(bytes(theirs.wireEncode(FORMAT)));
        byte[] portion = unsigned.signedPortion();
        ((DigestSha256Signature) theirs.getSignature()).setSignature(new Blob(Sha256.of(portion)));
        Data ours = (Data) Packet.decode(bytes(theirs.wireEncode(FORMAT)));
        assertThat(ours.name()).isEqualTo(Name.of("a", "b"));
        assertThat(ours.freshness()).isEqualTo(Duration.ofSeconds(20));
        assertThat(ours.finalBlock()).contains(NameComponent.ofNumber(NameComponent.VERSION, 5));
        assertThat(ours.content()).isEqualTo("content".getBytes(UTF_8));
        assertThat(DataVerifier.sha256().verify(ours)).isTrue();
        assertThat(ours.fullName().toString())
                .isEqualTo(theirs.getFullName(FORMAT).toUri());
    }

    @Test
    void ourDataIsRead() throws Exception {
        for (Name name : someNames()) {
            Data ours = Data.builder(name)
                    .freshness(Duration.ofSeconds(1))
                    .content("1,2,3".getBytes(UTF_8))
                    .sign(DataSigner.sha256());
            net.named_data.jndn.Data theirs = new net.named_data.jndn.Data();
            theirs.wireDecode(ByteBuffer.wrap(ours.toBytes()), FORMAT);
            assertThat(Name.parse(theirs.getName().toUri())).isEqualTo(name);
            assertThat(theirs.getMetaInfo().getFreshnessPeriod()).isEqualTo(1_000);
            assertThat(theirs.getContent().toString()).isEqualTo("1,2,3");
            assertThat(theirs.getSignature()).isInstanceOf(DigestSha256Signature.class);
            assertThat(bytes(theirs.getSignature().getSignature())).isEqualTo(ours.signature());
            assertThat(Name.parse(theirs.getFullName(FORMAT).toUri())).isEqualTo(ours.fullName());
        }
    }

    @Test
    void ourEd25519DataIsRead() throws Exception {
        Data ours = Data.builder(Name.of("a")).sign(DataSigner.of(Ed25519.generate(0), Name.of("keys", "me")));
        net.named_data.jndn.Data theirs = new net.named_data.jndn.Data();
        theirs.wireDecode(ByteBuffer.wrap(ours.toBytes()), FORMAT);
        GenericSignature signature = (GenericSignature) theirs.getSignature();
        assertThat(signature.getTypeCode()).isEqualTo(DataSigner.ED25519);
        assertThat(bytes(signature.getSignature())).isEqualTo(ours.signature());
    }
}
