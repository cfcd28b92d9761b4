package org.voxelpopuli.kademlia.records;

/**
 * What the nodes closest to a key did with a record.
 *
 * <pre>{@code
 * service.put(key, WireValue.of("hello"), false, result -> System.out.println(result.kept() + " nodes keep it"));
 * }</pre>
 *
 * @param kept so many keep it
 * @param tooOld so many hold a newer one
 * @param notOwner to so many the key belongs to another writer
 * @param failed so many have no room, found fault with it, or did not answer
 */
public record StoreResult(int kept, int tooOld, int notOwner, int failed) {
    static final StoreResult NONE = new StoreResult(0, 0, 0, 0);

    /** Whether the key belongs to another writer, as most see it who answered for it. */
    public boolean isTaken() {
        return notOwner > kept;
    }

    StoreResult plus(StoreOutcome outcome) {
        return switch (outcome) {
            case KEPT -> new StoreResult(kept + 1, tooOld, notOwner, failed);
            case TOO_OLD -> new StoreResult(kept, tooOld + 1, notOwner, failed);
            case NOT_OWNER -> new StoreResult(kept, tooOld, notOwner + 1, failed);
            default -> new StoreResult(kept, tooOld, notOwner, failed + 1);
        };
    }
}
