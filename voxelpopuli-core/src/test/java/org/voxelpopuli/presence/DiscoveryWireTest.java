package org.voxelpopuli.presence;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.voxelpopuli.presence.ndn.Name;
import org.voxelpopuli.world.PlayerName;

@DisplayName("N5, N6, N9 Discovery on the wire")
class DiscoveryWireTest {
    private static final Octant PARENT = Octant.parse("3/0/7/1/2");

    private static AvatarName avatar(String prefix, String name) {
        return new AvatarName(Name.parse(prefix), new PlayerName(name));
    }

    @Test
    @DisplayName("N6 the document's digest: names XORed onto 'debug', then FNV-1a of 32 bits over UTF-16")
    void documentDigest() {
        // FNV-1a of "debug" by hand: no name leaves the key as it is.
        int hash = (int) 2_166_136_261L;
        for (int c : "debug".chars().toArray()) {
            hash = (hash ^ c) * 16_777_619;
        }
        assertThat(NameDigest.XOR_FNV_32.of(List.of())).isEqualTo(hash & 0xFFFF_FFFFL);
        // One name: each unit of the name XOR key[i mod 5], so "abcdefg" becomes a^d b^e c^b d^u e^g f^d g^e.
        hash = (int) 2_166_136_261L;
        for (int unit : new int[] {'a' ^ 'd', 'b' ^ 'e', 'c' ^ 'b', 'd' ^ 'u', 'e' ^ 'g', 'f' ^ 'd', 'g' ^ 'e'}) {
            hash = (hash ^ unit) * 16_777_619;
        }
        assertThat(NameDigest.XOR_FNV_32.of(List.of("abcdefg"))).isEqualTo(hash & 0xFFFF_FFFFL);
    }

    @Test
    @DisplayName("N6 our digest does not cancel equal names and does not depend on their order")
    void ourDigest() {
        List<String> names = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            names.add("/p" + i % 7 + ":player" + i);
        }
        long digest = NameDigest.SUM_64.of(names);
        Collections.shuffle(names, new java.util.Random(1));
        assertThat(NameDigest.SUM_64.of(names)).isEqualTo(digest);
        assertThat(NameDigest.SUM_64.of(List.of("a:b", "a:b"))).isNotEqualTo(NameDigest.SUM_64.of(List.of()));
        assertThat(NameDigest.SUM_64.of(List.of("a:b", "a:b"))).isNotEqualTo(NameDigest.SUM_64.of(List.of("a:b")));
        assertThat(NameDigest.SUM_64.of(List.of("a:b")))
                .as("the first 8 bytes of what sha256sum writes")
                .isEqualTo(0x6783_a31e_abf6_8cccL);
    }

    @Test
    @DisplayName("N6, N9 golden bytes of the document's whole and part")
    void documentForms() {
        DiscoveryQuestion whole = byDigests(Map.of(PARENT, 0x0403_0201L));
        assertThat(new String(whole.encode(NameDigest.XOR_FNV_32), US_ASCII))
                .isEqualTo(Base64.getEncoder().encodeToString(new byte[] {0x31, 1, 2, 3, 4, 0}));
        DiscoveryQuestion parts =
                byDigests(Map.of(PARENT.child(0), 0xFFFF_FFFFL, PARENT.child(7).child(2), 0x0403_0201L));
        byte[] expected = {0x30, 1, 0, -1, -1, -1, -1, 0, 8, 3, 0, 1, 2, 3, 4, 0, 0, 0};
        assertThat(new String(parts.encode(NameDigest.XOR_FNV_32), US_ASCII))
                .isEqualTo(Base64.getEncoder().encodeToString(expected).replace('/', '_'))
                .contains("_")
                .doesNotContain("/");
    }

    @Test
    @DisplayName("N9 golden bytes of ours: the same layout, digests of 8 bytes, no Base64")
    void ourForms() {
        DiscoveryQuestion parts = byDigests(Map.of(PARENT.child(1), 0x0807_0605_0403_0201L));
        assertThat(parts.encode(NameDigest.SUM_64)).containsExactly(0x32, 2, 0, 1, 2, 3, 4, 5, 6, 7, 8, 0);
        DiscoveryQuestion whole = byDigests(Map.of(PARENT, 1L));
        assertThat(whole.encode(NameDigest.SUM_64)).containsExactly(0x33, 1, 0, 0, 0, 0, 0, 0, 0, 0);
    }

    private static DiscoveryQuestion byDigests(Map<Octant, Long> digests) {
        TreeMap<Octant, ToldNames> octants = new TreeMap<>();
        digests.forEach((octant, digest) -> octants.put(octant, new ToldNames.Digested(digest)));
        return new DiscoveryQuestion(PARENT, octants);
    }

    @Test
    @DisplayName("N9 golden bytes of ours with lists of names: nobody is known, few are, others elsewhere")
    void lists() {
        TreeMap<Octant, ToldNames> octants = new TreeMap<>();
        octants.put(PARENT.child(1), ToldNames.NOBODY);
        octants.put(PARENT.child(2), new ToldNames.Digested(0x0807_0605_0403_0201L));
        assertThat(new DiscoveryQuestion(PARENT, octants).encode(NameDigest.SUM_64))
                .containsExactly(0x32, 2, 9, 3, 0, 1, 2, 3, 4, 5, 6, 7, 8, 0);
        octants.remove(PARENT.child(2));
        octants.put(PARENT.child(3).child(7), new ToldNames.Listed(List.of(0x0403, 0x0201)));
        assertThat(new DiscoveryQuestion(PARENT, octants, 0x0403_0201, 0x0807, List.of(0x0605))
                        .encode(NameDigest.SUM_64))
                .containsExactly(0x34, 1, 2, 3, 4, 7, 8, 2, 9, 4, 8, 10, 2, 1, 2, 3, 4, 11, 5, 6);
        DiscoveryQuestion nobody = new DiscoveryQuestion(PARENT, new TreeMap<>(Map.of(PARENT, ToldNames.NOBODY)));
        assertThat(nobody.encode(NameDigest.SUM_64)).containsExactly(0x34, 0, 0, 0, 0, -1, -1, 9);
        assertThat(ToldNames.hash(avatar("/vp/a", "anna"), 1))
                .as("a golden hash")
                .isEqualTo(0xcb35);
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("N9 questions are read as they were written; whatever else is refused")
    void questions(NameDigest kind) {
        SplittableRandom random = new SplittableRandom(1);
        long mask = kind.bytes() == 8 ? -1 : 0xFFFF_FFFFL;
        for (int round = 0; round < 2_000; round++) {
            DiscoveryQuestion question = question(kind, mask, random);
            byte[] bytes = question.encode(kind);
            assertThat(DiscoveryQuestion.decode(PARENT, bytes, kind, 7)).isEqualTo(question);
            bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
            try {
                DiscoveryQuestion.decode(PARENT, bytes, kind, 7);
            } catch (IllegalArgumentException e) {
                assertThat(e).hasMessageMatching(".{8,}");
            }
        }
        for (byte[] bad : List.of(
                new byte[0], new byte[] {9}, new byte[] {0x32}, new byte[] {0x32, 1, 0, 1}, new byte[] {0x33, 1})) {
            assertThatThrownBy(() -> DiscoveryQuestion.decode(PARENT, bad, kind, 7))
                    .isInstanceOf(IllegalArgumentException.class);
        }
        assertThatThrownBy(() -> DiscoveryQuestion.decode(
                        PARENT, new byte[] {0x32, 1, 1, 1, 1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 0}, NameDigest.SUM_64, 7))
                .hasMessageContaining("nowhere");
        byte[] digestAmongLists = {0x34, 1, 2, 3, 4, -1, -1, 2, 0, 1, 2, 3, 4, 5, 6, 7, 8, 0};
        assertThatThrownBy(() -> DiscoveryQuestion.decode(PARENT, digestAmongLists, NameDigest.SUM_64, 7))
                .hasMessageContaining("nowhere");
        byte[] withoutHighest = {0x34, 1, 2, 3, 4, 2};
        assertThatThrownBy(() -> DiscoveryQuestion.decode(PARENT, withoutHighest, NameDigest.SUM_64, 7))
                .hasMessageContaining("ends within its salt");
    }

    private static DiscoveryQuestion question(NameDigest kind, long mask, SplittableRandom random) {
        boolean withLists = kind == NameDigest.SUM_64 && random.nextBoolean();
        TreeMap<Octant, ToldNames> octants = new TreeMap<>();
        for (int i = random.nextInt(1, 60); i > 0; i--) {
            Octant octant = PARENT.child(random.nextInt(8));
            List<Integer> hashes =
                    random.ints(random.nextInt(5), 0, 0x10000).boxed().toList();
            octants.put(
                    random.nextBoolean() ? octant : octant.child(random.nextInt(8)),
                    withLists && random.nextBoolean()
                            ? new ToldNames.Listed(hashes)
                            : withLists ? ToldNames.NOBODY : new ToldNames.Digested(random.nextLong() & mask));
        }
        List<Integer> others =
                random.ints(random.nextInt(5), 0, 0x10000).boxed().toList();
        return withLists
                ? new DiscoveryQuestion(
                        PARENT, octants, 1 + random.nextInt(1_000), random.nextInt(DiscoveryQuestion.ALL + 1), others)
                : new DiscoveryQuestion(PARENT, octants);
    }

    @Test
    @DisplayName("N6 an answer is a line for each octant: prefix:name prefix:name 3/0/7/")
    void answers() {
        TreeMap<Octant, List<AvatarName>> names = new TreeMap<>();
        names.put(Octant.parse("3/0/7"), List.of(avatar("/vp/node%20a", "anna"), avatar("/vp/b", "Zoë")));
        names.put(Octant.parse("4"), List.of(avatar("/vp/c:d", "x.y")));
        DiscoveryAnswer answer = new DiscoveryAnswer(names);
        assertThat(new String(answer.encode(), UTF_8))
                .isEqualTo("/vp/node%20a:anna /vp/b:Zo%C3%AB 3/0/7/\n/vp/c%3Ad:x.y 4/\n");
        assertThat(DiscoveryAnswer.decode(answer.encode())).isEqualTo(answer);
        for (String bad : List.of("3/0/7/", "a:b 9/", "nocolon 3/", ":x 3/", "/a:b\u0000 3/", "/a: 3/", "/a:b")) {
            assertThatThrownBy(() -> DiscoveryAnswer.decode(bad.getBytes(UTF_8)))
                    .as(bad)
                    .isInstanceOf(IllegalArgumentException.class);
        }
        assertThatThrownBy(() -> DiscoveryAnswer.decode(new byte[] {(byte) 0xFF}))
                .hasMessageContaining("UTF-8");
    }

    @Test
    @DisplayName("N7 the name of a position: the avatar's own prefix, players, its name")
    void positionNames() {
        assertThat(avatar("/vp/a", "anna").path()).hasToString("/vp/a/players/anna");
    }
}
