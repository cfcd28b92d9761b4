package org.voxelpopuli.tangibles;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * After it (M3) the same tangibles are within sight of the player in master and shadow, and do the same. Ours: of those out of sight, no more than the
 * limit are remembered; the paper's client remembers all that it ever saw.
 */
final class CreateAndDeleteTangibles implements Pass {
    @Override
    public void run(Transmission transmission) {
        transmission.forEachVisibleToCompare((master, shadow) -> {
            if (master != null) {
                transmission.sendAnimation(master, shadow);
            } else if (shadow != null) {
                transmission.send(new Instruction.DeleteTangible(shadow.id()));
            }
        });
        forgetFarthest(transmission);
    }

    private static void forgetFarthest(Transmission transmission) {
        int limit = transmission.settings().farLimit();
        if (!transmission.someLeftSight() || transmission.shadow().tangibles().size() <= limit) {
            return;
        }
        AnimationStep center = transmission.player().animation().last();
        Set<Long> inSight = new HashSet<>(transmission.visible());
        List<Tangible> far = new ArrayList<>();
        for (Tangible tangible : transmission.shadow().tangibles()) {
            if (!inSight.contains(tangible.id())) {
                far.add(tangible);
            }
        }
        far.sort(Comparator.comparingDouble(
                        (Tangible tangible) -> tangible.animation().last().squaredDistance(center))
                .thenComparing(Tangible::id));
        for (Tangible tangible : far.subList(Math.min(limit, far.size()), far.size())) {
            transmission.send(new Instruction.DeleteTangible(tangible.id()));
        }
    }
}
