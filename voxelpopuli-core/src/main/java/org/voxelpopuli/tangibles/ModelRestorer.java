package org.voxelpopuli.tangibles;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.voxelpopuli.edits.Stamp;

/** Makes a model what a {@link KeptModel} says, and leaves untouched what is so already. */
final class ModelRestorer {
    private final KeptModel kept;
    private final MasterModel model;
    private final Map<Stamp, Table> tables = new HashMap<>();
    /** Tables that are led to, and not made what they shall be yet. */
    private final Deque<Container> open = new ArrayDeque<>();

    private final Set<Table> visited = new HashSet<>();

    private record Container(ContainerId id, Table table) {}

    ModelRestorer(KeptModel kept, MasterModel model) {
        this.kept = kept;
        this.model = model;
    }

    void restore() {
        findTables();
        for (Tangible tangible : List.copyOf(model.tangibles())) {
            if (!kept.exists(new ContainerId.OfTangible(tangible.id()))) {
                model.remove(tangible.id());
            }
        }
        kept.containers().stream()
                .filter(kept::exists)
                .map(id -> ((ContainerId.OfTangible) id).id())
                .sorted()
                .forEach(this::restoreTangible);
        while (!open.isEmpty()) {
            restoreEntries(open.remove());
        }
    }

    private void findTables() {
        Deque<Table> found = new ArrayDeque<>();
        Set<Table> seen = new HashSet<>();
        model.tangibles().forEach(tangible -> found.add(tangible.database()));
        while (!found.isEmpty()) {
            Table table = found.remove();
            if (seen.add(table)) {
                if (table.persistentId != null) {
                    tables.put(table.persistentId, table);
                }
                for (Value value : table.entries().values()) {
                    if (value instanceof Table next) {
                        found.add(next);
                    }
                }
            }
        }
    }

    private void restoreTangible(long number) {
        ContainerId id = new ContainerId.OfTangible(number);
        Optional<AnimationQueue> queue = Optional.ofNullable(kept.current(id, Slot.OfTangible.ANIMATION))
                .map(register -> register.kept() instanceof Kept.Animation animation ? animation.queue() : null);
        if (queue.isEmpty()) {
            // Its creation is known, and the rest of it not yet.
            return;
        }
        String className = Optional.ofNullable(kept.current(id, Slot.OfTangible.CLASS))
                .map(register -> register.kept() instanceof Kept.Plain plain ? plain.value() : null)
                .map(value -> value instanceof Value.Text text ? text.text() : null)
                .orElse("");
        Tangible tangible = model.tangible(number).orElseGet(() -> model.create(number, className, queue.get()));
        if (!tangible.className().equals(className)) {
            tangible.setClassName(className);
        }
        if (!tangible.animation().equals(queue.get())) {
            tangible.setAnimation(queue.get());
        }
        restoreFields(tangible, id);
        visit(id, tangible.database());
    }

    private void restoreFields(Tangible tangible, ContainerId id) {
        Map<String, Scalar> wanted = new LinkedHashMap<>();
        for (Map.Entry<Slot, Register> slot : inOrder(id)) {
            if (slot.getKey() instanceof Slot.Field field
                    && slot.getValue().kept() instanceof Kept.Plain plain
                    && plain.value() instanceof Scalar scalar) {
                wanted.put(field.name(), scalar);
            }
        }
        if (!List.copyOf(wanted.entrySet()).equals(List.copyOf(tangible.fields().entrySet()))) {
            List.copyOf(tangible.fields().keySet()).forEach(name -> tangible.setField(name, null));
            wanted.forEach(tangible::setField);
        }
    }

    private void visit(ContainerId id, Table table) {
        if (visited.add(table)) {
            open.add(new Container(id, table));
        }
    }

    /** What has a value, as it was born. */
    private List<Map.Entry<Slot, Register>> inOrder(ContainerId id) {
        List<Map.Entry<Slot, Register>> slots = new ArrayList<>();
        for (Map.Entry<Slot, Register> slot : kept.slots(id).entrySet()) {
            if (kept.current(id, slot.getKey()) != null) {
                slots.add(slot);
            }
        }
        slots.sort(Comparator.comparing(
                        (Map.Entry<Slot, Register> slot) -> slot.getValue().born())
                .thenComparing(Map.Entry::getKey, Slot.ORDER));
        return slots;
    }

    private void restoreEntries(Container container) {
        Table table = container.table();
        Map<Key, Value> wanted = new LinkedHashMap<>();
        for (Map.Entry<Slot, Register> slot : inOrder(container.id())) {
            if (slot.getKey() instanceof Slot.Entry entry) {
                Kept value = slot.getValue().kept();
                if (value instanceof Kept.TableOf reference) {
                    Table target = tables.computeIfAbsent(reference.id(), ModelRestorer::newTable);
                    visit(new ContainerId.OfTable(reference.id()), target);
                    wanted.put(entry.key(), target);
                } else if (value instanceof Kept.Plain plain) {
                    wanted.put(entry.key(), plain.value());
                }
            }
        }
        List<Key> present = new ArrayList<>();
        table.entries().forEach((key, value) -> {
            if (!(value instanceof Value.Opaque)) {
                present.add(key);
            }
        });
        List<Key> order = List.copyOf(wanted.keySet());
        if (present.size() > order.size() || !order.subList(0, present.size()).equals(present)) {
            present.forEach(table::remove);
        }
        wanted.forEach((key, value) -> {
            Value before = table.get(key);
            if (before instanceof Value.Opaque) {
                // Else it would keep the place of what counts as nothing.
                table.remove(key);
            }
            if (!value.equals(before)) {
                table.put(key, value);
            }
        });
    }

    private static Table newTable(Stamp id) {
        Table table = new Table();
        table.persistentId = id;
        return table;
    }
}
