package org.voxelpopuli.tangibles;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.voxelpopuli.edits.Stamp;

/** Writes into a {@link KeptModel} what a model has otherwise. */
final class ModelRecorder {
    private final KeptModel kept;
    private final MasterModel model;
    private final Supplier<Stamp> stamps;
    /** Tables that were led to when nothing was kept of them: new ones, and those that were collected while only the game knew of them. */
    private final Deque<Table> unknown = new ArrayDeque<>();

    /** @param stamps each higher than all before */
    ModelRecorder(KeptModel kept, MasterModel model, Supplier<Stamp> stamps) {
        this.kept = kept;
        this.model = model;
        this.stamps = stamps;
    }

    void recordAll() {
        List<ContainerId> gone = new ArrayList<>();
        for (ContainerId id : kept.containers()) {
            if (id instanceof ContainerId.OfTangible tangible
                    && kept.exists(id)
                    && model.tangible(tangible.id()).isEmpty()) {
                gone.add(id);
            }
        }
        gone.forEach(this::recordRemoval);
        model.tangibles().forEach(this::record);
        for (Table table : reachable()) {
            record(table);
        }
    }

    void recordChanges(Changes changes) {
        for (Changes.TangibleChange change : changes.tangibles()) {
            if (change.now() == null) {
                recordRemoval(new ContainerId.OfTangible(change.id()));
            } else {
                record(change.now());
            }
        }
        for (Changes.TableChange change : changes.databases()) {
            Tangible owner = change.table().owner;
            if (owner != null && model.tangible(owner.id()).orElse(null) == owner) {
                record(change.table());
            }
        }
        changes.tables().forEach(change -> record(change.table()));
        while (!unknown.isEmpty()) {
            Table table = unknown.remove();
            if (isUnknown(table)) {
                record(table);
            }
        }
    }

    private List<Table> reachable() {
        Set<Table> visited = new HashSet<>();
        List<Table> tables = new ArrayList<>();
        Deque<Table> open = new ArrayDeque<>();
        model.tangibles().forEach(tangible -> open.add(tangible.database()));
        while (!open.isEmpty()) {
            Table table = open.remove();
            if (visited.add(table)) {
                tables.add(table);
                for (Value value : table.entries().values()) {
                    if (value instanceof Table next) {
                        open.add(next);
                    }
                }
            }
        }
        return tables;
    }

    private void recordRemoval(ContainerId tangible) {
        if (kept.exists(tangible)) {
            write(tangible, Slot.OfTangible.EXISTENCE, Kept.Nothing.NOTHING, null);
        }
    }

    private void record(Tangible tangible) {
        ContainerId id = new ContainerId.OfTangible(tangible.id());
        if (!kept.exists(id)) {
            write(id, Slot.OfTangible.EXISTENCE, new Kept.Plain(Value.of(true)), null);
        }
        update(id, Slot.OfTangible.CLASS, new Kept.Plain(Value.of(tangible.className())));
        update(id, Slot.OfTangible.ANIMATION, new Kept.Animation(tangible.animation()));
        Stamp last = null;
        for (Map.Entry<String, Scalar> field : tangible.fields().entrySet()) {
            last = updateInOrder(id, new Slot.Field(field.getKey()), new Kept.Plain(field.getValue()), last);
        }
        for (Slot slot : slots(id)) {
            if (slot instanceof Slot.Field field && !tangible.fields().containsKey(field.name())) {
                update(id, slot, Kept.Nothing.NOTHING);
            }
        }
    }

    private void record(Table table) {
        ContainerId id = table.owner == null
                ? new ContainerId.OfTable(KeptModel.idOf(table, stamps))
                : new ContainerId.OfTangible(table.owner.id());
        Stamp last = null;
        for (Map.Entry<Key, Value> entry : table.entries().entrySet()) {
            if (!(entry.getValue() instanceof Value.Opaque)) {
                last = updateInOrder(id, new Slot.Entry(entry.getKey()), keep(entry.getValue()), last);
            }
        }
        for (Slot slot : slots(id)) {
            if (slot instanceof Slot.Entry entry) {
                Value value = table.get(entry.key());
                if (value == null || value instanceof Value.Opaque) {
                    update(id, slot, Kept.Nothing.NOTHING);
                }
            }
        }
    }

    private List<Slot> slots(ContainerId id) {
        return new ArrayList<>(kept.slots(id).keySet());
    }

    private Kept keep(Value value) {
        if (value instanceof Table table) {
            Stamp id = KeptModel.idOf(table, stamps);
            if (isUnknown(table)) {
                unknown.add(table);
            }
            return new Kept.TableOf(id);
        }
        return new Kept.Plain(value);
    }

    private boolean isUnknown(Table table) {
        return kept.slots(new ContainerId.OfTable(KeptModel.idOf(table, stamps)))
                .isEmpty();
    }

    private void update(ContainerId id, Slot slot, Kept value) {
        Register present = kept.current(id, slot);
        Kept before = present == null ? Kept.Nothing.NOTHING : present.kept();
        if (!before.equals(value)) {
            write(id, slot, value, present);
        }
    }

    /** As {@link #update}, and so that it is born after a stamp; what stands there, then. */
    private Stamp updateInOrder(ContainerId id, Slot slot, Kept value, @Nullable Stamp last) {
        Register present = kept.current(id, slot);
        if (present != null && last != null && present.born().compareTo(last) < 0) {
            return write(id, slot, value, null);
        }
        return present == null || !present.kept().equals(value) ? write(id, slot, value, present) : present.born();
    }

    /** Writes, and tells since when there is a value. */
    private Stamp write(ContainerId id, Slot slot, Kept value, @Nullable Register before) {
        Stamp stamp = stamps.get();
        Stamp born = before == null ? stamp : before.born();
        kept.put(id, slot, new Register(value, stamp, born));
        return born;
    }
}
