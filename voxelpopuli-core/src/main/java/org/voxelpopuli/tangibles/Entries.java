package org.voxelpopuli.tangibles;

import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Arrays;
import java.util.ConcurrentModificationException;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A table's entries in their order. To everyone a map that cannot be changed; {@link #store} and {@link #erase} are the table's.
 *
 * <p>Nearly all tables have few entries, and a server holds those of all its players' shadows: so few stand in one array, which takes a third of a
 * {@link LinkedHashMap}'s memory and is as fast to search; only more than {@value #FEW} go into one.
 */
final class Entries extends AbstractMap<Key, Value> {
    private static final int FEW = 8;
    private static final Object[] NONE = {};

    /** Key, value, key, value. */
    private Object[] few = NONE;

    private int size;
    private int changes;
    private @Nullable Map<Key, Value> many;
    /** The most that there were in the map, which never gives room back. */
    private int most;

    /** Puts an entry; what stood there before. */
    @Nullable
    Value store(Key key, Value value) {
        if (many != null) {
            Value before = many.put(key, value);
            most = Math.max(most, many.size());
            return before;
        }
        int at = indexOf(key);
        if (at >= 0) {
            Value before = (Value) few[at + 1];
            few[at + 1] = value;
            return before;
        }
        changes++;
        if (size == FEW) {
            Map<Key, Value> map = new LinkedHashMap<>(4 * FEW);
            forEach(map::put);
            map.put(key, value);
            many = map;
            most = map.size();
            few = NONE;
            return null;
        }
        if (2 * size == few.length) {
            few = Arrays.copyOf(few, Math.min(2 * FEW, Math.max(2, 2 * few.length)));
        }
        few[2 * size] = key;
        few[2 * size + 1] = value;
        size++;
        return null;
    }

    /** Removes an entry; what stood there. */
    @Nullable
    Value erase(Key key) {
        if (many != null) {
            Value before = many.remove(key);
            giveRoomBack(many);
            return before;
        }
        int at = indexOf(key);
        if (at < 0) {
            return null;
        }
        Value before = (Value) few[at + 1];
        changes++;
        size--;
        System.arraycopy(few, at + 2, few, at, 2 * size - at);
        Arrays.fill(few, 2 * size, 2 * size + 2, null);
        return before;
    }

    /** Else a table in which many entries stood would be large for ever. Rarely, so that it costs little for each of them. */
    private void giveRoomBack(Map<Key, Value> map) {
        if (map.size() <= FEW / 2) {
            many = null;
            few = new Object[2 * FEW];
            size = 0;
            map.forEach(this::store);
        } else if (map.size() < most / 4) {
            many = new LinkedHashMap<>(map);
            most = map.size();
        }
    }

    /** For how many entries this has room, nearly. */
    int room() {
        return many == null ? few.length / 2 : most;
    }

    private int indexOf(@Nullable Object key) {
        for (int at = 0; at < 2 * size; at += 2) {
            if (few[at].equals(key)) {
                return at;
            }
        }
        return -1;
    }

    @Override
    public @Nullable Value get(@Nullable Object key) {
        if (many != null) {
            return many.get(key);
        }
        int at = indexOf(key);
        return at < 0 ? null : (Value) few[at + 1];
    }

    /** The value of a key, of which it is likely that it stands at this place. */
    @Nullable
    Value get(Key key, int place) {
        boolean there = many == null && place < size && few[2 * place].equals(key);
        return there ? (Value) few[2 * place + 1] : get(key);
    }

    @Override
    public boolean containsKey(@Nullable Object key) {
        return get(key) != null;
    }

    @Override
    public int size() {
        return many == null ? size : many.size();
    }

    @Override
    public void forEach(BiConsumer<? super Key, ? super Value> action) {
        if (many != null) {
            many.forEach(action);
            return;
        }
        int before = changes;
        for (int at = 0; at < 2 * size; at += 2) {
            action.accept((Key) few[at], (Value) few[at + 1]);
            if (changes != before) {
                throw new ConcurrentModificationException();
            }
        }
    }

    @Override
    public Set<Map.Entry<Key, Value>> entrySet() {
        return new AbstractSet<>() {
            @Override
            public Iterator<Map.Entry<Key, Value>> iterator() {
                return many == null
                        ? iteratorOfFew()
                        : iteratorOf(many.entrySet().iterator());
            }

            @Override
            public int size() {
                return Entries.this.size();
            }
        };
    }

    private Iterator<Map.Entry<Key, Value>> iteratorOfFew() {
        int before = changes;
        return new Iterator<>() {
            private int at;

            @Override
            public boolean hasNext() {
                return at < 2 * size;
            }

            @Override
            public Map.Entry<Key, Value> next() {
                if (changes != before) {
                    throw new ConcurrentModificationException();
                }
                if (!hasNext()) {
                    throw new NoSuchElementException();
                }
                at += 2;
                return Map.entry((Key) few[at - 2], (Value) few[at - 1]);
            }
        };
    }

    private static Iterator<Map.Entry<Key, Value>> iteratorOf(Iterator<Map.Entry<Key, Value>> entries) {
        return new Iterator<>() {
            @Override
            public boolean hasNext() {
                return entries.hasNext();
            }

            @Override
            public Map.Entry<Key, Value> next() {
                Map.Entry<Key, Value> entry = entries.next();
                return Map.entry(entry.getKey(), entry.getValue());
            }
        };
    }
}
