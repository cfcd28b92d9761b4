package org.voxelpopuli.presence;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
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

    private final NamesByOctant names = new NamesByOctant(OctreeSpace.DEFAULT, NameDigest.SUM_64);

    private DiscoveryKnowledge ask(Map<Octant, Long> digests, Octant... interest) {
        return DiscoveryKnowledge.of(new DiscoveryQuestion(PARENT, new TreeMap<>(digests)), List.of(interest), names);
    }

    @Test
    @DisplayName("N5 who knows the same is silent, who knows otherwise answers, who does not know the octant is silent")
    void digests() {
        names.put(ANNA, FIRST);
        assertThat(ask(Map.of(FIRST, names.digest(FIRST)), FIRST).names()).isEmpty();
        DiscoveryKnowledge other = ask(Map.of(FIRST, 7L), FIRST);
        assertThat(other.names()).containsExactly(Map.entry(FIRST, List.of(ANNA)));
        assertThat(other.differs()).isTrue();
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
        assertThat(eighth.differs())
                .as("part of an octant says nothing of its digest")
                .isFalse();
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
        for (int i = 0; i < 40; i++) {
            DiscoveryAnswer answer = knowledge.answer(random);
            assertThat(answer.encode().length).isBetween(5_000, 6_000);
            answer.names().values().forEach(heard::addAll);
        }
        assertThat(heard).hasSize(600);
    }
}
