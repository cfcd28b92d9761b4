package org.voxelpopuli.tools.presence;

import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.voxelpopuli.presence.Point;

/**
 * Plain client and server, a model: each client sends its position, 24 bytes; the server sends each client, as often, a message with the nearest of its area, as many as are drawn, and once a second with
 * the others, 24 bytes for each, and 20 more the first time, for the name. Nothing is signed, since the server is believed.
 */
final class ServerDesign implements Design {
    private static final int HEADER = 8;

    /** A number for the avatar and the 20 bytes that a position has in the presence, too. */
    private static final int POSITION = 24;

    private static final int NAME = 20;
    private static final int GONE = 4;

    /** Who is nearest is thought over so often. */
    private static final long REVIEW_MILLIS = 200;

    private static final long FAR_MILLIS = 1_000;

    /** Moves come a little sooner or later than they are sent on. */
    private static final long SLACK_MILLIS = 1;

    private final Stage stage;
    private final int server;
    private final Areas areas;
    private final long updateMillis;
    private final double[] sentAt;
    private final double[] trueAt;
    private final List<Client> clients = new ArrayList<>();

    ServerDesign(Stage stage) {
        this.stage = stage;
        server = stage.avatars();
        updateMillis = stage.settings().times().updateInterval().toMillis();
        sentAt = new double[stage.avatars()];
        trueAt = new double[stage.avatars()];
        areas = new Areas(stage.settings().space(), stage.settings().radius(), stage.avatars(), new Areas.Listener() {
            @Override
            public void entered(int who, int whom) {
                // Its next message tells it.
            }

            @Override
            public void left(int who, int whom) {
                // As above.
            }
        });
    }

    @Override
    public void join(int avatar, Point at) {
        sentAt[avatar] = Double.NEGATIVE_INFINITY;
        move(avatar, at);
    }

    @Override
    public void move(int avatar, Point to) {
        double now = stage.nowMillis();
        if (now - sentAt[avatar] < updateMillis - SLACK_MILLIS) {
            return;
        }
        sentAt[avatar] = now;
        stage.send(Traffic.Use.POSITIONS, avatar, server, POSITION, () -> {
            boolean isNew = !areas.has(avatar);
            trueAt[avatar] = now;
            var unused = areas.moved(avatar, to);
            if (isNew) {
                Client client = new Client(avatar);
                clients.add(client);
                client.tell();
            }
        });
    }

    @Override
    public CompletableFuture<Effort> effort() {
        return CompletableFuture.completedFuture(new Effort(0, 0, 0, 0));
    }

    /** Of whom the server thinks. */
    private final class Client {
        private final int who;
        private final BitSet shown = new BitSet();
        private List<Integer> near = List.of();
        private double reviewedAt = Double.NEGATIVE_INFINITY;
        private double farAt = Double.NEGATIVE_INFINITY;

        Client(int who) {
            this.who = who;
        }

        void tell() {
            double now = stage.nowMillis();
            if (now - reviewedAt >= REVIEW_MILLIS) {
                reviewedAt = now;
                near = areas.nearest(who, stage.settings().neighbours());
            }
            BitSet in = areas.in(who);
            BitSet told = new BitSet();
            if (now - farAt >= FAR_MILLIS) {
                farAt = now;
                told.or(in);
            } else {
                near.forEach(told::set);
                // Who has just come is told at once.
                BitSet fresh = (BitSet) in.clone();
                fresh.andNot(shown);
                told.or(fresh);
            }
            told.and(in);
            BitSet gone = (BitSet) shown.clone();
            gone.andNot(in);
            BitSet named = (BitSet) told.clone();
            named.andNot(shown);
            int bytes = HEADER + POSITION * told.cardinality() + NAME * named.cardinality() + GONE * gone.cardinality();
            shown.andNot(gone);
            shown.or(told);
            int[] whom = told.stream().toArray();
            double[] when = told.stream().mapToDouble(each -> trueAt[each]).toArray();
            stage.send(Traffic.Use.POSITIONS, server, who, bytes, () -> {
                double then = stage.nowMillis();
                for (int i = 0; i < whom.length; i++) {
                    stage.sights().drawn(who, whom[i], then, Math.round(when[i]));
                }
                gone.stream().forEach(each -> stage.sights().gone(who, each));
            });
            stage.worker().schedule(Duration.ofMillis(updateMillis), this::tell);
        }
    }
}
