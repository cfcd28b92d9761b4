package org.voxelpopuli.tangibles;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.voxelpopuli.tangibles.Refusal.Reason;

/**
 * Follows instructions in a client's model: the same code changes the shadow on the server and the model on the client, so that they stay equal. An
 * instruction that cannot be followed is refused, and then the model is of no use any more.
 */
final class Follower {
    /** No message names a higher number, and the sum of two does not overflow. */
    private static final int HIGHEST_NUMBER = Integer.MAX_VALUE / 2;

    private final ClientModel model;
    private final int maxTangibles;
    private final int maxTables;

    /** Null on a client, which is told what is not reachable any more. */
    private final @Nullable Reach reach;
    /** Null on a server, which knows what it holds. */
    private final @Nullable EntryCount held;

    private long player;
    private double closeRadius;
    private boolean tracked;
    private List<Tangible> closeList = List.of();
    private List<Tangible> entered = List.of();
    /** What was compared in this transmission: each looks at all that is close, so once must do. */
    private boolean closeListChecked;

    private boolean numberingChecked;
    private Numbering numbering;

    private Follower(
            ClientModel model, int maxTangibles, int maxTables, @Nullable Reach reach, @Nullable EntryCount held) {
        this.model = model;
        this.maxTangibles = maxTangibles;
        this.maxTables = Math.min(maxTables, HIGHEST_NUMBER);
        this.reach = reach;
        this.held = held;
        this.numbering = noNumbers();
    }

    private Numbering noNumbers() {
        OwnerThread thread = model.thread();
        return Numbering.ofClient(() -> Table.received(thread));
    }

    /** The one that changes a client's model. */
    static Follower ofClient(ClientModel model, ReceiverLimits limits) {
        return new Follower(
                model, limits.maxTangibles(), limits.maxTables(), null, new EntryCount(limits.maxEntries()));
    }

    /** The one that changes a server's copy of it, which belongs to the master's thread. */
    static Follower ofShadow(OwnerThread thread) {
        return new Follower(new ClientModel(thread), Integer.MAX_VALUE, Integer.MAX_VALUE, new Reach(), null);
    }

    ClientModel model() {
        return model;
    }

    /** Forgets the close tangible list and the numbers, before a transmission that makes its own. */
    void forgetNumbers() {
        if (reach != null) {
            reach.clear(closeList, numbering);
        }
        closeList = List.of();
        numbering = noNumbers();
        endTransmission();
    }

    /** After the last pass: the numbers go, unless transmissions may follow that use them. */
    void endTransmission() {
        entered = List.of();
        closeListChecked = false;
        numberingChecked = false;
        if (!tracked && !closeList.isEmpty()) {
            forgetNumbers();
        }
    }

    /**
     * Makes the close tangible list, and finds who entered and left it since it was made the last time (M4).
     *
     * @return the hash of what changed in the list
     */
    int makeCloseList() {
        List<Tangible> close = scanCloseList();
        entered = withoutThoseIn(closeList, close);
        List<Tangible> left = withoutThoseIn(close, closeList);
        closeList = close;
        if (reach != null) {
            left.forEach(tangible -> reach.remove(tangible.database()));
        }
        return ModelHash.ofCloseList(closeList.size(), left, entered);
    }

    /** Of two lists by rising id. */
    private static List<Tangible> withoutThoseIn(List<Tangible> others, List<Tangible> tangibles) {
        List<Tangible> rest = new ArrayList<>();
        int at = 0;
        for (Tangible tangible : tangibles) {
            while (at < others.size() && others.get(at).id() < tangible.id()) {
                at++;
            }
            if (at == others.size() || !others.get(at).equals(tangible)) {
                rest.add(tangible);
            }
        }
        return rest;
    }

    private List<Tangible> scanCloseList() {
        List<Tangible> close = new ArrayList<>();
        model.tangible(player).ifPresent(center -> {
            for (long id : model.scanRadius(center.animation().last(), closeRadius)) {
                model.tangible(id).ifPresent(close::add);
            }
        });
        return close;
    }

    /**
     * Gives numbers to the tables of the tangibles that entered (M5).
     *
     * @return the hash of these numbers, and of what stands in these tables
     */
    int numberEntered() {
        List<Table> numbered = numbering.numberReachable(entered);
        if (reach != null) {
            entered.forEach(tangible -> reach.add(tangible.database()));
            numbered.forEach(reach::add);
        }
        return ModelHash.ofNumbering(entered, numbered, numbering);
    }

    /** The numbers of the tables that are no longer reachable from the close tangibles: to be asked of a shadow. */
    BitSet unreachable() {
        BitSet numbers = new BitSet();
        if (reach != null && tracked) {
            for (Table table : reach.removeUnreachable()) {
                numbers.set(numbering.numberOf(table));
            }
        }
        return numbers;
    }

    /** The close tangibles by rising id, as they were when the list was made. */
    List<Tangible> closeList() {
        return closeList;
    }

    /** Those of the close tangibles that were not close before; between the passes of one transmission only. */
    List<Tangible> entered() {
        return entered;
    }

    /** Whether this is the id of a close tangible. */
    boolean isClose(long id) {
        return contains(closeList, id);
    }

    /** Whether this is the id of one that was not close before. */
    boolean isEntered(long id) {
        return contains(entered, id);
    }

    private static boolean contains(List<Tangible> byRisingId, long id) {
        int low = 0;
        int high = byRisingId.size() - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            long there = byRisingId.get(middle).id();
            if (there == id) {
                return true;
            }
            low = there < id ? middle + 1 : low;
            high = there < id ? high : middle - 1;
        }
        return false;
    }

    /** The numbers of the close tangibles' tables. */
    Numbering numbering() {
        return numbering;
    }

    /** How many tables this holds numbers of. */
    int numbersHeld() {
        return numbering.size();
    }

    /** How many entries the model holds; never less than it does. Of a client's follower. */
    long entriesHeld() {
        return held == null ? 0 : held.count();
    }

    /** Follows an instruction; if it cannot, says why. */
    Optional<Refusal> follow(Instruction instruction) {
        if (instruction instanceof Instruction.StoreInTable store) {
            return storeInTable(store);
        } else if (instruction instanceof Instruction.StoreInTangible store) {
            return storeInTangible(store);
        } else if (instruction instanceof Instruction.CorrectAnimation correction) {
            return correctAnimation(correction);
        } else if (instruction instanceof Instruction.CreateTangible create) {
            return createTangible(create);
        } else if (instruction instanceof Instruction.DeleteTangible delete) {
            return model.take(delete.tangible()).isPresent() ? Optional.empty() : noTangible(delete.tangible());
        } else if (instruction instanceof Instruction.StoreField store) {
            return storeField(store);
        } else if (instruction instanceof Instruction.StoreClassName store) {
            return model.tangible(store.tangible())
                    .map(tangible -> replaced(
                            EntryCount.ofName(tangible.storeClassName(store.name())), EntryCount.ofName(store.name())))
                    .orElseGet(() -> noTangible(store.tangible()));
        } else if (instruction instanceof Instruction.CheckCloseList check) {
            return checkCloseList(check);
        } else if (instruction instanceof Instruction.CheckNumbering check) {
            return checkNumbering(check);
        } else if (instruction instanceof Instruction.CreateTables create) {
            return createTables(create);
        } else if (instruction instanceof Instruction.ForgetTables forget) {
            return forgetTables(forget);
        } else {
            return begin((Instruction.Begin) instruction);
        }
    }

    private static Optional<Refusal> done(Runnable action) {
        action.run();
        return Optional.empty();
    }

    private static Optional<Refusal> refuse(Reason reason, String detail) {
        return Optional.of(new Refusal(reason, detail));
    }

    private static Optional<Refusal> noTangible(long id) {
        return refuse(Reason.WRONG_TANGIBLE, "there is no tangible " + id);
    }

    private Optional<Refusal> begin(Instruction.Begin begin) {
        if (!TransmissionSettings.isRadius(begin.closeRadius())) {
            return refuse(Reason.IMPOSSIBLE, "the close radius is " + begin.closeRadius() + ", allowed is 0..2^40");
        }
        forgetNumbers();
        model.clear();
        if (held != null) {
            held.clear();
        }
        player = begin.player();
        closeRadius = begin.closeRadius();
        tracked = begin.tracked();
        return Optional.empty();
    }

    private Optional<Refusal> createTangible(Instruction.CreateTangible create) {
        if (model.tangible(create.tangible()).isPresent()) {
            return refuse(Reason.WRONG_TANGIBLE, "there is a tangible " + create.tangible() + " already");
        }
        if (model.tangibles().size() >= maxTangibles) {
            return refuse(
                    Reason.TOO_LARGE,
                    "there are " + maxTangibles + " tangibles, which are all that maxTangibles allows");
        }
        Optional<AnimationQueue> queue = queue(List.of(), create.animation());
        queue.ifPresent(animation -> model.add(create.tangible(), "", animation));
        return queue.isPresent()
                ? Optional.empty()
                : impossibleSteps(0, create.animation().size());
    }

    private Optional<Refusal> correctAnimation(Instruction.CorrectAnimation correction) {
        Optional<Tangible> tangible = model.tangible(correction.tangible());
        if (tangible.isEmpty()) {
            return noTangible(correction.tangible());
        }
        AnimationQueue result = correction.result();
        if (result != null) {
            return done(() -> tangible.get().storeAnimation(result));
        }
        List<AnimationStep> before = tangible.get().animation().steps();
        if (correction.drop() > before.size()) {
            return refuse(Reason.IMPOSSIBLE, "of " + before.size() + " steps drop " + correction.drop());
        }
        List<AnimationStep> kept = before.subList(correction.drop(), before.size());
        Optional<AnimationQueue> queue = queue(kept, correction.added());
        queue.ifPresent(tangible.get()::storeAnimation);
        return queue.isPresent()
                ? Optional.empty()
                : impossibleSteps(kept.size(), correction.added().size());
    }

    private static Optional<AnimationQueue> queue(List<AnimationStep> kept, List<RelativeStep> added) {
        int length = kept.size() + added.size();
        if (length < 1 || length > AnimationQueue.MAX_STEPS) {
            return Optional.empty();
        }
        AnimationStep last = kept.isEmpty() ? RelativeStep.ORIGIN : kept.get(kept.size() - 1);
        return RelativeStep.resolve(last, added).map(steps -> {
            List<AnimationStep> all = new ArrayList<>(kept);
            all.addAll(steps);
            return new AnimationQueue(all);
        });
    }

    private static Optional<Refusal> impossibleSteps(int kept, int added) {
        return refuse(
                Reason.IMPOSSIBLE,
                kept + " steps and " + added + " new ones, allowed are 1.." + AnimationQueue.MAX_STEPS
                        + " between -2^40 and 2^40");
    }

    private Optional<Refusal> checkCloseList(Instruction.CheckCloseList check) {
        if (closeListChecked) {
            return refuse(Reason.IMPOSSIBLE, "a second close tangible list in one transmission");
        }
        closeListChecked = true;
        return makeCloseList() == check.hash()
                ? Optional.empty()
                : refuse(
                        Reason.CLOSE_LIST_DIFFERS,
                        closeList.size() + " close tangibles, of which " + entered.size() + " came, have another hash");
    }

    private Optional<Refusal> checkNumbering(Instruction.CheckNumbering check) {
        if (numberingChecked) {
            return refuse(Reason.IMPOSSIBLE, "a second numbering in one transmission");
        }
        numberingChecked = true;
        int before = numbering.size();
        int hash = numberEntered();
        int came = numbering.size() - before;
        if (hash != check.hash()) {
            return refuse(
                    Reason.NUMBERING_DIFFERS,
                    numbering.size() + " tables, of which " + came + " came, have another hash");
        }
        return numbering.size() <= maxTables ? Optional.empty() : tooManyTables(came, before);
    }

    private Optional<Refusal> tooManyTables(int more, int before) {
        return refuse(
                Reason.TOO_LARGE, more + " more tables than " + before + ", allowed by maxTables are " + maxTables);
    }

    private Optional<Refusal> createTables(Instruction.CreateTables create) {
        int before = numbersHeld();
        if (create.count() < 0 || create.count() > maxTables - before) {
            return tooManyTables(create.count(), before);
        }
        numbering.giveLowest(create.count());
        return Optional.empty();
    }

    private Optional<Refusal> forgetTables(Instruction.ForgetTables forget) {
        int free = numbering.nextFree(forget.first());
        if (free < forget.first() + forget.count()) {
            return noTable(free);
        }
        numbering.release(forget.first(), forget.count());
        return Optional.empty();
    }

    private Optional<Refusal> storeField(Instruction.StoreField store) {
        Optional<Tangible> tangible = model.tangible(store.tangible());
        if (tangible.isEmpty()) {
            return noTangible(store.tangible());
        }
        if (store.tangible() != player) {
            return refuse(Reason.IMPOSSIBLE, "a field of " + store.tangible() + ", which is not the player " + player);
        }
        Scalar before = tangible.get().storeField(store.name(), store.value());
        if (held == null) {
            return Optional.empty();
        }
        Key name = Value.of(store.name());
        return replaced(EntryCount.of(name, before), EntryCount.of(name, store.value()));
    }

    /** Counts what a client holds, in entries. */
    private Optional<Refusal> replaced(int before, int after) {
        if (held == null) {
            return Optional.empty();
        }
        held.replaced(before, after);
        return held.isWithin(model.tangibles(), closeList, numbering)
                ? Optional.empty()
                : refuse(
                        Reason.TOO_LARGE,
                        "the model has " + held.count() + " entries, allowed by maxEntries are " + held.max());
    }

    private Optional<Refusal> storeInTable(Instruction.StoreInTable store) {
        return numbering.isGiven(store.table())
                ? store(numbering.table(store.table()), store.key(), store.value())
                : noTable(store.table());
    }

    private Optional<Refusal> storeInTangible(Instruction.StoreInTangible store) {
        return model.tangible(store.tangible())
                .map(tangible -> store(tangible.database(), store.key(), store.value()))
                .orElseGet(() -> noTangible(store.tangible()));
    }

    private Optional<Refusal> store(Table table, Key key, Sent value) {
        if (!table.isTransmitted(key)) {
            return refuse(Reason.IMPOSSIBLE, "a metatable for a tangible");
        }
        Value after;
        if (value instanceof Sent.Numbered numbered) {
            if (!numbering.isGiven(numbered.number())) {
                return noTable(numbered.number());
            }
            after = numbering.table(numbered.number());
        } else {
            after = value instanceof Sent.Plain plain ? plain.value() : null;
        }
        Value before = after == null ? table.erase(key) : table.store(key, after);
        if (reach != null) {
            reach.stored(table, before, after);
        }
        return held == null ? Optional.empty() : replaced(EntryCount.of(key, before), EntryCount.of(key, after));
    }

    private Optional<Refusal> noTable(int number) {
        return refuse(
                Reason.WRONG_TABLE,
                "there is no table " + number + " among the " + numbersHeld() + " that have numbers up to "
                        + numbering.highest());
    }
}
