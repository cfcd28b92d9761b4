package org.voxelpopuli.tools.simulation;

/**
 * What one kind of operation cost in a network whose nodes share files. P50 is a median, P90 and P99 what so many percent do not exceed; of calls there are averages, too. Only operations that
 * were done count.
 *
 * @param nodes in the network, before any died
 * @param layout of every node's routing table
 * @param operation {@code join}; {@code upload}; {@code download}; {@code provide}, by which one who has fetched a file tells the network; and the last two after deaths
 * @param operations that were tried
 * @param done of them
 * @param lost files that were not asked for, since all of their providers had died
 * @param millisP50 milliseconds, by the clock of the network
 * @param finds calls of FIND_NODE and of FIND_VALUE together
 */
public record SharingRow(
        int nodes,
        String layout,
        String operation,
        int operations,
        int done,
        int lost,
        double millisP50,
        double millisP90,
        double millisP99,
        double findNode,
        double findNodeP50,
        double findNodeP99,
        double findValue,
        double findValueP50,
        double findValueP99,
        double store,
        double storeP50,
        double storeP99,
        double finds,
        double findsP50,
        double findsP99) {

    /** Those of a join. */
    public static final String JOIN = "join";

    /** Those of a new file that is shared. */
    public static final String UPLOAD = "upload";

    /** Those until a file is there. */
    public static final String DOWNLOAD = "download";

    /** Those until the network knows the new provider. */
    public static final String PROVIDE = "provide";

    /** What is behind the name of an operation after deaths. */
    public static final String AFTER_DEATHS = " after deaths";
}
