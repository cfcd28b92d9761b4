package org.voxelpopuli.presence;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.voxelpopuli.presence.ndn.Name;
import org.voxelpopuli.world.PlayerName;

@DisplayName("N5, N10 What is known of a question")
class DiscoveryKnowledgeTest {
    private static final Octant PARENT = Octant.parse("3/0/7/1/2");
    private static final Octant FIRST = PARENT.child(1).child(0);
    private static final Octant SECOND = PARENT.child(2).child(0);
    private static final AvatarName ANNA = new AvatarName(Name.of("a"), new PlayerName("anna"));

    private static final AvatarName BERT = new AvatarName(Name.of("b"), new PlayerName("bert"));
    private static final AvatarName CARL = new AvatarName(Name.of("c"), new PlayerName("carl"));

    private final NamesByOctant names = new NamesByOctant(OctreeSpace.DEFAULT, NameDigest.SUM_64);

    private DiscoveryKnowledge ask(Map<Octant, Long> digests, Octant... interest) {
        TreeMap<Octant, ToldNames> told = new TreeMap<>();
        digests.forEach((octant, digest) -> told.put(octant, new ToldNames.Digested(digest)));
        return ask(new DiscoveryQuestion(PARENT, told), interest);
    }

    private DiscoveryKnowledge ask(DiscoveryQuestion question, Octant... interest) {
        return DiscoveryKnowledge.of(question, List.of(interest), names, List.of(BERT));
    }

    @Test
    @DisplayName("N5 of names that are told one by one only the others are answered, wherever they are taken to be")
    void lists() {
        names.put(ANNA, FIRST);
        for (int salt : new int[] {1, -77}) {
            TreeMap<Octant, ToldNames> told = new TreeMap<>(Map.of(FIRST, ToldNames.NOBODY));
            DiscoveryKnowledge news = ask(new DiscoveryQuestion(PARENT, told), FIRST);
            assertThat(news.names()).containsExactly(Map.entry(FIRST, List.of(ANNA)));
            assertThat(news.learnable()).isEmpty();
            assertThat(news.somebody()).isTrue();

            told.put(FIRST, listed(List.of(ANNA), salt));
            assertThat(ask(listing(told, salt), FIRST).names()).isEmpty();

            told.put(FIRST, ToldNames.NOBODY);
            told.put(SECOND, listed(List.of(ANNA, BERT), salt));
            DiscoveryKnowledge elsewhere = ask(listing(told, salt), FIRST, SECOND);
            assertThat(elsewhere.names()).isEmpty();
            assertThat(elsewhere.learnable())
                    .as("both are known, one of them from what others said")
                    .isEmpty();

            told.put(SECOND, listed(List.of(ANNA, CARL), salt));
            assertThat(ask(listing(told, salt), FIRST, SECOND).learnable()).containsExactly(SECOND);
            assertThat(ask(listing(told, salt), FIRST).learnable())
                    .as("of no interest here")
                    .isEmpty();

            told.clear();
            told.put(PARENT.child(1), listed(List.of(CARL), salt));
            DiscoveryKnowledge part = ask(listing(told, salt), FIRST);
            assertThat(part.learnable())
                    .as("he may be in the part that is of interest")
                    .containsExactly(PARENT.child(1));
            assertThat(part.differs()).isFalse();

            told.clear();
            told.put(FIRST, ToldNames.NOBODY);
            List<Integer> others = List.of(ToldNames.hash(ANNA, salt));
            assertThat(ask(new DiscoveryQuestion(PARENT, told, salt, DiscoveryQuestion.ALL, others), FIRST)
                            .names())
                    .isEmpty();
            assertThat(ask(new DiscoveryQuestion(PARENT, told, salt, ToldNames.hash(ANNA, salt) - 1, List.of()), FIRST)
                            .names())
                    .as("whose hash is higher is not asked for")
                    .isEmpty();
            assertThat(ask(new DiscoveryQuestion(PARENT, told, salt, ToldNames.hash(ANNA, salt), List.of()), FIRST)
                            .names())
                    .containsExactly(Map.entry(FIRST, List.of(ANNA)));
        }
    }

    private static DiscoveryQuestion listing(SortedMap<Octant, ToldNames> told, int salt) {
        return new DiscoveryQuestion(PARENT, told, salt, DiscoveryQuestion.ALL, List.of());
    }

    private static ToldNames listed(List<AvatarName> names, int salt) {
        return new ToldNames.Listed(List.copyOf(ToldNames.hashes(names, salt)));
    }

    @Test
    @DisplayName("N5 whoever has the hash of another with one salt has another hash with the next")
    void salts() {
        int salt = 5;
        AvatarName twin = ANNA;
        for (int i = 0; twin.equals(ANNA) || ToldNames.hash(twin, salt) != ToldNames.hash(ANNA, salt); i++) {
            twin = new AvatarName(Name.of("a"), new PlayerName("x" + i));
        }
        int same = 0;
        for (int other = 6; other < 1_006; other++) {
            same += ToldNames.hash(twin, other) == ToldNames.hash(ANNA, other) ? 1 : 0;
        }
        assertThat(same).isLessThan(3);
    }

    @Test
    @DisplayName("N6, N12 a name made so that FNV-1a of 64 bits is that of another, which takes a minute, hides nobody")
    void twins() {
        AvatarName twin = new AvatarName(Name.of("a"), new PlayerName("7j51cjalRlZC"));
        names.put(ANNA, FIRST);
        NamesByOctant others = new NamesByOctant(OctreeSpace.DEFAULT, NameDigest.SUM_64);
        others.put(twin, FIRST);
        assertThat(others.digest(FIRST)).isNotEqualTo(names.digest(FIRST));
        int salt = 1;
        DiscoveryKnowledge known = ask(listing(new TreeMap<>(Map.of(FIRST, listed(List.of(twin), salt))), salt), FIRST);
        assertThat(known.names()).containsExactly(Map.entry(FIRST, List.of(ANNA)));
        assertThat(known.learnable()).containsExactly(FIRST);
    }

    @Test
    @DisplayName("N5 who knows the same is silent, who knows otherwise answers, who does not know the octant is silent")
    void digests() {
        names.put(ANNA, FIRST);
        assertThat(ask(Map.of(FIRST, names.digest(FIRST)), FIRST).names()).isEmpty();
        DiscoveryKnowledge other = ask(Map.of(FIRST, 7L), FIRST);
        assertThat(other.names()).containsExactly(Map.entry(FIRST, List.of(ANNA)));
        assertThat(other.learnable()).containsExactly(FIRST);
        assertThat(other.delay()).isZero();
        assertThat(ask(Map.of(FIRST, 7L), SECOND).names()).isEmpty();
        assertThat(ask(Map.of(FIRST, 7L), SECOND).share()).isZero();
    }

    @Test
    @DisplayName("N10 the less of the question is known, the later is the answer")
    void delays() {
        names.put(ANNA, FIRST);
        Duration half = ask(Map.of(FIRST, 7L, SECOND, 7L), FIRST).delay();
        assertThat(half).isEqualTo(Duration.ofMillis(60));
        Octant third = PARENT.child(3).child(0);
        assertThat(ask(Map.of(FIRST, 7L, SECOND, 7L, third, 7L), FIRST).delay()).isGreaterThan(half);
        DiscoveryKnowledge eighth = ask(Map.of(PARENT.child(1), 7L), FIRST);
        assertThat(eighth.share()).isEqualTo(1 / 8.0);
        assertThat(eighth.delay()).isEqualTo(half.multipliedBy(7));
        assertThat(eighth.learnable())
                .as("part of an octant says nothing of its digest")
                .isEmpty();
        assertThat(eighth.names()).hasSize(1);
    }

    @Test
    @DisplayName("N6 of more names than fit into an answer all come after several")
    void manyNames() {
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < 600; i++) {
            names.put(new AvatarName(Name.of("host" + i), new PlayerName("player" + i)), i % 2 == 0 ? FIRST : SECOND);
        }
        DiscoveryKnowledge knowledge = ask(Map.of(FIRST, 7L, SECOND, 7L), FIRST, SECOND);
        Set<AvatarName> heard = new HashSet<>();
        for (int i = 0; i < 240; i++) {
            DiscoveryAnswer answer = knowledge.answer(150, random);
            assertThat(answer.encode().length).isBetween(900, 1_000);
            answer.names().values().forEach(heard::addAll);
        }
        assertThat(heard).hasSize(600);
    }
}
