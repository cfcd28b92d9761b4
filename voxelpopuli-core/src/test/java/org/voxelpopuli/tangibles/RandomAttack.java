package org.voxelpopuli.tangibles;

import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;

/** Draws instructions that a client can follow, mostly, and that make it hold and do as much as they can. */
final class RandomAttack {
    private static final int IDS = 60;
    private static final int NUMBERS = 200;

    private final RandomGenerator random;
    private final HostileServer server;

    RandomAttack(HostileServer server, RandomGenerator random) {
        this.server = server;
        this.random = random;
    }

    /** Some instructions and one message. */
    void message() {
        for (int left = random.nextInt(30); left > 0; left--) {
            server.add(instruction());
        }
        if (random.nextInt(3) == 0) {
            server.addCloseList();
            if (random.nextBoolean()) {
                server.addNumbering();
            }
        }
        for (int left = random.nextInt(10); left > 0; left--) {
            server.add(instruction());
        }
        if (random.nextInt(50) == 0) {
            byte[] noise = new byte[random.nextInt(20)];
            random.nextBytes(noise);
            server.write(out -> out.writeBytes(noise));
        }
        server.send(random.nextInt(3) == 0);
        if (!server.receiver.isSynchronised()) {
            server.begin();
        }
    }

    private long id() {
        return 1L + random.nextInt(IDS);
    }

    private int number() {
        return 1 + random.nextInt(NUMBERS);
    }

    private Instruction instruction() {
        long id = id();
        boolean exists = server.client.tangible(id).isPresent();
        int held = Math.max(1, server.receiver.numbersHeld());
        return switch (random.nextInt(12)) {
            case 0 -> exists ? new Instruction.DeleteTangible(id) : HostileServer.create(id, random.nextInt(200));
            case 1 -> new Instruction.CreateTables(random.nextInt(4) == 0 ? number() : 1);
            case 2 -> new Instruction.ForgetTables(1 + random.nextInt(held), 1);
            case 3 -> new Instruction.ForgetTables(1, 1 + random.nextInt(held));
            case 4 -> new Instruction.StoreField(1, text(), Value.of(random.nextInt()));
            case 5 ->
                exists
                        ? new Instruction.CorrectAnimation(
                                id, 1, Collections.nCopies(1, new RelativeStep(null, 1, random.nextInt(60_000), 0, 0)))
                        : HostileServer.create(id, 0);
            case 6 ->
                exists ? new Instruction.StoreClassName(id, text()) : HostileServer.create(id, random.nextInt(40));
            case 7, 8 -> exists ? new Instruction.StoreInTangible(id, key(), value(held)) : HostileServer.create(id, 1);
            default -> new Instruction.StoreInTable(1 + random.nextInt(held), key(), value(held));
        };
    }

    private String text() {
        return "t".repeat(random.nextInt(10) == 0 ? random.nextInt(3_000) : 3) + random.nextInt(100);
    }

    private Key key() {
        return random.nextInt(3) == 0 ? Value.of(text()) : Value.of(random.nextInt(30));
    }

    private Sent value(int held) {
        return switch (random.nextInt(5)) {
            case 0 -> Sent.Nil.NIL;
            case 1 -> new Sent.Plain(Value.of(text()));
            case 2 -> new Sent.Plain(new Value.ClassRef(text()));
            default -> new Sent.Numbered(1 + random.nextInt(held));
        };
    }

    /** How many entries a model really holds, as {@link EntryCount} counts them, and in how many tables. */
    static List<Long> held(ClientModel model) {
        Set<Table> seen = new HashSet<>();
        Deque<Table> open = new ArrayDeque<>();
        long entries = 0;
        for (Tangible tangible : model.tangibles()) {
            open.add(tangible.database());
            entries += tangible.className().length() / 64;
            for (var field : tangible.fields().entrySet()) {
                entries += EntryCount.of(Value.of(field.getKey()), field.getValue());
            }
        }
        while (!open.isEmpty()) {
            Table table = open.pop();
            if (seen.add(table)) {
                for (var entry : table.entries().entrySet()) {
                    entries += EntryCount.of(entry.getKey(), entry.getValue());
                    if (entry.getValue() instanceof Table next) {
                        open.push(next);
                    }
                }
            }
        }
        return List.of(entries, (long) seen.size());
    }
}
