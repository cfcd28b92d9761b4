package org.voxelpopuli.kademlia.records;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.voxelpopuli.kademlia.id.Contact;
import org.voxelpopuli.kademlia.id.NodeId;

/**
 * What several nodes hold under one key, and which of it is the newest. Used on the node's worker alone.
 *
 * <p>Where the kind's rule tells which of two records is newer, that decides. Where it cannot, most votes do: between unsigned values, since a holder
 * that missed the last put is outvoted, and between two writers to whom the same key seems to belong. Between equal numbers our own copy wins, unless it
 * comes from disk and was not heard since.
 */
final class Findings {
    /** Records of which the rule tells which is the newest, that one first. */
    private static final class Group {
        final List<DhtRecord> records = new ArrayList<>();
        int votes;

        boolean isSigned() {
            return records.get(0).isSigned();
        }
    }

    private final NodeId key;
    private final RecordStore store;
    private final Map<Contact, DhtRecord> byHolder = new LinkedHashMap<>();

    Findings(NodeId key, RecordStore store) {
        this.key = key;
        this.store = store;
    }

    /** Adds what a node answered; false, and nothing is added, if it cannot be believed. */
    boolean add(Contact holder, DhtRecord record) {
        boolean credible = store.isCredible(key, record);
        if (credible) {
            byHolder.put(holder, record);
        }
        return credible;
    }

    /** What a node holds; null if that is nothing. */
    @Nullable
    DhtRecord of(Contact holder) {
        return byHolder.get(holder);
    }

    Optional<DhtRecord> newest() {
        return ranked().stream().findFirst();
    }

    /** Whether so many nodes, ourselves included, hold the newest. */
    boolean areEnough(int holders) {
        Optional<DhtRecord> newest = newest();
        return newest.isPresent() && votes().getOrDefault(newest.get(), 0) >= holders;
    }

    private Map<DhtRecord, Integer> votes() {
        RecordStore.@Nullable Held own = store.held(key);
        Map<DhtRecord, Integer> votes = new LinkedHashMap<>();
        if (own != null && own.heard()) {
            votes.put(own.record(), 1);
        }
        for (DhtRecord record : byHolder.values()) {
            votes.merge(record, 1, Integer::sum);
        }
        if (own != null && !own.heard()) {
            votes.merge(own.record(), 1, Integer::sum);
        }
        return votes;
    }

    /** All that differ, the newest first. */
    List<DhtRecord> ranked() {
        List<Group> groups = new ArrayList<>();
        votes().forEach((record, count) -> {
            Group group = groupOf(record, groups);
            group.votes += count;
            insert(record, group.records);
        });
        // The sort is stable: among equals the order of arrival stays.
        groups.sort(Comparator.comparing(Group::isSigned)
                .thenComparing(group -> group.votes)
                .reversed());
        return groups.stream().flatMap(group -> group.records.stream()).toList();
    }

    private Group groupOf(DhtRecord record, List<Group> groups) {
        for (Group group : groups) {
            if (group.isSigned() == record.isSigned() && isOrdered(record, group.records.get(0))) {
                return group;
            }
        }
        Group group = new Group();
        groups.add(group);
        return group;
    }

    private boolean isOrdered(DhtRecord record, DhtRecord other) {
        ReplacementRule.Order order = store.order(key, record, other);
        return order != ReplacementRule.Order.UNKNOWN && order != ReplacementRule.Order.FOREIGN;
    }

    private void insert(DhtRecord record, List<DhtRecord> newestFirst) {
        int at = 0;
        while (at < newestFirst.size()
                && store.order(key, record, newestFirst.get(at)) != ReplacementRule.Order.NEWER) {
            at++;
        }
        newestFirst.add(at, record);
    }
}
