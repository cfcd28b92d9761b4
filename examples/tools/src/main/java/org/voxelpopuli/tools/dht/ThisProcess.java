package org.voxelpopuli.tools.dht;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;

/** What this Java machine uses. */
public final class ThisProcess {
    private static final OperatingSystemMXBean SYSTEM =
            ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    private static final MemoryMXBean MEMORY = ManagementFactory.getMemoryMXBean();
    private static final int COLLECTIONS = 3;

    private ThisProcess() {}

    /** The processor time used so far, all threads, user and kernel mode, in nanoseconds. */
    public static long processorNanos() {
        return SYSTEM.getProcessCpuTime();
    }

    /** The bytes of heap that live objects take. */
    public static long liveBytes() {
        // What references held in queues and caches is free only after a further collection.
        for (int i = 0; i < COLLECTIONS; i++) {
            MEMORY.gc();
        }
        return MEMORY.getHeapMemoryUsage().getUsed();
    }
}
