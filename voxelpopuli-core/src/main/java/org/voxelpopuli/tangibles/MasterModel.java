package org.voxelpopuli.tangibles;

import java.util.Objects;

/**
 * The model where the world is simulated: the game changes it, and {@link DifferenceTransmitter}s keep the models of clients equal to the part of it
 * that they are near to. Belongs to one thread, its transmitters too.
 */
public final class MasterModel extends Model {
    private final ChangeJournal journal = new ChangeJournal(thread(), this::tangible);

    /** An empty model. */
    public MasterModel() {
        super(new OwnerThread("a master model"));
    }

    /**
     * Creates a tangible.
     *
     * @param id any 64 bits that no other tangible has
     * @param className on which its behaviour depends; may be empty
     * @param animation whose last step is where it stands
     * @throws IllegalArgumentException if the id is taken
     */
    public Tangible create(long id, String className, AnimationQueue animation) {
        if (tangible(id).isPresent()) {
            throw new IllegalArgumentException("there is a tangible " + id + " already");
        }
        Objects.requireNonNull(animation, "an animation queue is null");
        Tangible created = add(id, new Value.Text(className).text(), animation);
        created.database().join(journal);
        journal.changed(created);
        return created;
    }

    /** Removes a tangible. Other tables may go on referring to it, by its id. */
    public void remove(long id) {
        take(id).ifPresent(journal::changed);
    }

    void changed(Tangible tangible) {
        journal.changed(tangible);
    }

    ChangeJournal journal() {
        return journal;
    }
}
