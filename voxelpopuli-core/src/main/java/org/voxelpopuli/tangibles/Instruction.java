package org.voxelpopuli.tangibles;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a server tells a client to do with its model. Named below are the passes that send it. */
sealed interface Instruction {
    /**
     * Forget all, and begin anew: before the first pass of a first transmission, and of one after a failure.
     *
     * @param player the player's tangible
     * @param closeRadius for the close tangible list
     * @param tracked whether transmissions may follow that use the numbers of this one
     * @param partBytes no message is longer, unless it is of one instruction, which is longer by itself
     */
    record Begin(long player, double closeRadius, boolean tracked, int partBytes) implements Instruction {}

    /**
     * A tangible's animation queue loses its oldest steps, and gets more. M2, M3.
     *
     * @param drop how many of the oldest go
     * @param added what comes then, the first relative to the last that stays, or to the origin if none does
     * @param result what it becomes, if that is known, as on the server: then all shadows share it; it does not go over
     */
    record CorrectAnimation(
            long tangible,
            int drop,
            List<RelativeStep> added,
            @Nullable AnimationQueue result) implements Instruction {
        /** As it comes over. */
        CorrectAnimation(long tangible, int drop, List<RelativeStep> added) {
            this(tangible, drop, added, null);
        }

        /** The shortest correction that makes one queue of another. */
        static CorrectAnimation between(long tangible, AnimationQueue before, AnimationQueue after) {
            List<AnimationStep> old = before.steps();
            List<AnimationStep> wanted = after.steps();
            int drop = 0;
            while (!startsWith(wanted, old.subList(drop, old.size()))) {
                drop++;
            }
            int keep = old.size() - drop;
            AnimationStep last = keep == 0 ? RelativeStep.ORIGIN : old.get(old.size() - 1);
            return new CorrectAnimation(
                    tangible, drop, RelativeStep.of(last, wanted.subList(keep, wanted.size())), after);
        }

        private static boolean startsWith(List<AnimationStep> steps, List<AnimationStep> beginning) {
            return beginning.size() <= steps.size()
                    && steps.subList(0, beginning.size()).equals(beginning);
        }
    }

    /** A field of the player's tangible, and of no other; null if it is gone. M2. */
    record StoreField(long tangible, String name, @Nullable Scalar value) implements Instruction {}

    /**
     * A new tangible, without class or entries yet. M2, M3.
     *
     * @param animation the first step relative to the origin
     */
    record CreateTangible(long tangible, List<RelativeStep> animation) implements Instruction {
        static CreateTangible like(Tangible master) {
            return new CreateTangible(
                    master.id(),
                    RelativeStep.of(RelativeStep.ORIGIN, master.animation().steps()));
        }
    }

    /** A tangible goes. M3. */
    record DeleteTangible(long tangible) implements Instruction {}

    /** Make the close tangible list, and compare the hash of what changed in it. M4. */
    record CheckCloseList(int hash) implements Instruction {}

    /** Number the tables of those that entered the list, and compare the hash of it. M5. */
    record CheckNumbering(int hash) implements Instruction {}

    /** Create so many empty tables, with the lowest numbers that are free, in rising order. M7. */
    record CreateTables(int count) implements Instruction {}

    /** These numbers are taken back: their tables are not reachable any more. M4, and after the last pass. */
    record ForgetTables(int first, int count) implements Instruction {}

    /** In the table of this number, store the entry. M8. */
    record StoreInTable(int table, Key key, Sent value) implements Instruction {}

    /** In this tangible's database, store the entry. M9. */
    record StoreInTangible(long tangible, Key key, Sent value) implements Instruction {}

    /** A tangible's class. M10. */
    record StoreClassName(long tangible, String name) implements Instruction {}
}
