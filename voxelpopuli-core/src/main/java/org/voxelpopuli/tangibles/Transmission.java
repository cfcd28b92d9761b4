package org.voxelpopuli.tangibles;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.List;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.voxelpopuli.tangibles.ChangeJournal.Changes;
import org.voxelpopuli.tangibles.ChangeJournal.TableChange;

/**
 * One transmission in the making: the two models, what the passes so far found out, and what they send. It decides what the passes look at: all that
 * is near, which is the paper's algorithm, or only what changed, entered or left since the last time, which must come to the same.
 */
final class Transmission {
    private final MasterModel master;
    private final Follower follower;
    private final Tangible player;
    private final TransmissionSettings settings;
    private final Numbering numbering;
    /** Null: all is looked at. */
    private final @Nullable Changes changes;

    private final List<Instruction> sent = new ArrayList<>();
    private int followed;
    private boolean playerMoved;
    private final BitSet newNumbers = new BitSet();

    /**
     * @param numbering of the master's tables, as the last transmission left it; of none if all is to be looked at
     * @param changes since the last transmission; null if all is to be looked at, and then the follower has forgotten its numbers
     */
    Transmission(
            MasterModel master,
            Follower follower,
            Tangible player,
            TransmissionSettings settings,
            Numbering numbering,
            @Nullable Changes changes) {
        this.master = master;
        this.follower = follower;
        this.player = player;
        this.settings = settings;
        this.numbering = numbering;
        this.changes = changes;
    }

    MasterModel master() {
        return master;
    }

    ClientModel shadow() {
        return follower.model();
    }

    Follower follower() {
        return follower;
    }

    TransmissionSettings settings() {
        return settings;
    }

    /** The player's tangible in the master. */
    Tangible player() {
        return player;
    }

    /** Adds an instruction, which is followed at the end of the pass. */
    void send(Instruction instruction) {
        sent.add(instruction);
    }

    /** Sends what is needed that a tangible does in the shadow what it does in the master. */
    void sendAnimation(Tangible ofMaster, Optional<Tangible> ofShadow) {
        if (ofShadow.isEmpty()) {
            send(Instruction.CreateTangible.like(ofMaster));
        } else if (!ofShadow.get().animation().equals(ofMaster.animation())) {
            send(Instruction.CorrectAnimation.between(
                    ofMaster.id(), ofShadow.get().animation(), ofMaster.animation()));
        }
    }

    /** Runs a pass, and lets the shadow follow what it sent. */
    void run(Pass pass) {
        Optional<AnimationStep> before = shadow().tangible(player.id())
                .map(tangible -> tangible.animation().last());
        pass.run(this);
        for (; followed < sent.size(); followed++) {
            Instruction instruction = sent.get(followed);
            // The hashes are the shadow's own.
            if (!(instruction instanceof Instruction.CheckCloseList
                    || instruction instanceof Instruction.CheckNumbering)) {
                follower.follow(instruction).ifPresent(refusal -> {
                    throw new IllegalStateException(
                            "the shadow cannot follow " + instruction + ": " + refusal.detail());
                });
            }
            if (instruction instanceof Instruction.ForgetTables forget) {
                for (int number = forget.first(); number < forget.first() + forget.count(); number++) {
                    numbering.release(number);
                }
            }
        }
        Optional<AnimationStep> after = shadow().tangible(player.id())
                .map(tangible -> tangible.animation().last());
        playerMoved |= !after.equals(before);
    }

    List<Instruction> sent() {
        return sent;
    }

    /** Whether all that is in sight must be looked at, since the player sees from another place. */
    boolean looksAround() {
        return changes == null || playerMoved;
    }

    /** The ids of the tangibles in sight, in master or shadow, that may differ; rising. */
    List<Long> visibleToCompare() {
        AnimationStep center = player.animation().last();
        double radius = settings.visibilityRadius();
        if (looksAround() || changes == null) {
            return union(master.scanRadius(center, radius), shadow().scanRadius(center, radius));
        }
        NavigableSet<Long> visible = new TreeSet<>();
        for (Tangible changed : changes.tangibles()) {
            if (isWithin(master.tangible(changed.id()), center, radius)
                    || isWithin(shadow().tangible(changed.id()), center, radius)) {
                visible.add(changed.id());
            }
        }
        return List.copyOf(visible);
    }

    /** Of two rising lists, rising. */
    private static List<Long> union(List<Long> one, List<Long> other) {
        if (one.equals(other)) {
            return one;
        }
        NavigableSet<Long> all = new TreeSet<>(one);
        all.addAll(other);
        return List.copyOf(all);
    }

    private static boolean isWithin(Optional<Tangible> tangible, AnimationStep center, double radius) {
        return tangible.isPresent() && tangible.get().animation().last().squaredDistance(center) <= radius * radius;
    }

    /** Whether the close tangibles are those of the last time; asked after the second pass. */
    boolean hasSameCloseTangibles() {
        if (looksAround() || changes == null) {
            return changes != null
                    && scanCloseList()
                            .equals(follower.closeList().stream()
                                    .map(Tangible::id)
                                    .toList());
        }
        AnimationStep center = player.animation().last();
        for (Tangible changed : changes.tangibles()) {
            if (isWithin(master.tangible(changed.id()), center, settings.closeRadius())
                    != follower.isClose(changed.id())) {
                return false;
            }
        }
        return true;
    }

    /** Looks for the close tangibles in the master: their ids, rising. */
    List<Long> scanCloseList() {
        return master.scanRadius(player.animation().last(), settings.closeRadius());
    }

    /** Sends that the tables which are not reachable any more have no numbers. */
    void sendForget() {
        BitSet numbers = follower.unreachable();
        int first = numbers.nextSetBit(1);
        while (first >= 0) {
            int end = numbers.nextClearBit(first);
            send(new Instruction.ForgetTables(first, end - first));
            first = numbers.nextSetBit(end);
        }
    }

    /** The close tangibles in the master that were not close the last time, by rising id. */
    List<Tangible> entered() {
        List<Tangible> entered = new ArrayList<>();
        for (Tangible tangible : follower.entered()) {
            master.tangible(tangible.id()).ifPresent(entered::add);
        }
        return entered;
    }

    /** The numbers of the master's tables. */
    Numbering numbering() {
        return numbering;
    }

    /** Gives a table of the master a number. */
    void number(Table table, int number) {
        numbering.give(table, number);
        newNumbers.set(number);
    }

    /** Whether the table of this number was given it in this transmission. */
    boolean isNew(int number) {
        return newNumbers.get(number);
    }

    /** The values of the master that may be tables without a number, or lead to such. */
    void forEachValueToCompare(Consumer<Value> action) {
        entered().forEach(tangible -> tangible.database().forEachTable(action::accept));
        for (TableChange change : tableChanges()) {
            Table table = change.table();
            boolean concerns = table.owner == null ? numbering.numberOf(table) != 0 : isCloseToday(table.owner);
            if (concerns && change.whole()) {
                table.forEachTable(action::accept);
            } else if (concerns) {
                for (Key key : change.keys()) {
                    Value value = table.get(key);
                    if (value != null && table.isTransmitted(key)) {
                        action.accept(value);
                    }
                }
            }
        }
    }

    private Collection<TableChange> tableChanges() {
        return changes == null ? List.of() : changes.tables();
    }

    /** The numbers of the master's tables that may differ from the shadow's, rising, and what of each may. */
    void forEachTableToCompare(BiConsumer<Integer, TableChange> action) {
        NavigableMap<Integer, TableChange> changed = new TreeMap<>();
        for (TableChange change : tableChanges()) {
            int number = numbering.numberOf(change.table());
            if (number != 0 && !isNew(number)) {
                changed.put(number, change);
            }
        }
        changed.forEach(action);
        newNumbers.stream()
                .filter(numbering::isGiven)
                .forEach(number -> action.accept(number, all(numbering.table(number))));
    }

    private static TableChange all(Table table) {
        return new TableChange(table, true, Set.of());
    }

    /** The close tangibles whose databases may differ from the shadow's: their ids, and what of each may. */
    void forEachDatabaseToCompare(BiConsumer<Long, TableChange> action) {
        entered().forEach(tangible -> action.accept(tangible.id(), all(tangible.database())));
        for (TableChange change : tableChanges()) {
            Tangible owner = change.table().owner;
            if (owner != null && isCloseToday(owner) && !follower.isEntered(owner.id())) {
                action.accept(owner.id(), change);
            }
        }
    }

    /** The close tangibles whose classes may differ from the shadow's. */
    List<Tangible> classesToCompare() {
        List<Tangible> tangibles = new ArrayList<>(entered());
        if (changes != null) {
            changes.tangibles().stream()
                    .filter(tangible -> isCloseToday(tangible) && !follower.isEntered(tangible.id()))
                    .forEach(tangibles::add);
        }
        return tangibles;
    }

    /** A tangible that was removed and created again is another one of the same id. */
    private boolean isCloseToday(Tangible tangible) {
        return follower.isClose(tangible.id())
                && master.tangible(tangible.id()).filter(tangible::equals).isPresent();
    }

    /**
     * Compares the entries of two tables that may differ, and tells what to store in the second. Keys that are not transmitted are not looked at. Scalars
     * are equal as usual, tables by number, tangibles by id, classes by name, and what is opaque equals nil.
     *
     * @param change the table in the master, and what of it to look at
     */
    void compareEntries(TableChange change, Table ofShadow, BiConsumer<Key, Sent> store) {
        Table ofMaster = change.table();
        EntryComparison comparison = new EntryComparison(ofMaster, ofShadow, store);
        if (!change.whole()) {
            change.keys().forEach(key -> comparison.compare(key, ofMaster.get(key)));
            return;
        }
        ofMaster.entries().forEach(comparison::compare);
        if (comparison.found < ofShadow.size()) {
            ofShadow.entries().forEach((key, value) -> {
                if (ofMaster.get(key) == null) {
                    comparison.compare(key, null);
                }
            });
        }
    }

    private final class EntryComparison {
        private final Table ofMaster;
        private final Table ofShadow;
        private final BiConsumer<Key, Sent> store;
        /** How many of the keys so far the shadow has, too; mostly they stand at the same places. */
        private int found;

        EntryComparison(Table ofMaster, Table ofShadow, BiConsumer<Key, Sent> store) {
            this.ofMaster = ofMaster;
            this.ofShadow = ofShadow;
            this.store = store;
        }

        void compare(Key key, @Nullable Value wanted) {
            if (ofMaster.isTransmitted(key)) {
                Value present = ofShadow.get(key, found);
                if (!isEqual(wanted, present)) {
                    store.accept(key, toSend(wanted));
                }
                found += present == null ? 0 : 1;
            }
        }
    }

    private boolean isEqual(@Nullable Value ofMaster, @Nullable Value ofShadow) {
        if (ofMaster instanceof Table table) {
            return ofShadow instanceof Table other
                    && numbering.numberOf(table) == follower.numbering().numberOf(other);
        }
        return (ofMaster == null || ofMaster instanceof Value.Opaque) ? ofShadow == null : ofMaster.equals(ofShadow);
    }

    private Sent toSend(@Nullable Value value) {
        if (value instanceof Table table) {
            return new Sent.Numbered(numbering.numberOf(table));
        }
        return (value == null || value instanceof Value.Opaque) ? Sent.Nil.NIL : new Sent.Plain(value);
    }
}
