package org.voxelpopuli.replication;

import java.util.LinkedHashMap;
import java.util.Map;

/** What the owner of a chunk knows about the copy of one keeper: since when it may lack something. Times are nanoseconds of the clock. Belongs to the worker of the replication. */
final class KeeperCopy {
    private final Map<OwnedChunk.Keeping, Long> underWay = new LinkedHashMap<>();
    private boolean complete;
    private long behindSince;

    /** Of a keeper that was just chosen: perhaps it has nothing. */
    KeeperCopy(long now) {
        this.behindSince = now;
    }

    void sent(OwnedChunk.Keeping keeping, long now) {
        underWay.put(keeping, now);
    }

    void kept(OwnedChunk.Keeping keeping) {
        underWay.remove(keeping);
    }

    /** It has not kept what it was sent. */
    void missed(OwnedChunk.Keeping keeping) {
        Long sent = underWay.remove(keeping);
        if (sent != null) {
            differs(sent);
        }
    }

    /** A comparison has found it equal, but for what is under way. */
    void equal() {
        complete = true;
    }

    void differs(long since) {
        if (complete) {
            complete = false;
            behindSince = since;
        }
    }

    /** For how long it may have lacked something; 0 if it has everything. */
    long lag(long now) {
        if (!complete) {
            return now - behindSince;
        }
        return underWay.isEmpty() ? 0 : now - underWay.values().iterator().next();
    }
}
