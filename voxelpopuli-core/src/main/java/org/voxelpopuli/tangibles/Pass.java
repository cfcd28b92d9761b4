package org.voxelpopuli.tangibles;

import java.util.List;

/**
 * One pass of the paper. What it sends has been followed by the shadow when the next one begins, and by the client when it comes to what the next one
 * sends.
 */
interface Pass {
    /** The paper's passes in the paper's order. */
    List<Pass> ALL = List.of(
            new UpdatePlayerPosition(),
            new CreateAndDeleteTangibles(),
            new GenerateCloseTangibleList(),
            new NumberTablesInClientModel(),
            new PairUpTables(),
            new NumberRemainingTablesInMasterModel(),
            new TransmitTableContentsNonRecursively(),
            new TransmitTangibleDifferences(),
            new CompareTangibleMetatables());

    /** How many passes come before the close tangible list. */
    int BEFORE_CLOSE_LIST = 2;

    /** Those that are left when the close tangible list, the numbers and the pairs are still those of the last time. */
    List<Pass> OF_CHANGES = ALL.stream()
            .filter(pass -> !(pass instanceof GenerateCloseTangibleList
                    || pass instanceof NumberTablesInClientModel
                    || pass instanceof PairUpTables))
            .toList();

    /** Does it; what the client has to do goes to {@link Transmission#send}. */
    void run(Transmission transmission);
}
