package org.voxelpopuli.tangibles;

import java.util.Map;
import java.util.Optional;

/** After it (M2) the player's tangible is in the shadow, at the same place, doing the same, with the same fields. */
final class UpdatePlayerPosition implements Pass {
    @Override
    public void run(Transmission transmission) {
        Tangible master = transmission.player();
        Optional<Tangible> shadow = transmission.shadow().tangible(master.id());
        transmission.sendAnimation(master, shadow.orElse(null));

        Map<String, Scalar> present = shadow.map(Tangible::fields).orElse(Map.of());
        master.fields().forEach((name, value) -> {
            if (!value.equals(present.get(name))) {
                transmission.send(new Instruction.StoreField(master.id(), name, value));
            }
        });
        for (String name : present.keySet()) {
            if (!master.fields().containsKey(name)) {
                transmission.send(new Instruction.StoreField(master.id(), name, null));
            }
        }
    }
}
