package org.voxelpopuli.presence;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.voxelpopuli.presence.ndn.Name;
import org.voxelpopuli.world.PlayerName;

@DisplayName("N6 The names in octants")
class NamesByOctantTest {
    @ParameterizedTest
    @EnumSource(NameDigest.class)
    @DisplayName("N6 after any moves the digest of an octant is that of the names that are there")
    void digests(NameDigest kind) {
        long seed = Long.getLong("voxelpopuli.seed", 1);
        Random random = new Random(seed);
        OctreeSpace space = OctreeSpace.DEFAULT;
        NamesByOctant names = new NamesByOctant(space, kind);
        Map<AvatarName, Octant> there = new HashMap<>();
        for (int step = 0; step < 2_000; step++) {
            AvatarName avatar = new AvatarName(Name.of("host"), new PlayerName("p" + random.nextInt(40)));
            if (random.nextInt(4) == 0) {
                names.remove(avatar);
                there.remove(avatar);
            } else {
                Octant leaf = space.leaf(new Point(random.nextDouble(4_096), random.nextDouble(2_048), 0));
                names.put(avatar, leaf);
                there.put(avatar, leaf);
            }
            for (int level : new int[] {0, 4, 5, 6, 7}) {
                Octant octant =
                        space.leaf(new Point(random.nextDouble(4_096), 0, 0)).ancestor(level);
                List<String> expected = new ArrayList<>();
                there.forEach((name, leaf) -> {
                    if (octant.contains(leaf)) {
                        expected.add(name.toString());
                    }
                });
                assertThat(names.digest(octant))
                        .as("step %d, seed %d", step, seed)
                        .isEqualTo(kind.of(expected));
            }
        }
    }
}
