package org.voxelpopuli.tangibles;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.voxelpopuli.edits.Stamp;

/**
 * Entries from keys to values, which may be tables again, shared and in cycles. A table is the same as another only if it is the same object.
 *
 * <p>Entries are kept in the order in which their keys were first put; a key that is removed and put again comes last. This is the deterministic
 * order of entries that the paper asks for.
 *
 * <p>A table becomes part of a master model when it is reachable from one of its tangibles, and of one model only. The tables of a client model are
 * changed by its receiver alone; but for local entries, which are nobody else's business. Belongs to the thread of its model.
 */
public final class Table implements Value {
    private final Entries entries = new Entries();
    private @Nullable Map<Object, Object> locals;

    /** The tangible whose database this is. */
    final @Nullable Tangible owner;
    /** Whether a client model's receiver made this, which alone may change it. */
    private final boolean received;
    /** That of the model; null if this belongs to none yet. */
    private @Nullable OwnerThread thread;

    /** Its own identity where models are kept and merged: when it was first recorded. Transmissions neither need nor send it. */
    @Nullable
    Stamp persistentId;

    private @Nullable ChangeJournal journal;
    /** Of a client model's table: its number, and in which numbering. */
    int number;

    @Nullable
    Object numberedIn;

    /** The journal's: the position of the first change since it was read. Of a client's table: which {@link EntryCount} counted it last. */
    long changedAt = -1;
    /** The journal's: the keys of what changed since then. */
    @Nullable
    Object changedKeys;

    /** The tables that are known to lead to this one; see {@link Reach}, which alone looks here. */
    @Nullable
    Object referrers;

    /** An empty table. */
    public Table() {
        this(null, null, false);
    }

    private Table(@Nullable Tangible owner, @Nullable OwnerThread thread, boolean received) {
        this.owner = owner;
        this.thread = thread;
        this.received = received;
    }

    static Table received(OwnerThread thread) {
        return new Table(null, thread, true);
    }

    static Table database(Tangible owner, OwnerThread thread, boolean received) {
        return new Table(owner, thread, received);
    }

    private void checkThread() {
        OwnerThread known = thread;
        if (known != null) {
            known.check();
        }
    }

    /** A table with these values under the keys 1, 2, 3 and so on. */
    public static Table listOf(Value... values) {
        Table list = new Table();
        for (Value value : values) {
            list.put(Value.of(list.size() + 1L), value);
        }
        return list;
    }

    /** Puts an entry; another value under the same key is replaced, and keeps its place in the order. */
    public Table put(String key, Value value) {
        return put(Value.of(key), value);
    }

    /** Puts a string. */
    public Table put(String key, String value) {
        return put(key, Value.of(value));
    }

    /** Puts a whole number. */
    public Table put(String key, long value) {
        return put(key, Value.of(value));
    }

    /** Puts a number. */
    public Table put(String key, double value) {
        return put(key, Value.of(value));
    }

    /** Puts a boolean. */
    public Table put(String key, boolean value) {
        return put(key, Value.of(value));
    }

    /**
     * Puts an entry; another value under the same key is replaced, and keeps its place in the order. A tangible's database is put as a reference to
     * the tangible.
     *
     * @return this table
     * @throws IllegalArgumentException if the key is not a number, or the value belongs to another model
     * @throws IllegalStateException if this table belongs to a client model
     * @throws NullPointerException if the key or the value is null; {@link #remove(Key)} takes an entry away
     */
    public Table put(Key key, Value value) {
        requireChangeable();
        requireKey(key);
        Objects.requireNonNull(value, "a value is null; remove(key) takes an entry away");
        Value stored = value instanceof Table table && table.owner != null ? table.owner.ref() : value;
        if (stored instanceof Table table) {
            if (table.received) {
                throw new IllegalArgumentException("a table of a client model cannot be part of a master model");
            }
            if (journal != null) {
                table.join(journal);
            }
        }
        if (!stored.equals(store(key, stored)) && journal != null) {
            journal.changed(this, key);
        }
        return this;
    }

    static void requireKey(Key key) {
        Objects.requireNonNull(key, "a key is null, allowed are strings, numbers and booleans");
        if (key instanceof Value.Real real && Double.isNaN(real.number())) {
            throw new IllegalArgumentException("a key is not a number, allowed are strings, numbers and booleans");
        }
    }

    /** Puts a metatable: an entry like any other, but that of a tangible's database is never sent. */
    public Table putMetatable(Value metatable) {
        return put(Key.Special.METATABLE, metatable);
    }

    /** Removes an entry, if there is one. */
    public Table remove(String key) {
        return remove(Value.of(key));
    }

    /**
     * Removes an entry, if there is one.
     *
     * @return this table
     * @throws IllegalStateException if this table belongs to a client model
     */
    public Table remove(Key key) {
        requireChangeable();
        if (erase(key) != null && journal != null) {
            journal.changed(this, key);
        }
        return this;
    }

    private void requireChangeable() {
        checkThread();
        if (received) {
            throw new IllegalStateException("this table belongs to a client model, which only its receiver changes");
        }
    }

    /** Puts without asking whose table this is: for receivers. */
    @Nullable
    Value store(Key key, Value value) {
        return entries.store(key, value);
    }

    /** Removes without asking whose table this is: for receivers. */
    @Nullable
    Value erase(Key key) {
        return entries.erase(key);
    }

    /** The value under a key; null if there is none. */
    public @Nullable Value get(Key key) {
        checkThread();
        return entries.get(key);
    }

    /** The value under a key; null if there is none. */
    public @Nullable Value get(String key) {
        return get(Value.of(key));
    }

    /**
     * The table under a key.
     *
     * @throws NoSuchElementException if there is no table
     */
    public Table table(String key) {
        if (get(key) instanceof Table table) {
            return table;
        }
        throw new NoSuchElementException("there is no table under '" + key + "'");
    }

    /** The entries in their order; a view that cannot be changed. */
    public Map<Key, Value> entries() {
        checkThread();
        return entries;
    }

    /** The number of entries, without local ones. */
    public int size() {
        checkThread();
        return entries.size();
    }

    /**
     * Puts an entry under a key of any kind which is this process's own: it is neither sent nor kept, and what it holds is not traversed. Null removes
     * it. Also for the tables of a client model.
     */
    public Table putLocal(Object key, @Nullable Object value) {
        checkThread();
        if (value == null) {
            if (locals != null) {
                locals.remove(key);
            }
        } else {
            if (locals == null) {
                locals = new LinkedHashMap<>(2);
            }
            locals.put(key, value);
        }
        return this;
    }

    /** The local value under a key; null if there is none. */
    public @Nullable Object local(Object key) {
        checkThread();
        return locals == null ? null : locals.get(key);
    }

    /** The tables among the values, in order, each as often as it occurs; without the metatable if this is a tangible's database. */
    void forEachTable(Consumer<Table> action) {
        entries.forEach((key, value) -> {
            if (value instanceof Table table && isTransmitted(key)) {
                action.accept(table);
            }
        });
    }

    /** The value under a key, of which it is likely that it stands at this place in the order. */
    @Nullable
    Value get(Key key, int place) {
        return entries.get(key, place);
    }

    /** Whether what stands under a key is compared and sent with this table's entries: all but the metatable of a tangible's database. */
    boolean isTransmitted(Key key) {
        return owner == null || key != Key.Special.METATABLE;
    }

    /** Makes this table and all that it reaches part of a master model. */
    void join(ChangeJournal model) {
        if (journal == model) {
            return;
        }
        Set<Table> joining = new HashSet<>();
        Deque<Table> open = new ArrayDeque<>(List.of(this));
        while (!open.isEmpty()) {
            Table table = open.pop();
            if (table.journal == model || !joining.add(table)) {
                continue;
            }
            if (table.journal != null) {
                throw new IllegalArgumentException("a table belongs to another master model");
            }
            for (Value value : table.values()) {
                if (value instanceof Table next) {
                    open.push(next);
                }
            }
        }
        for (Table table : joining) {
            table.journal = model;
            table.thread = model.thread();
            model.joined(table);
        }
    }

    private Collection<Value> values() {
        return entries.values();
    }

    /** By identity: a table is a place, not what stands in it. */
    @Override
    public boolean equals(Object other) {
        return this == other;
    }

    @Override
    public int hashCode() {
        return System.identityHashCode(this);
    }

    /** Short, and without following other tables; on any thread, as whoever logs or debugs has another. */
    @Override
    public String toString() {
        return owner == null ? "table of " + entries.size() + " entries" : "database of tangible " + owner.id();
    }
}
