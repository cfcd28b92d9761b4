package org.voxelpopuli.tangibles;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.voxelpopuli.tangibles.Refusal.Reason;

/**
 * Follows instructions in a client's model: the same code changes the shadow on the server and the model on the client, so that they stay equal. An
 * instruction that cannot be followed is refused, and then the model is of no use any more.
 */
final class Follower {
    private final ClientModel model;
    private final int maxTangibles;
    private final int maxTables;

    private long player;
    private double closeRadius;
    private boolean tracked;
    private @Nullable List<Tangible> closeList;
    private @Nullable Numbering numbering;

    Follower(ClientModel model, int maxTangibles, int maxTables) {
        this.model = model;
        this.maxTangibles = maxTangibles;
        this.maxTables = maxTables;
    }

    ClientModel model() {
        return model;
    }

    /** Forgets the close tangible list and the numbers, before a transmission that makes its own. */
    void beginTransmission() {
        closeList = null;
        numbering = null;
    }

    /** After the last pass: the numbers go, unless transmissions may follow that use them. */
    void endTransmission() {
        if (!tracked) {
            beginTransmission();
        }
    }

    /** The close tangibles by rising id; made if it is not there (M4). */
    List<Tangible> closeList() {
        if (closeList == null) {
            closeList = scanCloseList();
        }
        return closeList;
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

    /** The numbers of the close tangibles' tables; made if they are not there (M5). */
    Numbering numbering() {
        if (numbering == null) {
            numbering = Numbering.of(closeList());
        }
        return numbering;
    }

    /** How many tables this holds numbers of. */
    int numbersHeld() {
        return numbering == null ? 0 : numbering.size();
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
            return model.tangible(store.tangible())
                    .map(tangible -> done(() -> tangible.storeField(store.name(), store.value())))
                    .orElseGet(() -> noTangible(store.tangible()));
        } else if (instruction instanceof Instruction.StoreClassName store) {
            return model.tangible(store.tangible())
                    .map(tangible -> done(() -> tangible.storeClassName(store.name())))
                    .orElseGet(() -> noTangible(store.tangible()));
        } else if (instruction instanceof Instruction.CheckCloseList check) {
            return checkCloseList(check);
        } else if (instruction instanceof Instruction.CheckNumbering check) {
            return checkNumbering(check);
        } else if (instruction instanceof Instruction.CreateTables create) {
            return createTables(create);
        } else {
            return done(() -> begin((Instruction.Begin) instruction));
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

    private void begin(Instruction.Begin begin) {
        model.clear();
        player = begin.player();
        closeRadius = begin.closeRadius();
        tracked = begin.tracked();
        beginTransmission();
    }

    private Optional<Refusal> createTangible(Instruction.CreateTangible create) {
        if (model.tangible(create.tangible()).isPresent()) {
            return refuse(Reason.WRONG_TANGIBLE, "there is a tangible " + create.tangible() + " already");
        }
        if (model.tangibles().size() >= maxTangibles) {
            return refuse(Reason.TOO_LARGE, "there are " + maxTangibles + " tangibles, which are all that are allowed");
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
        int hash = ModelHash.ofCloseList(closeList());
        return hash == check.hash()
                ? Optional.empty()
                : refuse(Reason.CLOSE_LIST_DIFFERS, closeList().size() + " close tangibles have another hash");
    }

    private Optional<Refusal> checkNumbering(Instruction.CheckNumbering check) {
        int hash = ModelHash.ofNumbering(closeList(), numbering());
        return hash == check.hash()
                ? Optional.empty()
                : refuse(Reason.NUMBERING_DIFFERS, numbering().highest() + " tables have another hash");
    }

    private Optional<Refusal> createTables(Instruction.CreateTables create) {
        int before = numbersHeld();
        if (create.count() < 0 || create.count() > maxTables - before) {
            return refuse(
                    Reason.TOO_LARGE, create.count() + " more tables than " + before + ", allowed are " + maxTables);
        }
        for (int number = before + 1; number <= before + create.count(); number++) {
            numbering().give(Table.received(), number);
        }
        return Optional.empty();
    }

    private Optional<Refusal> storeInTable(Instruction.StoreInTable store) {
        if (!isNumber(store.table())) {
            return noTable(store.table());
        }
        return store(numbering().table(store.table()), store.key(), store.value());
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
        if (value instanceof Sent.Numbered numbered) {
            if (!isNumber(numbered.number())) {
                return noTable(numbered.number());
            }
            table.store(key, numbering().table(numbered.number()));
        } else if (value instanceof Sent.Plain plain) {
            table.store(key, plain.value());
        } else {
            table.erase(key);
        }
        return Optional.empty();
    }

    private boolean isNumber(int number) {
        return numbering != null && numbering.isGiven(number);
    }

    private Optional<Refusal> noTable(int number) {
        return refuse(Reason.WRONG_TABLE, "there is no table " + number + ", allowed is 1.." + numbersHeld());
    }
}
