package org.voxelpopuli.kademlia.routing;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.voxelpopuli.kademlia.id.Contact;
import org.voxelpopuli.kademlia.id.NodeId;

class RoutingTableTest {
    private static final int K = 20;

    private final Random random = new Random(22);
    private final NodeId own = NodeId.random(random);
    private final ArrayDeque<Ping> pings = new ArrayDeque<>();
    private final Set<Contact> added = new HashSet<>();
    private long now;
    private int nextHost;

    private record Ping(Contact contact, Consumer<Boolean> answered) {}

    /** A table in which chance splits no bucket. */
    private RoutingTable table(TableLayout layout) {
        return table(layout, () -> 0);
    }

    private RoutingTable table(TableLayout layout, RandomGenerator chance) {
        return layout.create(
                own,
                K,
                SubnetLimits.DEFAULT,
                (contact, answered) -> pings.add(new Ping(contact, answered)),
                new TableListener() {
                    @Override
                    public void contactAdded(Contact contact) {
                        assertThat(added.add(contact)).isTrue();
                    }

                    @Override
                    public void contactRemoved(Contact contact) {
                        assertThat(added.remove(contact)).isTrue();
                    }
                },
                chance);
    }

    private Contact contactAt(int bit) {
        return contact(own.randomAtDistance(bit, bit + 1, random));
    }

    private Contact contact(NodeId id) {
        int host = ++nextHost;
        try {
            byte[] bytes = {10, (byte) (host >> 16), (byte) (host >> 8), (byte) host};
            return new Contact(id, new InetSocketAddress(InetAddress.getByAddress(bytes), 4000));
        } catch (UnknownHostException e) {
            throw new AssertionError(e);
        }
    }

    private Contact contactAt(int bit, String host) {
        try {
            return new Contact(
                    own.randomAtDistance(bit, bit + 1, random),
                    new InetSocketAddress(InetAddress.getByName(host), 4000));
        } catch (UnknownHostException e) {
            throw new AssertionError(e);
        }
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName(
            "At most 2 contacts of a /24 or a /56 are in a bucket, and 10 in the table; private networks are exempt")
    void subnetsAreLimited(TableLayout layout) {
        RoutingTable table = table(layout);
        for (int bit = 140; bit < 160; bit++) {
            for (int i = 0; i < 5; i++) {
                table.heard(contactAt(bit, "192.0.2." + (bit + i)), true, ++now);
                table.heard(contactAt(bit, "2001:db8:0:7" + i + "::" + bit), true, ++now);
            }
        }
        // The bucket of the splitting layout is not full yet, so there is one for all.
        int expected = layout == TableLayout.FIXED ? 10 : 2;
        assertThat(inSubnet(table, "192.0.2.")).hasSize(expected);
        assertThat(inSubnet(table, "2001:db8:0:")).hasSize(expected);
        assertThat(table.buckets())
                .allSatisfy(bucket -> assertThat(bucket.contacts()).hasSizeLessThanOrEqualTo(4));
        for (int i = 0; i < K; i++) {
            table.heard(
                    contactAt(
                            150,
                            List.of("10.1.1.", "192.168.0.", "127.0.0.", "fd00:1::")
                                            .get(i % 4)
                                    + i),
                    true,
                    ++now);
        }
        assertThat(table.size()).isGreaterThanOrEqualTo(2 * expected + 16);
    }

    @ParameterizedTest
    @EnumSource
    void aPlaceInASubnetBecomesFree(TableLayout layout) {
        RoutingTable table = table(layout);
        Contact first = contactAt(159, "192.0.2.1");
        Contact third = contactAt(159, "192.0.2.3");
        table.heard(first, true, ++now);
        table.heard(contactAt(159, "192.0.2.2"), true, ++now);
        table.heard(third, true, ++now);
        assertThat(table.contains(third)).isFalse();
        table.remove(first);
        table.heard(third, true, ++now);
        assertThat(table.contains(third)).isTrue();
    }

    private static List<Contact> inSubnet(RoutingTable table, String prefix) {
        return table.buckets().stream()
                .flatMap(bucket -> bucket.contacts().stream())
                .map(BucketView.ContactView::contact)
                .filter(contact ->
                        contact.address().getAddress().getHostAddress().startsWith(prefix))
                .toList();
    }

    private List<Contact> fillBucket(RoutingTable table, int bit) {
        List<Contact> contacts = new ArrayList<>();
        for (int i = 0; i < K; i++) {
            contacts.add(contactAt(bit));
            table.heard(contacts.get(i), true, ++now);
        }
        return contacts;
    }

    private static List<Contact> contactsOf(BucketView bucket) {
        return bucket.contacts().stream().map(BucketView.ContactView::contact).toList();
    }

    private void answer(RoutingTable table, boolean alive) {
        Ping ping = pings.remove();
        if (alive) {
            table.heard(ping.contact(), true, ++now);
        }
        ping.answered().accept(alive);
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("V2.1 every message moves its sender to the tail")
    void messagesMoveToTheTail(TableLayout layout) {
        RoutingTable table = table(layout);
        List<Contact> contacts = new ArrayList<>(fillBucket(table, 159));
        Contact third = contacts.remove(3);
        table.heard(third, false, ++now);
        contacts.add(third);
        assertThat(contactsOf(table.buckets().get(0))).isEqualTo(contacts);
        assertThat(pings).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "FOUR_IN_FIVE")
    @DisplayName("V2.2 a silent head is evicted and the newcomer takes the place")
    void aSilentHeadIsEvicted(TableLayout layout) {
        RoutingTable table = table(layout);
        fillBucket(table, 150);
        List<Contact> far = fillBucket(table, 159);
        Contact newcomer = contactAt(159);
        table.heard(newcomer, true, ++now);
        BucketView bucket = last(table);
        assertThat(contactsOf(bucket)).isEqualTo(far);
        assertThat(bucket.waiting()).containsExactly(newcomer);
        assertThat(pings).extracting(Ping::contact).containsExactly(far.get(0));

        answer(table, false);

        assertThat(contactsOf(last(table)))
                .doesNotContain(far.get(0))
                .endsWith(newcomer)
                .hasSize(K);
        assertThat(last(table).waiting()).isEmpty();
    }

    private static BucketView last(RoutingTable table) {
        return table.buckets().get(table.buckets().size() - 1);
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "FOUR_IN_FIVE")
    @DisplayName("V2.2 a head that answers moves to the tail and the newcomer waits")
    void aLivingHeadStays(TableLayout layout) {
        RoutingTable table = table(layout);
        fillBucket(table, 150);
        List<Contact> far = fillBucket(table, 159);
        Contact newcomer = contactAt(159);
        table.heard(newcomer, true, ++now);
        answer(table, true);
        assertThat(contactsOf(last(table)))
                .startsWith(far.get(1))
                .endsWith(far.get(0))
                .doesNotContain(newcomer);
        assertThat(last(table).waiting()).containsExactly(newcomer);

        table.timedOut(far.get(5), now, ++now);
        table.timedOut(far.get(5), now, ++now);
        assertThat(contactsOf(last(table))).doesNotContain(far.get(5)).endsWith(newcomer, far.get(0));
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "FOUR_IN_FIVE")
    @DisplayName("V2.2 a bucket whose contacts all answer is not asked for every newcomer, one that lost a contact is")
    void livingHeadsAreAskedEverLessOften(TableLayout layout) {
        RoutingTable table = table(layout);
        fillBucket(table, 150);
        List<Contact> far = fillBucket(table, 159);
        int asked = 0;
        for (int second = 0; second < 600; second++) {
            now += 1_000_000_000L;
            table.heard(contactAt(159), false, now);
            asked += pings.isEmpty() ? 0 : 1;
            while (!pings.isEmpty()) {
                answer(table, true);
            }
        }
        assertThat(asked).as("1, 2, 4 ... 64 s apart").isBetween(12, 18);
        assertThat(contactsOf(last(table))).containsExactlyInAnyOrderElementsOf(far);

        table.timedOut(far.get(0), now, ++now);
        table.timedOut(far.get(0), now, ++now);
        pings.clear();
        Contact head = contactsOf(last(table)).get(0);
        table.heard(contactAt(159), true, ++now);
        assertThat(pings).extracting(Ping::contact).containsExactly(head);
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("V2.6 strangers who answer at once, and wrongly, are pinged only so many times in a second")
    void strangersAreGreetedInMeasure(TableLayout layout) {
        now = Long.MAX_VALUE - 1_500_000_000L;
        RoutingTable table = table(layout);
        for (int second = 1; second <= 3; second++) {
            int asked = 0;
            for (int i = 0; i < 10_000; i++) {
                now += 100_000;
                table.heard(contactAt(100 + i % 60), false, now);
                while (!pings.isEmpty()) {
                    asked++;
                    pings.remove().answered().accept(false);
                }
            }
            assertThat(asked).isBetween(BitBuckets.MAX_GREETED_IN_SECOND, BitBuckets.MAX_GREETED_IN_SECOND + 2);
        }
        assertThat(table.size()).isZero();
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("V2.2 the queue of a bucket is bounded")
    void theQueueIsBounded(TableLayout layout) {
        RoutingTable table = table(layout);
        fillBucket(table, 150);
        fillBucket(table, 159);
        for (int i = 0; i < 10_000; i++) {
            table.heard(contactAt(159), false, ++now);
        }
        assertThat(last(table).waiting()).hasSize(K);
        assertThat(pings).hasSizeLessThan(100);
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("V2.6 who is first heard by a request is pinged at once and handed on only after an answer")
    void requestersAreVerified(TableLayout layout) {
        RoutingTable table = table(layout);
        Contact stranger = contactAt(158);
        table.heard(stranger, false, ++now);
        assertThat(pings).extracting(Ping::contact).containsExactly(stranger);
        assertThat(table.size()).isOne();
        assertThat(table.closest(stranger.id(), K)).isEmpty();
        table.heard(stranger, false, ++now);
        assertThat(pings).hasSize(1);
        assertThat(table.closest(stranger.id(), K)).isEmpty();
        answer(table, true);
        assertThat(table.closest(stranger.id(), K)).containsExactly(stranger);
        assertThat(added).containsExactly(stranger);
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("V2.6, V3.3 a stranger that does not answer two pings is forgotten")
    void silentStrangersAreForgotten(TableLayout layout) {
        RoutingTable table = table(layout);
        table.heard(contactAt(158), false, ++now);
        answer(table, false);
        assertThat(table.size()).isOne();
        answer(table, false);
        assertThat(table.size()).isZero();
        assertThat(pings).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("V3.3 two timeouts in a row remove a contact, one does not")
    void twoTimeoutsInARow(TableLayout layout) {
        RoutingTable table = table(layout);
        Contact contact = contactAt(140);
        table.heard(contact, true, ++now);
        table.timedOut(contact, now, ++now);
        table.heard(contact, true, ++now);
        table.timedOut(contact, now, ++now);
        assertThat(table.size()).isOne();
        table.timedOut(contact, now - 1, ++now);
        assertThat(table.size())
                .as("calls that were in flight together count once")
                .isOne();
        table.timedOut(contact, now, ++now);
        assertThat(table.size()).isZero();
        assertThat(added).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void anIdIsNotTakenFromANodeThatLives(TableLayout layout) {
        RoutingTable table = table(layout);
        Contact known = contactAt(140);
        table.heard(known, true, ++now);
        Contact claimant = contact(known.id());
        table.heard(claimant, true, ++now);
        table.heard(claimant, true, ++now);
        assertThat(pings).extracting(Ping::contact).containsExactly(known);
        answer(table, true);
        assertThat(table.closest(known.id(), K)).containsExactly(known);
    }

    @ParameterizedTest
    @EnumSource
    void aNodeThatComesBackOnAnotherPortIsLetInOnceItsOldAddressIsSilent(TableLayout layout) {
        RoutingTable table = table(layout);
        Contact known = contactAt(140);
        table.heard(known, true, ++now);
        Contact returned = contact(known.id());
        table.heard(returned, false, ++now);
        answer(table, false);
        assertThat(table.closest(known.id(), K)).as("not yet answered").isEmpty();
        answer(table, true);
        assertThat(table.closest(known.id(), K)).containsExactly(returned);
    }

    @ParameterizedTest
    @EnumSource
    void ourOwnIdIsNeverAContact(TableLayout layout) {
        RoutingTable table = table(layout);
        table.heard(contact(own), true, ++now);
        assertThat(table.size()).isZero();
    }

    @ParameterizedTest
    @EnumSource
    void theClosestAreThoseThatSortingWouldGive(TableLayout layout) {
        RoutingTable table = table(layout, random);
        Set<Contact> all = new HashSet<>();
        for (int i = 0; i < 3_000; i++) {
            Contact contact = contact(own.randomAtDistance(0, 1 + random.nextInt(160), random));
            table.heard(contact, true, ++now);
            pings.clear();
        }
        table.buckets().forEach(bucket -> all.addAll(contactsOf(bucket)));
        for (int i = 0; i < 2_000; i++) {
            NodeId target =
                    i % 2 == 0 ? NodeId.random(random) : own.randomAtDistance(0, 1 + random.nextInt(160), random);
            int limit = random.nextInt(60);
            List<Contact> expected = all.stream()
                    .sorted(Comparator.comparing(Contact::id, target::compareDistance))
                    .limit(limit)
                    .toList();
            assertThat(table.closest(target, limit)).isEqualTo(expected);
        }
    }

    @Test
    @DisplayName("V2.5 splitting buckets split only the one that holds our own id")
    void splitting() {
        RoutingTable table = table(TableLayout.SPLITTING);
        fillBucket(table, 159);
        assertThat(table.buckets()).extracting(BucketView::range).containsExactly(new BucketRange(0, 160, ""));
        fillBucket(table, 150);
        assertThat(table.buckets())
                .extracting(BucketView::range)
                .contains(new BucketRange(159, 160, ""))
                .first()
                .isEqualTo(new BucketRange(0, 159, ""));
        fillBucket(table, 158);
        assertThat(table.buckets()).extracting(BucketView::range).contains(new BucketRange(158, 159, ""));
    }

    @Test
    @DisplayName("P4: any full bucket is split in four of five cases, in halves that are refreshed each")
    void fourInFive() {
        RoutingTable table = table(TableLayout.FOUR_IN_FIVE, random);
        int splits = 0;
        int encounters = 0;
        for (int i = 0; i < 20_000 && table.buckets().size() < 100; i++) {
            long before = table.buckets().size();
            boolean full = table.buckets().stream()
                    .anyMatch(bucket -> bucket.contacts().size() == K);
            table.heard(contactAt(159), true, ++now);
            pings.clear();
            if (full && table.buckets().size() > before) {
                splits++;
            } else if (full) {
                encounters++;
            }
        }
        assertThat(splits).as("of %d more", encounters).isGreaterThan(50);
        List<BucketRange> ranges =
                table.buckets().stream().map(BucketView::range).toList();
        for (BucketRange range : ranges) {
            for (int i = 0; i < 20; i++) {
                NodeId inside = range.randomId(own, random);
                table.lookedUp(inside, ++now);
                assertThat(table.buckets())
                        .as("%s of %s", inside, range)
                        .filteredOn(bucket -> bucket.lastLookup().orElse(-1) == now)
                        .extracting(BucketView::range)
                        .containsExactly(range);
            }
        }
        assertThat(table.staleRanges(now + 1))
                .allSatisfy(range -> assertThat(ranges).contains(range));
    }

    @Test
    @DisplayName("P4: the table does not grow with the network")
    void fourInFiveIsBounded() {
        RoutingTable table = table(TableLayout.FOUR_IN_FIVE, random);
        for (int i = 0; i < 50_000; i++) {
            table.heard(contact(NodeId.random(random)), true, ++now);
            pings.clear();
        }
        assertThat(table.buckets()).hasSizeBetween(150, 175);
        assertThat(table.size()).isLessThanOrEqualTo(K * 175);
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "FOUR_IN_FIVE")
    @DisplayName(
            "V2.3, V2.4 buckets farther than our closest neighbour are to be refreshed, unless a lookup has touched them")
    void staleRanges(TableLayout layout) {
        RoutingTable table = table(layout);
        assertThat(table.staleRanges(now)).isEmpty();
        fillBucket(table, 157);
        fillBucket(table, 155);
        table.lookedUp(contactAt(158).id(), 100);
        List<BucketRange> stale = table.staleRanges(50);
        assertThat(stale).contains(new BucketRange(157, 158, ""), new BucketRange(159, 160, ""));
        assertThat(stale).doesNotContain(new BucketRange(158, 159, ""));
        assertThat(table.staleRanges(101)).contains(new BucketRange(158, 159, ""));
    }

    /** A model of the rules, beside the table: who is in which bucket, in which order. */
    @ParameterizedTest
    @EnumSource
    @DisplayName("V2.1, V2.2 hold after any number of random messages")
    void randomMessages(TableLayout layout) {
        for (long seed = 1; seed <= 20; seed++) {
            try {
                new RandomMessages(layout, seed).run();
            } catch (AssertionError e) {
                throw new AssertionError(layout + ", seed " + seed + ": " + e.getMessage(), e);
            }
        }
    }

    private final class RandomMessages {
        private final Random dice;
        private final RoutingTable table;
        private final ArrayDeque<Ping> open = new ArrayDeque<>();
        private final Map<NodeId, Long> lastHeard = new HashMap<>();
        private final Map<NodeId, Boolean> alive = new HashMap<>();
        private final List<Contact> world = new ArrayList<>();
        private long time;

        RandomMessages(TableLayout layout, long seed) {
            dice = new Random(seed);
            table = layout.create(
                    own,
                    K,
                    SubnetLimits.DEFAULT,
                    (contact, answered) -> open.add(new Ping(contact, answered)),
                    new TableListener() {},
                    dice);
            for (int i = 0; i < 400; i++) {
                Contact contact = contact(own.randomAtDistance(0, 160 - dice.nextInt(8), dice));
                world.add(contact);
                alive.put(contact.id(), true);
            }
        }

        void run() {
            for (int i = 0; i < 3_000; i++) {
                Contact contact = world.get(dice.nextInt(world.size()));
                switch (dice.nextInt(10)) {
                    case 0 -> alive.put(contact.id(), dice.nextBoolean());
                    case 1 -> settle();
                    case 2 -> table.timedOut(contact, time, ++time);
                    default -> hear(contact, dice.nextBoolean());
                }
                if (i % 40 == 0) {
                    check();
                }
            }
            settle();
            check();
            assertThat(open).isEmpty();
        }

        private void hear(Contact contact, boolean answered) {
            if (!alive.get(contact.id())) {
                return;
            }
            boolean look = dice.nextInt(20) == 0;
            Map<NodeId, List<Contact>> before = look ? byBucket() : Map.of();
            table.heard(contact, answered, ++time);
            lastHeard.put(contact.id(), time);
            if (!look) {
                return;
            }
            BucketView bucket = bucketOf(contact.id());
            if (contactsOf(bucket).contains(contact)) {
                assertThat(contactsOf(bucket))
                        .as("V2.1 the sender is at the tail")
                        .endsWith(contact);
            } else {
                assertThat(bucket.contacts()).as("only a full bucket lets wait").hasSize(K);
                assertThat(bucket.waiting()).as("V2.2 the newcomer waits").contains(contact);
            }
            Set<Contact> after = new HashSet<>();
            table.buckets().forEach(b -> after.addAll(contactsOf(b)));
            before.values()
                    .forEach(contacts ->
                            assertThat(after).as("a message evicts nobody").containsAll(contacts));
        }

        private void settle() {
            while (!open.isEmpty()) {
                Ping ping = open.remove();
                boolean answers = alive.get(ping.contact().id());
                if (answers) {
                    table.heard(ping.contact(), true, ++time);
                    lastHeard.put(ping.contact().id(), time);
                }
                ping.answered().accept(answers);
            }
        }

        private Map<NodeId, List<Contact>> byBucket() {
            Map<NodeId, List<Contact>> contacts = new LinkedHashMap<>();
            for (BucketView bucket : table.buckets()) {
                if (!bucket.contacts().isEmpty()) {
                    contacts.put(bucket.contacts().get(0).contact().id(), contactsOf(bucket));
                }
            }
            return contacts;
        }

        private BucketView bucketOf(NodeId id) {
            int bit = own.distanceBit(id);
            return table.buckets().stream()
                    .filter(b -> b.range().fromBit() <= bit && bit < b.range().toBit())
                    .filter(b -> hasPath(id, b.range()))
                    .findFirst()
                    .orElseThrow();
        }

        private boolean hasPath(NodeId id, BucketRange range) {
            for (int i = 0; i < range.path().length(); i++) {
                if (own.differsAt(id, range.fromBit() - 1 - i) != (range.path().charAt(i) == '1')) {
                    return false;
                }
            }
            return true;
        }

        private void check() {
            int size = 0;
            int from = -1;
            String path = "";
            Set<NodeId> ids = new HashSet<>();
            for (BucketView bucket : table.buckets()) {
                boolean sameBit = bucket.range().fromBit() == from;
                assertThat(bucket.range().fromBit() > from
                                || (sameBit && bucket.range().path().compareTo(path) > 0))
                        .as("ranges rise and do not overlap")
                        .isTrue();
                assertThat(sameBit && bucket.range().path().startsWith(path)).isFalse();
                from = bucket.range().toBit() - 1;
                path = bucket.range().path();
                assertThat(bucket.contacts()).hasSizeLessThanOrEqualTo(K);
                assertThat(bucket.waiting()).hasSizeLessThanOrEqualTo(K);
                assertThat(bucket.contacts())
                        .extracting(BucketView.ContactView::lastHeard)
                        .as("least recently seen first")
                        .isSorted();
                for (Contact contact : contactsOf(bucket)) {
                    assertThat(own.distanceBit(contact.id()))
                            .isBetween(
                                    bucket.range().fromBit() == 0
                                            ? -1
                                            : bucket.range().fromBit(),
                                    bucket.range().toBit() - 1);
                    assertThat(hasPath(contact.id(), bucket.range())).isTrue();
                    assertThat(ids.add(contact.id())).as("nobody is in twice").isTrue();
                }
                assertThat(bucket.waiting()).noneMatch(contactsOf(bucket)::contains);
                size += bucket.contacts().size();
            }
            assertThat(table.size()).isEqualTo(size);
            assertThat(ids).doesNotContain(own);
        }
    }
}
