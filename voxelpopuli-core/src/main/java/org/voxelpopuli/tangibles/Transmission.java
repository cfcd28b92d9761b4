package org.voxelpopuli.tangibles;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.voxelpopuli.tangibles.ChangeJournal.Changes;

/**
 * One transmission in the making: the two models, what the passes so far found out, and what they send. It decides what the passes look at: all that
 * is near, which is the paper's algorithm, or only what changed since the last time, which must come to the same.
 */
final class Transmission {
    private final MasterModel master;
    private final Follower follower;
    private final Tangible player;
    private final TransmissionSettings settings;
    /** Null: all is looked at. */
    private @Nullable Changes changes;

    private final List<Instruction> sent = new ArrayList<>();
    private int followed;
    private boolean playerMoved;
    private @Nullable List<Tangible> closeList;
    private Numbering numbering;
    private int numberedBefore;

    /**
     * @param numbering of the master's tables, as the last transmission left it
     * @param changes since the last transmission; null if all is to be looked at
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
        this.numberedBefore = numbering.highest();
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

    /** Whether all is looked at, not what changed alone. */
    boolean isOfAll() {
        return changes == null;
    }

    /** From now on all is looked at. */
    void lookAtAll() {
        changes = null;
        follower.beginTransmission();
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
        return isOfAll() || playerMoved;
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

    /**
     * Whether the close tangibles are those of the last time; asked after the second pass.
     *
     * @param last their ids, rising
     */
    boolean hasSameCloseTangibles(List<Long> last) {
        AnimationStep center = player.animation().last();
        double radius = settings.closeRadius();
        if (looksAround() || changes == null) {
            return master.scanRadius(center, radius).equals(last);
        }
        for (Tangible changed : changes.tangibles()) {
            boolean was = Collections.binarySearch(last, changed.id()) >= 0;
            if (isWithin(master.tangible(changed.id()), center, radius) != was) {
                return false;
            }
        }
        return true;
    }

    static List<Long> ids(List<Tangible> tangibles) {
        return tangibles.stream().map(Tangible::id).toList();
    }

    /** Looks for the close tangibles in the master, by rising id. */
    List<Tangible> scanCloseList() {
        List<Tangible> close = new ArrayList<>();
        for (long id : master.scanRadius(player.animation().last(), settings.closeRadius())) {
            master.tangible(id).ifPresent(close::add);
        }
        return close;
    }

    /** The close tangibles in the master, by rising id. */
    List<Tangible> closeList() {
        if (closeList == null) {
            closeList = scanCloseList();
        }
        return closeList;
    }

    /** The numbers of the master's tables. */
    Numbering numbering() {
        return numbering;
    }

    /** Forgets the numbers of the master's tables. */
    Numbering numberAnew() {
        numbering = Numbering.ofMaster();
        numberedBefore = 0;
        return numbering;
    }

    /** Whose entries may be tables without a number. */
    List<Table> tablesToSearch() {
        if (changes == null) {
            return closeList().stream().map(Tangible::database).toList();
        }
        List<Table> tables = new ArrayList<>();
        databasesToCompare().forEach(tangible -> tables.add(tangible.database()));
        changes.tables().stream()
                .filter(table -> numbering.numberOf(table) != 0)
                .forEach(tables::add);
        return tables;
    }

    /** The numbers of the master's tables that may differ from the shadow's, rising. */
    Iterable<Integer> numbersToCompare() {
        if (changes == null) {
            return IntStream.rangeClosed(1, numbering.highest()).filter(numbering::isGiven)::iterator;
        }
        NavigableSet<Integer> numbers = new TreeSet<>();
        for (Table table : changes.tables()) {
            int number = numbering.numberOf(table);
            if (number != 0) {
                numbers.add(number);
            }
        }
        for (int number = numberedBefore + 1; number <= numbering.highest(); number++) {
            numbers.add(number);
        }
        return numbers;
    }

    /** The close tangibles whose databases may differ from the shadow's. */
    List<Tangible> databasesToCompare() {
        if (changes == null) {
            return closeList();
        }
        List<Tangible> tangibles = new ArrayList<>();
        for (Table table : changes.tables()) {
            Tangible owner = table.owner;
            if (owner != null && isCloseToday(owner)) {
                tangibles.add(owner);
            }
        }
        return tangibles;
    }

    /** The close tangibles whose classes may differ from the shadow's. */
    List<Tangible> classesToCompare() {
        return changes == null
                ? closeList()
                : changes.tangibles().stream().filter(this::isCloseToday).toList();
    }

    private boolean isCloseToday(Tangible tangible) {
        Optional<Tangible> present = master.tangible(tangible.id());
        // A tangible that was removed and created again is another one of the same id.
        return present.isPresent()
                && present.get() == tangible
                && isWithin(present, player.animation().last(), settings.closeRadius());
    }

    /**
     * Compares the entries of two tables, and tells what to store in the second. Keys that are not transmitted are not looked at. Scalars are equal as
     * usual, tables by number, tangibles by id, classes by name, and what is opaque equals nil.
     */
    void compareEntries(Table ofMaster, Table ofShadow, BiConsumer<Key, Sent> store) {
        EntryComparison comparison = new EntryComparison(ofMaster, ofShadow, store);
        ofMaster.entries().forEach(comparison::compare);
        if (comparison.found < ofShadow.size()) {
            ofShadow.entries().forEach((key, value) -> {
                if (ofShadow.isTransmitted(key) && ofMaster.get(key) == null) {
                    store.accept(key, Sent.Nil.NIL);
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

        void compare(Key key, Value wanted) {
            if (ofMaster.isTransmitted(key)) {
                Value present = ofShadow.get(key, found);
                if (!isEqual(wanted, present)) {
                    store.accept(key, toSend(wanted));
                }
                found += present == null ? 0 : 1;
            }
        }
    }

    private boolean isEqual(Value ofMaster, @Nullable Value ofShadow) {
        if (ofMaster instanceof Table table) {
            return ofShadow instanceof Table other
                    && numbering.numberOf(table) == follower.numbering().numberOf(other);
        }
        return ofMaster instanceof Value.Opaque ? ofShadow == null : ofMaster.equals(ofShadow);
    }

    private Sent toSend(Value value) {
        if (value instanceof Table table) {
            return new Sent.Numbered(numbering.numberOf(table));
        }
        return value instanceof Value.Opaque ? Sent.Nil.NIL : new Sent.Plain(value);
    }
}
