package org.voxelpopuli.tools.measure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.NoSuchElementException;
import org.voxelpopuli.tools.console.ToolException;

/** What Linux tells of a process under {@code /proc}, see {@code man 5 proc}. */
final class ProcessStat {
    /** The unit of times in /proc/pid/stat is fixed at this on every architecture that Java runs on. */
    private static final int TICKS_PER_SECOND = 100;

    private static final int FIELDS_BEFORE_STATE = 2;
    private static final int UTIME = 14;
    private static final int STIME = 15;

    private ProcessStat() {}

    /** The processor time that a process has used, in user and kernel mode. */
    static Duration processorTime(long pid) {
        return parseProcessorTime(read(pid, "stat"));
    }

    static Duration parseProcessorTime(String stat) {
        // The name of the program, in brackets, may contain spaces and brackets.
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
        long ticks = Long.parseLong(fields[UTIME - FIELDS_BEFORE_STATE - 1])
                + Long.parseLong(fields[STIME - FIELDS_BEFORE_STATE - 1]);
        return Duration.ofMillis(ticks * 1000 / TICKS_PER_SECOND);
    }

    /** The resident memory of a process in MB of 2^20 bytes. */
    static double residentMegabytes(long pid) {
        return parseResidentMegabytes(read(pid, "status").lines().toList());
    }

    static double parseResidentMegabytes(List<String> status) {
        String line = status.stream()
                .filter(text -> text.startsWith("VmRSS:"))
                .findFirst()
                .orElseThrow(() -> new NoSuchElementException("no VmRSS in /proc/pid/status"));
        return Long.parseLong(line.replaceAll("\\D", "")) / 1024.0;
    }

    private static String read(long pid, String file) {
        try {
            return Files.readString(Path.of("/proc", Long.toString(pid), file));
        } catch (IOException e) {
            throw new ToolException(
                    "Cannot read /proc/" + pid + "/" + file + ": the process has ended, or this is not Linux.", e);
        }
    }
}
