package org.voxelpopuli.tangibles;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.voxelpopuli.tangibles.Changes.EntryChange;
import org.voxelpopuli.tangibles.Changes.TableChange;
import org.voxelpopuli.tangibles.Changes.TangibleChange;

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
    private final boolean playerMoved;
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
        this.playerMoved = shadow().tangible(player.id())
                .filter(shadow ->
                        shadow.animation().last().equals(player.animation().last()))
                .isEmpty();
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
    void sendAnimation(Tangible ofMaster, @Nullable Tangible ofShadow) {
        if (ofShadow == null) {
            send(Instruction.CreateTangible.like(ofMaster));
        } else {
            ofMaster.correctionFrom(ofShadow.animation()).ifPresent(this::send);
        }
    }

    /** Runs a pass, and lets the shadow follow what it sent. */
    void run(Pass pass) {
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
                numbering.release(forget.first(), forget.count());
            }
        }
    }

    List<Instruction> sent() {
        return sent;
    }

    /** Whether all that is in sight must be looked at, since the player sees from another place. */
    boolean looksAround() {
        return changes == null || playerMoved;
    }

    /** Whether there may be more out of sight than before this transmission; asked before the shadow follows. */
    boolean someLeftSight() {
        if (looksAround() || changes == null) {
            return true;
        }
        AnimationStep center = player.animation().last();
        double radius = settings.visibilityRadius();
        return changes.tangibles().stream()
                .filter(changed -> changed.now() != null && !isWithin(changed.now(), center, radius))
                .anyMatch(changed -> isWithin(shadow().tangible(changed.id()).orElse(null), center, radius));
    }

    /** Takes a tangible as it is in the master and in the shadow; null if it is not there. */
    @FunctionalInterface
    interface TangiblePair {
        void accept(@Nullable Tangible ofMaster, @Nullable Tangible ofShadow);
    }

    /** The tangibles in sight, in master or shadow, that may differ; by rising id. */
    void forEachVisibleToCompare(TangiblePair action) {
        if (looksAround() || changes == null) {
            for (long id : visible()) {
                action.accept(
                        master.tangible(id).orElse(null), shadow().tangible(id).orElse(null));
            }
            return;
        }
        AnimationStep center = player.animation().last();
        double radius = settings.visibilityRadius();
        for (TangibleChange changed : changes.tangibles()) {
            Tangible ofShadow = shadow().tangible(changed.id()).orElse(null);
            if (isWithin(changed.now(), center, radius) || isWithin(ofShadow, center, radius)) {
                action.accept(changed.now(), ofShadow);
            }
        }
    }

    /** The ids of all tangibles in sight, in master or shadow; rising. */
    List<Long> visible() {
        AnimationStep center = player.animation().last();
        double radius = settings.visibilityRadius();
        return union(master.scanRadius(center, radius), shadow().scanRadius(center, radius));
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

    private static boolean isWithin(@Nullable Tangible tangible, AnimationStep center, double radius) {
        return tangible != null && tangible.animation().last().squaredDistance(center) <= radius * radius;
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
        for (TangibleChange changed : changes.tangibles()) {
            if (isWithin(changed.now(), center, settings.closeRadius()) != follower.isClose(changed.id())) {
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

    /** The tables of the master that may have no number, or lead to such. */
    void forEachTableToNumber(Consumer<Table> action) {
        entered().forEach(tangible -> tangible.database().forEachTable(action));
        if (changes == null || !changes.leadsToTables()) {
            return;
        }
        for (TableChange change : changes.tables()) {
            if (numbering.numberOf(change.table()) != 0) {
                tables(change, action);
            }
        }
        changedDatabases((id, change) -> tables(change, action));
    }

    private static void tables(TableChange change, Consumer<Table> action) {
        if (change.whole()) {
            change.table().forEachTable(action);
        }
        for (EntryChange entry : change.entries()) {
            if (entry.value() instanceof Table table) {
                action.accept(table);
            }
        }
    }

    /** The databases that changed, of tangibles that are close and were so before. */
    private void changedDatabases(BiConsumer<Long, TableChange> action) {
        for (TableChange change : changes == null ? List.<TableChange>of() : changes.databases()) {
            Tangible owner = change.table().owner;
            if (owner != null && isCloseToday(owner) && !follower.isEntered(owner.id())) {
                action.accept(owner.id(), change);
            }
        }
    }

    /** The numbers of the master's tables that may differ from the shadow's, rising, and what of each may. */
    void forEachTableToCompare(BiConsumer<Integer, TableChange> action) {
        List<NumberedChange> changed = new ArrayList<>();
        for (TableChange change : changes == null ? List.<TableChange>of() : changes.tables()) {
            int number = numbering.numberOf(change.table());
            if (number != 0 && !isNew(number)) {
                changed.add(new NumberedChange(number, change));
            }
        }
        changed.sort(Comparator.comparingInt(NumberedChange::number));
        changed.forEach(each -> action.accept(each.number(), each.change()));
        newNumbers.stream()
                .filter(numbering::isGiven)
                .forEach(number -> action.accept(number, TableChange.all(numbering.table(number))));
    }

    private record NumberedChange(int number, TableChange change) {}

    /** The close tangibles whose databases may differ from the shadow's: their ids, and what of each may. */
    void forEachDatabaseToCompare(BiConsumer<Long, TableChange> action) {
        entered().forEach(tangible -> action.accept(tangible.id(), TableChange.all(tangible.database())));
        changedDatabases(action);
    }

    /** The close tangibles whose classes may differ from the shadow's. */
    List<Tangible> classesToCompare() {
        List<Tangible> tangibles = new ArrayList<>(entered());
        for (TangibleChange change : changes == null ? List.<TangibleChange>of() : changes.tangibles()) {
            Tangible now = change.now();
            if (now != null && follower.isClose(change.id()) && !follower.isEntered(change.id())) {
                tangibles.add(now);
            }
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
            for (EntryChange entry : change.entries()) {
                if (!isEqual(entry.value(), ofShadow.get(entry.key()))) {
                    store.accept(entry.key(), entry.sent() == null ? toSend(entry.value()) : entry.sent());
                }
            }
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
        return Sent.of(value);
    }
}
