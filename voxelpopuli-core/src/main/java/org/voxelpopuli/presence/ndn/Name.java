package org.voxelpopuli.presence.ndn;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A hierarchical name: {@linkplain NameComponent components} from the widest to the narrowest. Immutable. Ordered as NDN's canonical order says, so that what a name is a
 * prefix of follows right behind it. As text it is an NDN URI without its scheme, such as {@code /voxelpopuli/players/anna}.
 */
public final class Name implements Comparable<Name> {
    /** The most components that a name may have. */
    public static final int MAX_COMPONENTS = 256;

    /** The name without components, a prefix of all. */
    public static final Name EMPTY = new Name(new NameComponent[0], 0, 1);

    private static final String SCHEME = "ndn:";

    /** Shared with prefixes of this name: only the first {@link #size} are its own. */
    private final NameComponent[] components;

    private final int size;
    private final int hash;

    private Name(NameComponent[] components, int size, int hash) {
        this.components = components;
        this.size = size;
        this.hash = hash;
    }

    private static Name ofOwned(NameComponent[] components) {
        if (components.length > MAX_COMPONENTS) {
            throw new IllegalArgumentException(
                    "a name has " + components.length + " components, allowed are " + MAX_COMPONENTS);
        }
        int hash = 1;
        for (NameComponent component : components) {
            hash = 31 * hash + component.hashCode();
        }
        return new Name(components, components.length, hash);
    }

    /**
     * The name of generic components, each taken literally.
     *
     * @throws IllegalArgumentException if they are more than {@value #MAX_COMPONENTS}
     */
    public static Name of(String... components) {
        return of(Arrays.stream(components).map(NameComponent::of).toList());
    }

    /**
     * The name of these components.
     *
     * @throws IllegalArgumentException if they are more than {@value #MAX_COMPONENTS}
     */
    public static Name of(List<NameComponent> components) {
        return ofOwned(components.toArray(NameComponent[]::new));
    }

    /**
     * Reads the URI form, with or without {@code ndn:} before it.
     *
     * @throws IllegalArgumentException if it is none
     */
    public static Name parse(String uri) {
        String path = uri.startsWith(SCHEME) ? uri.substring(SCHEME.length()) : uri;
        if (!path.startsWith("/")) {
            throw new IllegalArgumentException("the name '" + uri + "' does not begin with '/'");
        }
        if (path.equals("/")) {
            return EMPTY;
        }
        String[] parts = path.substring(1).split("/", -1);
        List<NameComponent> components = new ArrayList<>();
        for (int i = 0; i < parts.length; i++) {
            if (parts[i].isEmpty()) {
                if (i == parts.length - 1) {
                    break;
                }
                throw new IllegalArgumentException(
                        "the name '" + uri + "' has an empty component; it is written '...'");
            }
            components.add(NameComponent.parse(parts[i]));
        }
        return of(components);
    }

    /** Reads the value of a Name element. */
    static Name read(TlvReader reader) {
        List<NameComponent> components = new ArrayList<>();
        TlvReader inside = reader.inside();
        while (inside.next()) {
            if (components.size() == MAX_COMPONENTS) {
                throw new IllegalArgumentException("a name has more than " + MAX_COMPONENTS + " components");
            }
            components.add(new NameComponent(inside.type(), inside.value()));
        }
        return of(components);
    }

    void write(TlvWriter writer) {
        int before = writer.size();
        for (int i = size - 1; i >= 0; i--) {
            components[i].write(writer);
        }
        writer.head(Tlv.NAME, before);
    }

    /** So many components. */
    public int size() {
        return size;
    }

    /** The component at an index, 0 to size - 1. */
    public NameComponent get(int index) {
        if (index < 0 || index >= size) {
            throw new IndexOutOfBoundsException("component " + index + " of " + this);
        }
        return components[index];
    }

    /** The last component; there must be one. */
    public NameComponent last() {
        return get(size - 1);
    }

    /** All of them. */
    public List<NameComponent> components() {
        return List.of(components).subList(0, size);
    }

    /**
     * This name with one more component.
     *
     * @throws IllegalArgumentException if it has {@value #MAX_COMPONENTS} already
     */
    public Name append(NameComponent component) {
        NameComponent[] longer = Arrays.copyOf(components, size + 1);
        longer[size] = component;
        return ofOwned(longer);
    }

    /**
     * This name with more generic components, each taken literally.
     *
     * @throws IllegalArgumentException if these are more than {@value #MAX_COMPONENTS} together
     */
    public Name append(String... more) {
        return append(of(more));
    }

    /**
     * This name with another behind it.
     *
     * @throws IllegalArgumentException if these are more than {@value #MAX_COMPONENTS} components together
     */
    public Name append(Name more) {
        NameComponent[] longer = Arrays.copyOf(components, size + more.size);
        System.arraycopy(more.components, 0, longer, size, more.size);
        return ofOwned(longer);
    }

    /** Its first components, so many: 0 to its size. */
    public Name prefix(int count) {
        if (count < 0 || count > size) {
            throw new IndexOutOfBoundsException("prefix of " + count + " components of " + this);
        }
        if (count == size) {
            return this;
        }
        int prefixHash = 1;
        for (int i = 0; i < count; i++) {
            prefixHash = 31 * prefixHash + components[i].hashCode();
        }
        return new Name(components, count, prefixHash);
    }

    /** All prefixes from the empty one to the name itself; in time linear in its components. */
    List<Name> prefixes() {
        List<Name> prefixes = new ArrayList<>(size + 1);
        int prefixHash = 1;
        for (int i = 0; i < size; i++) {
            prefixes.add(new Name(components, i, prefixHash));
            prefixHash = 31 * prefixHash + components[i].hashCode();
        }
        prefixes.add(this);
        return prefixes;
    }

    /** Whether another begins with this one; each name is a prefix of itself. */
    public boolean isPrefixOf(Name other) {
        return size <= other.size && Arrays.equals(components, 0, size, other.components, 0, size);
    }

    /** Whether its last component is the digest of a Data packet, so that it names only that one. */
    boolean isFull() {
        return size > 0 && components[size - 1].type() == NameComponent.IMPLICIT_SHA256_DIGEST;
    }

    @Override
    public int compareTo(Name other) {
        return Arrays.compare(components, 0, size, other.components, 0, other.size);
    }

    @Override
    public boolean equals(Object other) {
        return this == other
                || (other instanceof Name that
                        && hash == that.hash
                        && Arrays.equals(components, 0, size, that.components, 0, that.size));
    }

    @Override
    public int hashCode() {
        return hash;
    }

    @Override
    public String toString() {
        return size == 0 ? "/" : components().stream().map(each -> "/" + each).collect(Collectors.joining());
    }
}
