package org.voxelpopuli.kademlia;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.voxelpopuli.kademlia.id.Contact;
import org.voxelpopuli.kademlia.id.NodeId;
import org.voxelpopuli.simulation.Simulation;
import org.voxelpopuli.store.MemoryWorldStore;

class RememberedContactsTest {
    private static final int MAX = 64;

    private final MemoryWorldStore disk = new MemoryWorldStore();
    private final RememberedContacts remembered = onSameDisk();

    private RememberedContacts onSameDisk() {
        return new RememberedContacts(disk, new Simulation(1).newHost("host").clock());
    }

    private static Contact contact(int number) {
        return new Contact(
                NodeId.sha1Of("contact " + number),
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 4000 + number));
    }

    @BeforeEach
    void full() {
        IntStream.range(0, MAX).mapToObj(RememberedContactsTest::contact).forEach(remembered::entered);
        assertThat(remembered.all()).hasSize(MAX);
    }

    @Test
    void whoIsInTheTableIsNotForgottenForANewcomer() {
        remembered.entered(contact(MAX));
        assertThat(remembered.all()).hasSize(MAX).doesNotContain(contact(MAX));
    }

    @Test
    void whoLeftTheTableLongestAgoMakesRoomUnlessItIsBack() {
        remembered.left(contact(3));
        remembered.left(contact(9));
        remembered.left(contact(5));
        remembered.entered(contact(3));
        remembered.entered(contact(MAX));
        assertThat(remembered.all())
                .hasSize(MAX)
                .contains(contact(MAX), contact(3), contact(5))
                .doesNotContain(contact(9));
    }

    @Test
    void whatComesFromDiskMakesRoomUntilItIsInTheTable() {
        RememberedContacts restarted = onSameDisk();
        restarted.load(disk.all(RememberedContacts.KIND).join());
        assertThat(restarted.all()).hasSize(MAX);
        List<Contact> some = restarted.all().subList(1, MAX);
        some.forEach(restarted::entered);
        restarted.entered(contact(MAX));
        restarted.entered(contact(MAX + 1));
        assertThat(restarted.all()).hasSize(MAX).containsAll(some).contains(contact(MAX));
        assertThat(disk.all(RememberedContacts.KIND).join()).hasSize(MAX);
    }
}
