package org.voxelpopuli.tangibles;

import org.jspecify.annotations.Nullable;

/**
 * Says so when a second thread uses what belongs to one. A game may build a model on one thread and use it on another; from then on, or from the
 * first transmission on, it is that thread's, until the thread ends or gives it away. Costs one read of a field.
 */
final class OwnerThread {
    private final String owned;
    private volatile @Nullable Thread owner;
    private volatile boolean settled;

    /** @param owned what belongs to the thread, for the error */
    OwnerThread(String owned) {
        this.owned = owned;
    }

    /** @throws IllegalStateException if this belongs to another thread */
    void check() {
        Thread current = Thread.currentThread();
        if (owner != current) {
            takeOver(current);
        }
    }

    /**
     * As {@link #check}, and from now on it belongs to this thread, though it may have built it, too.
     *
     * @throws IllegalStateException if it belongs to another thread
     */
    void settle() {
        check();
        if (!settled) {
            settled = true;
        }
    }

    /**
     * The next thread that uses it owns it.
     *
     * @throws IllegalStateException if it belongs to another thread
     */
    void release() {
        check();
        settled = false;
        owner = null;
    }

    /** Virtual threads have no name, mostly. */
    private static String name(Thread thread) {
        return thread.getName().isEmpty() ? thread.toString() : thread.getName();
    }

    private void takeOver(Thread current) {
        Thread before = owner;
        // All that a thread did happens before another one sees that it has ended.
        if (before != null && settled && before.isAlive()) {
            throw new IllegalStateException(owned + " belongs to thread '" + name(before) + "', but thread '"
                    + name(current) + "' uses it; a model is for one thread, until that calls release()");
        }
        settled = before != null;
        owner = current;
    }
}
