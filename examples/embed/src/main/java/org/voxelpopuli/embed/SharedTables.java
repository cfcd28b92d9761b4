package org.voxelpopuli.embed;

import org.voxelpopuli.tangibles.AnimationQueue;
import org.voxelpopuli.tangibles.ClientModel;
import org.voxelpopuli.tangibles.DifferenceReceiver;
import org.voxelpopuli.tangibles.DifferenceTransmitter;
import org.voxelpopuli.tangibles.MasterModel;
import org.voxelpopuli.tangibles.Table;
import org.voxelpopuli.tangibles.TransmissionSettings;

/** Two tangibles share tables that lead to each other, and a player sees the one, then the other, then both. */
final class SharedTables {
    private SharedTables() {}

    // tag::shared
    private static final long PLAYER = 1;
    private static final long T1 = 11;
    private static final long T2 = 12;

    public static void main(String[] arguments) {
        // On the server: two things, far from each other, with the same table a, which leads to b and back.
        MasterModel master = new MasterModel();
        Table a = new Table();
        Table b = new Table().put("a", a);
        a.put("b", b);
        master.create(T1, "thing", AnimationQueue.at(0, 0, 0)).database().put("a", a);
        master.create(T2, "thing", AnimationQueue.at(100, 0, 0)).database().put("a", a);
        master.create(PLAYER, "player", AnimationQueue.at(0, 0, 0));
        DifferenceTransmitter transmitter = new DifferenceTransmitter(
                master, PLAYER, TransmissionSettings.defaults().withRadii(60, 60));

        // On the client: an empty model. Between them would be a socket.
        ClientModel client = new ClientModel();
        DifferenceReceiver receiver = new DifferenceReceiver(client);
        for (int x : new int[] {0, 100, 50}) {
            master.tangible(PLAYER).orElseThrow().setAnimation(AnimationQueue.at(x, 0, 0));
            a.put("visited", x);
            byte[] message = transmitter.transmit(System.nanoTime()).orElseThrow();
            receiver.receive(message).ifPresent(transmitter::receive);
            System.out.println("At " + x + " after " + message.length + " bytes: T1 has a " + visited(client, T1)
                    + ", T2 has a " + visited(client, T2));
        }
        Table received = client.tangible(T1).orElseThrow().database().table("a");
        System.out.println("The same a: "
                + received.equals(client.tangible(T2).orElseThrow().database().table("a")));
        System.out.println("A ring: " + received.equals(received.table("b").table("a")));
    }

    private static String visited(ClientModel client, long id) {
        return client.tangible(id)
                .map(tangible -> "of " + tangible.database().table("a").get("visited"))
                .orElse("unknown");
    }
    // end::shared
}
