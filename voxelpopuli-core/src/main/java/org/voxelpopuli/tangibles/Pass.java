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

    /** Does it; what the client has to do goes to {@link Transmission#send}. */
    void run(Transmission transmission);
}
