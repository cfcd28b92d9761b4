package org.voxelpopuli.tools.dht;

import java.lang.management.ManagementFactory;
import java.lang.management.RuntimeMXBean;
import java.util.Locale;

/**
 * Where it was measured.
 *
 * @param processors that this program may use
 * @param java the virtual machine and its version
 * @param load programs that wanted to run, averaged over the minute before; negative if the system does not tell
 */
public record Machine(int processors, String java, double load) {
    /** This machine, now. */
    public static Machine now() {
        RuntimeMXBean runtime = ManagementFactory.getRuntimeMXBean();
        return new Machine(
                Runtime.getRuntime().availableProcessors(),
                runtime.getVmName() + " " + runtime.getVmVersion(),
                ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage());
    }

    /** For people. */
    public String text() {
        return String.format(Locale.ROOT, "%d processors, %s, load before: %.1f", processors, java, load);
    }
}
