package org.voxelpopuli.tangibles;

/**
 * A client's model: what a player can see, and more or less old memories of what is far. Only a {@link DifferenceReceiver} changes it, but for local
 * entries. The server holds an exact copy of each client's, the shadow. Belongs to one thread.
 */
public final class ClientModel extends Model {
    /** An empty model. */
    public ClientModel() {
        this(new OwnerThread("a client model"));
    }

    /** The model of somebody who has a thread already. */
    ClientModel(OwnerThread thread) {
        super(thread);
    }
}
