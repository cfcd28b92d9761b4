package org.voxelpopuli.tangibles;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.voxelpopuli.edits.HybridClock;
import org.voxelpopuli.edits.Stamp;
import org.voxelpopuli.edits.WriterId;

/**
 * The mergeable truth about a model: each entry, class, animation queue and existence with a stamp, the last writer of each wins (DESIGN D2). Copies
 * that went apart come to the same graph, in whatever order and however often they are merged. It can be written to bytes and read back exactly, order
 * of entries included; local entries, functions and threads are not kept. Belongs to one thread.
 *
 * <p>The game changes a {@link MasterModel}, and records it here when it wants to keep it, once in a tick, say; what other copies know is merged in, and
 * {@linkplain #applyTo applied} to the model.
 */
public final class KeptModel {
    /** Stamps that are so much ahead of our clock are refused. */
    private static final long MAX_AHEAD_MILLIS = 60_000;

    private final Map<ContainerId, Map<Slot, Register>> containers = new HashMap<>();
    private final HybridClock clock;
    /** How much is kept, as {@link MergeLimits} counts it. */
    private long weight;

    private @Nullable MasterModel recorded;
    private long position;

    /**
     * Of nothing.
     *
     * @param clock stamps what is recorded here; of this copy alone
     */
    public KeptModel(HybridClock clock) {
        this.clock = clock;
    }

    /**
     * What was written with {@link #bytes}, to go on with.
     *
     * @param clock stamps what is recorded from now on, later than all that stands in the bytes: so bytes of others belong into
     *     {@link #merge(byte[], long)}, else one whose clock is wrong spoils this one, too, and nothing limits how much they are
     * @throws IllegalArgumentException if the bytes are none, or damaged; the message says what is wrong
     */
    public static KeptModel read(byte[] bytes, HybridClock clock) {
        KeptModel model = new KeptModel(clock);
        KeptModelBytes.read(bytes, model::putFirst);
        return model;
    }

    /** All of this, in bytes: docs/tangibles.md. Copies that know the same have the same bytes. */
    public byte[] bytes() {
        return KeptModelBytes.write(containers);
    }

    /**
     * Records what in a model differs from what is kept, as written now. After the first time only what changed since is looked at.
     *
     * @param wallMillis the wall clock now, milliseconds since 1970
     */
    public void record(MasterModel model, long wallMillis) {
        boolean again = recorded == model;
        ModelRecorder recorder = new ModelRecorder(this, model, () -> clock.next(wallMillis));
        model.journal()
                .since(again ? position : -1)
                .filter(changes -> again)
                .ifPresentOrElse(recorder::recordChanges, recorder::recordAll);
        recorded = model;
        position = model.journal().position();
    }

    /**
     * Makes a model what is kept here, whatever it was. Tables that it has stay the same objects, so that its players get the differences only.
     *
     * @param model new, or one that was recorded here or made of a copy of this
     */
    public void applyTo(MasterModel model) {
        new ModelRestorer(this, model).restore();
    }

    /**
     * Merges what another copy knows, however much it is. What is stamped more than a minute ahead of the wall clock is left out, and so is what is about
     * a table whose id is.
     *
     * @param wallMillis the wall clock now, milliseconds since 1970
     * @return how many values were left out
     */
    public int merge(KeptModel other, long wallMillis) {
        return other.forEachNotAhead(wallMillis, this::put);
    }

    /** All but those that are stamped too much ahead, or whose tables are; how many these are. */
    private int forEachNotAhead(long wallMillis, KeptModelBytes.Sink sink) {
        int ahead = 0;
        for (Map.Entry<ContainerId, Map<Slot, Register>> container : containers.entrySet()) {
            ContainerId id = container.getKey();
            boolean allAhead = id instanceof ContainerId.OfTable table && isAhead(table.id(), wallMillis);
            for (Map.Entry<Slot, Register> slot : container.getValue().entrySet()) {
                if (allAhead || isAhead(slot.getValue(), wallMillis)) {
                    ahead++;
                } else {
                    sink.put(id, slot.getKey(), slot.getValue());
                }
            }
        }
        return ahead;
    }

    private static boolean isAhead(Register register, long wallMillis) {
        return isAhead(register.stamp(), wallMillis)
                || (register.kept() instanceof Kept.TableOf table && isAhead(table.id(), wallMillis));
    }

    private static boolean isAhead(Stamp stamp, long wallMillis) {
        return stamp.millis() - wallMillis > MAX_AHEAD_MILLIS;
    }

    /**
     * Merges what another copy has {@linkplain #bytes written}, as {@link #merge(KeptModel, long)} does, within the default limits.
     *
     * @throws IllegalArgumentException if the bytes are no model, or damaged, or more than the limits allow; then nothing is merged
     */
    public int merge(byte[] other, long wallMillis) {
        return merge(other, wallMillis, MergeLimits.defaults());
    }

    /**
     * Merges what another copy has {@linkplain #bytes written}, as {@link #merge(KeptModel, long)} does.
     *
     * @param limits of what the other copy may be, and this one become
     * @throws IllegalArgumentException if the bytes are no model, or damaged, or more than the limits allow; then nothing is merged
     */
    public int merge(byte[] other, long wallMillis, MergeLimits limits) {
        limits.requireBytes(other.length);
        // Its own clock, which never stamps: ours must not learn of stamps that are refused.
        KeptModel copy = new KeptModel(new HybridClock(WriterId.of(new byte[WriterId.LENGTH])));
        KeptModelBytes.read(other, (container, slot, register) -> {
            copy.putFirst(container, slot, register);
            limits.requireValues("a copy", copy.weight);
        });
        limits.requireValues("a copy that was merged with another", weightWith(copy, wallMillis));
        return merge(copy, wallMillis);
    }

    private long weightWith(KeptModel other, long wallMillis) {
        long[] sum = {weight};
        var unused = other.forEachNotAhead(wallMillis, (container, slot, register) -> {
            Register before = slots(container).get(slot);
            sum[0] += Register.higher(before, register).weight(slot) - (before == null ? 0 : before.weight(slot));
        });
        return sum[0];
    }

    /**
     * Forgets what nobody reaches any more, and that something is gone: tables that no tangible leads to, tangibles that do not exist, traces of removed
     * entries; but only if it was last written before a time. Copies must have been merged since that time, else what one forgot comes back
     * from the other.
     *
     * @param beforeMillis milliseconds since 1970
     * @return how many values were forgotten
     */
    public int collect(long beforeMillis) {
        Set<ContainerId> reachable = new HashSet<>();
        containers.keySet().stream().filter(this::exists).forEach(reachable::add);
        addReachable(reachable);
        // What is not forgotten yet may be reached again, and then what it leads to must be there.
        Set<ContainerId> retained = new HashSet<>(reachable);
        containers.forEach((id, slots) -> {
            if (slots.values().stream().anyMatch(register -> !isBefore(register, beforeMillis))) {
                retained.add(id);
            }
        });
        addReachable(retained);
        int before = size();
        containers.keySet().retainAll(retained);
        containers.forEach((id, slots) -> slots.values()
                .removeIf(register -> isBefore(register, beforeMillis)
                        && reachable.contains(id)
                        && !(register.kept().isPresent() && isCurrent(slots, register))));
        weight = 0;
        containers.forEach((id, slots) -> slots.forEach((slot, register) -> weight += register.weight(slot)));
        return before - size();
    }

    private static boolean isBefore(Register register, long millis) {
        return register.stamp().millis() < millis;
    }

    /** How many values are kept, traces of removed ones included. */
    public int size() {
        return containers.values().stream().mapToInt(Map::size).sum();
    }

    /** How many tables are kept, whether a tangible leads to them or not. */
    public int tables() {
        return (int) containers.keySet().stream()
                .filter(id -> id instanceof ContainerId.OfTable)
                .count();
    }

    /** Merges one register. */
    void put(ContainerId container, Slot slot, Register register) {
        clock.observe(register.stamp());
        // Ids are stamps, too: none that this clock gives must be that of a table.
        if (container instanceof ContainerId.OfTable table) {
            clock.observe(table.id());
        }
        if (register.kept() instanceof Kept.TableOf table) {
            clock.observe(table.id());
        }
        Map<Slot, Register> slots = containers.computeIfAbsent(container, id -> new LinkedHashMap<>(4));
        Register before = slots.get(slot);
        Register after = Register.higher(before, register);
        if (!after.equals(before)) {
            slots.put(slot, after);
            weight += after.weight(slot) - (before == null ? 0 : before.weight(slot));
        }
    }

    /** As {@link #put}, of what is read, where each comes once. */
    private void putFirst(ContainerId container, Slot slot, Register register) {
        if (slots(container).containsKey(slot)) {
            throw new IllegalArgumentException("a place has two values, allowed is one");
        }
        put(container, slot, register);
    }

    Collection<ContainerId> containers() {
        return containers.keySet();
    }

    Map<Slot, Register> slots(ContainerId container) {
        return containers.getOrDefault(container, Map.of());
    }

    /** Whether a register of these is not from before the tangible was created last. */
    static boolean isCurrent(Map<Slot, Register> slots, Register register) {
        Register existence = slots.get(Slot.OfTangible.EXISTENCE);
        return existence == null || existence.stamp().compareTo(register.stamp()) <= 0;
    }

    /** What is in a slot now; nothing if it was written before the tangible was created last. */
    @Nullable
    Register current(ContainerId container, Slot slot) {
        Map<Slot, Register> slots = slots(container);
        Register register = slots.get(slot);
        return register != null && register.kept().isPresent() && isCurrent(slots, register) ? register : null;
    }

    boolean exists(ContainerId tangible) {
        return current(tangible, Slot.OfTangible.EXISTENCE) != null;
    }

    /** Adds the tables that these lead to. */
    private void addReachable(Set<ContainerId> reachable) {
        Deque<ContainerId> open = new ArrayDeque<>(reachable);
        while (!open.isEmpty()) {
            Map<Slot, Register> slots = slots(open.remove());
            for (Register register : slots.values()) {
                if (register.kept() instanceof Kept.TableOf table && isCurrent(slots, register)) {
                    ContainerId next = new ContainerId.OfTable(table.id());
                    if (reachable.add(next)) {
                        open.add(next);
                    }
                }
            }
        }
    }

    /** The persistent id of a table, which gets one if it has none. */
    static Stamp idOf(Table table, Supplier<Stamp> stamps) {
        Stamp id = table.persistentId;
        if (id == null) {
            id = stamps.get();
            table.persistentId = id;
        }
        return id;
    }
}
