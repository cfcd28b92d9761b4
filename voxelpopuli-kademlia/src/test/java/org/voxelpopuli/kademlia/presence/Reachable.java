package org.voxelpopuli.kademlia.presence;

import com.github.benmanes.caffeine.cache.Cache;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** How many objects of each of our classes something holds, and how many elements its collections have, by class and field: whatever grows is seen, also what nobody has thought of. The simulation itself is left out. */
final class Reachable {
    private final Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    private final Deque<Object> open = new ArrayDeque<>();
    private final Map<String, Integer> counts = new TreeMap<>();

    private Reachable() {}

    /** What an object holds. */
    static Map<String, Integer> from(Object root) {
        Reachable reachable = new Reachable();
        reachable.add(root);
        while (!reachable.open.isEmpty()) {
            reachable.visit(reachable.open.remove());
        }
        return reachable.counts;
    }

    private void add(@Nullable Object object) {
        if (object != null && seen.add(object)) {
            open.add(object);
        }
    }

    private void visit(Object object) {
        Collection<?> elements = elements(object);
        if (elements != null) {
            elements.forEach(this::add);
            return;
        }
        String name = object.getClass().getName();
        if (!name.startsWith("org.voxelpopuli.") || name.startsWith("org.voxelpopuli.simulation.")) {
            return;
        }
        count(name.replaceAll("\\$\\$Lambda.*", " lambda"), 1);
        for (Class<?> type = object.getClass();
                type != null && type.getName().startsWith("org.voxelpopuli.");
                type = type.getSuperclass()) {
            for (Field field : type.getDeclaredFields()) {
                if (!Modifier.isStatic(field.getModifiers()) && !field.getType().isPrimitive()) {
                    visit(object, field);
                }
            }
        }
    }

    private void visit(Object object, Field field) {
        Object value;
        try {
            field.setAccessible(true);
            value = field.get(object);
        } catch (ReflectiveOperationException e) {
            throw new LinkageError(e.getMessage(), e);
        }
        Collection<?> elements = value == null ? null : elements(value);
        if (elements != null && !field.isSynthetic()) {
            count(
                    field.getDeclaringClass().getName().replaceAll("\\$\\$Lambda.*", " lambda") + "." + field.getName(),
                    elements.size());
        }
        add(value);
    }

    /** Null if it is no collection. */
    private static @Nullable Collection<?> elements(Object object) {
        if (object instanceof Collection<?> all) {
            return all;
        } else if (object instanceof Map<?, ?> map) {
            return map.entrySet();
        } else if (object instanceof Map.Entry<?, ?> entry) {
            return Arrays.asList(entry.getKey(), entry.getValue());
        } else if (object instanceof Cache<?, ?> cache) {
            return cache.asMap().entrySet();
        } else if (object instanceof Object[] array) {
            return Arrays.asList(array);
        } else if (object instanceof Optional<?> optional) {
            return optional.stream().toList();
        } else if (object instanceof AtomicReference<?> reference) {
            return Arrays.asList(reference.get());
        }
        return null;
    }

    private void count(String what, int more) {
        counts.merge(what, more, Integer::sum);
    }
}
