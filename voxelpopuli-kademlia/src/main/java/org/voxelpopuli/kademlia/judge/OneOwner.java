package org.voxelpopuli.kademlia.judge;

import org.voxelpopuli.kademlia.judge.Survey.OfChunk;

/** Each chunk in use has exactly one owner, and all directories name it (DESIGN D4). */
final class OneOwner implements Truth {
    private static final String NAME = "one owner";

    @Override
    public void check(Survey survey, Findings findings) {
        for (OfChunk chunk : survey.chunks()) {
            boolean one = chunk.serving().size() == 1 && chunk.named().size() == 1;
            boolean same = one
                    && chunk.named()
                            .containsKey(chunk.serving().get(0).node().address().toString());
            if (!same) {
                findings.add(
                        Outcome.WRONG,
                        NAME,
                        "chunk " + chunk.chunk() + " is served by "
                                + chunk.serving().stream()
                                        .map(member -> member.name)
                                        .toList()
                                + ", and the directories name " + chunk.named());
            }
        }
    }
}
