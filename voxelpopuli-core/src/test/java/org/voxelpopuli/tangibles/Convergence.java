package org.voxelpopuli.tangibles;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Whether SPEC M12 holds: the client is exactly the shadow, order of entries included; near the player both are the master, up to what M8 calls equal;
 * and in sight the same tangibles do the same. Knows nothing of numbers.
 */
final class Convergence {
    private final boolean exact;
    private final Map<Table, Table> partners = new HashMap<>();
    private final Map<Table, Table> reverse = new HashMap<>();
    private final Deque<Table> open = new ArrayDeque<>();

    private Convergence(boolean exact) {
        this.exact = exact;
    }

    static void check(Link link) {
        check(link.master, link.transmitter.shadow(), link.client, link.player, link.settings);
        int numbers = link.settings.verifyEvery() == 0 ? 0 : reachable(link.client, link.player, link.settings);
        assertThat(link.receiver.numbersHeld()).isEqualTo(numbers);
        assertThat(link.transmitter.numbersHeld()).isEqualTo(2 * numbers);
    }

    /** How many ordinary tables hang on the close tangibles. */
    private static int reachable(ClientModel client, long player, TransmissionSettings settings) {
        AnimationStep center = client.tangible(player).orElseThrow().animation().last();
        Set<Table> reachable = new LinkedHashSet<>();
        Deque<Table> open = new ArrayDeque<>();
        for (long id : client.scanRadius(center, settings.closeRadius())) {
            open.add(client.tangible(id).orElseThrow().database());
        }
        while (!open.isEmpty()) {
            open.remove().forEachTable(table -> {
                if (reachable.add(table)) {
                    open.add(table);
                }
            });
        }
        return reachable.size();
    }

    static void check(
            MasterModel master, ClientModel shadow, ClientModel client, long player, TransmissionSettings settings) {
        equal(shadow, client);
        AnimationStep center = master.tangible(player).orElseThrow().animation().last();
        List<Long> visible = master.scanRadius(center, settings.visibilityRadius());
        assertThat(client.scanRadius(center, settings.visibilityRadius())).isEqualTo(visible);
        for (long id : visible) {
            assertThat(client.tangible(id).orElseThrow().animation())
                    .isEqualTo(master.tangible(id).orElseThrow().animation());
        }
        assertThat(client.tangible(player).orElseThrow().fields())
                .isEqualTo(master.tangible(player).orElseThrow().fields());
        Convergence graphs = new Convergence(false);
        for (long id : master.scanRadius(center, settings.closeRadius())) {
            Tangible ofMaster = master.tangible(id).orElseThrow();
            Tangible ofClient = client.tangible(id).orElseThrow();
            assertThat(ofClient.className()).isEqualTo(ofMaster.className());
            graphs.pair(ofMaster.database(), ofClient.database());
        }
        graphs.comparePairs();
    }

    /** Whether two models are the same in all but their identity, and what is opaque. */
    static void equal(Model one, Model other) {
        compare(one, other, true);
    }

    /** As {@link #equal}, but entries may be in another order. */
    static void alike(Model one, Model other) {
        compare(one, other, false);
    }

    private static void compare(Model one, Model other, boolean exact) {
        assertThat(one.tangibles().stream().map(Tangible::id).toList())
                .isEqualTo(other.tangibles().stream().map(Tangible::id).toList());
        Convergence graphs = new Convergence(exact);
        for (Tangible tangible : one.tangibles()) {
            Tangible partner = other.tangible(tangible.id()).orElseThrow();
            assertThat(partner.className()).isEqualTo(tangible.className());
            assertThat(partner.animation()).isEqualTo(tangible.animation());
            assertThat(List.copyOf(partner.fields().entrySet()))
                    .isEqualTo(List.copyOf(tangible.fields().entrySet()));
            graphs.pair(tangible.database(), partner.database());
        }
        graphs.comparePairs();
    }

    private void pair(Table one, Table other) {
        Table partner = partners.get(one);
        if (partner == null) {
            assertThat(reverse.put(other, one)).as("the partner of " + one).isNull();
            partners.put(one, other);
            open.add(one);
        } else {
            assertThat(other).isSameAs(partner);
        }
    }

    private void comparePairs() {
        while (!open.isEmpty()) {
            Table one = open.remove();
            Table other = partners.get(one);
            Set<Key> keys = keys(one);
            Set<Key> others = keys(other);
            if (exact) {
                assertThat(new ArrayList<>(others)).isEqualTo(new ArrayList<>(keys));
            } else {
                assertThat(others).isEqualTo(keys);
            }
            for (Key key : keys) {
                Value value = one.get(key);
                Value partner = other.get(key);
                if (value instanceof Table table) {
                    assertThat(partner).isInstanceOf(Table.class);
                    pair(table, (Table) partner);
                } else {
                    assertThat(partner).isEqualTo(value);
                }
            }
        }
    }

    private Set<Key> keys(Table table) {
        Set<Key> keys = new LinkedHashSet<>();
        table.entries().forEach((key, value) -> {
            boolean counts = !(value instanceof Value.Opaque) && (exact || table.isTransmitted(key));
            if (counts) {
                keys.add(key);
            }
        });
        return keys;
    }
}
