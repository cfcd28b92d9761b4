package org.voxelpopuli.presence.ndn;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/** What reading some bytes may cost. */
public final class Allocation {
    /** An empty component of two bytes becomes an object, an array and its places in two lists. */
    private static final int PER_BYTE = 200;

    private static final int ALWAYS = 256 << 10;
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private Allocation() {}

    /** Whether what an action allocates is in proportion to the bytes that it reads. It may be done twice: the first time code is loaded. */
    public static void check(Runnable action, int bytes) {
        long most = ALWAYS + (long) PER_BYTE * bytes;
        if (allocatedBy(action) > most) {
            long allocated = allocatedBy(action);
            if (allocated > most) {
                throw new AssertionError(allocated + " bytes were allocated to read " + bytes);
            }
        }
    }

    private static long allocatedBy(Runnable action) {
        long before = THREADS.getCurrentThreadAllocatedBytes();
        action.run();
        return THREADS.getCurrentThreadAllocatedBytes() - before;
    }
}
