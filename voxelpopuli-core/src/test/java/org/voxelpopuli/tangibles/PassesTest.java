package org.voxelpopuli.tangibles;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Each pass alone: what it sends, and the statement of what holds after it. */
@DisplayName("The passes")
final class PassesTest {
    private static final long CHEST = 7;
    private static final long CLOUD = 8;

    private final MasterModel master = new MasterModel();
    private final Follower follower = Follower.ofShadow(master.thread());
    private final Tangible player = master.create(1, "player", AnimationQueue.at(0, 0, 0));
    private final Tangible chest = master.create(CHEST, "chest", AnimationQueue.at(1, 0, 0));
    private final Table a = new Table().put("name", "a");
    private final Table b = new Table().put("name", "b");

    @BeforeEach
    void begin() {
        master.create(CLOUD, "cloud", AnimationQueue.at(20, 0, 0));
        a.put("b", b);
        b.put("a", a);
        chest.database().put("a", a);
        follower.follow(new Instruction.Begin(1, 10, true, 64));
    }

    private Transmission transmission() {
        follower.forgetNumbers();
        TransmissionSettings settings = TransmissionSettings.defaults().withRadii(30, 10);
        return new Transmission(master, follower, player, settings, Numbering.ofMaster(), null);
    }

    /** The first passes, and what the last of them sent. */
    private List<Instruction> run(Transmission transmission, int passes) {
        int before = 0;
        for (Pass pass : Pass.ALL.subList(0, passes)) {
            before = transmission.sent().size();
            transmission.run(pass);
        }
        return transmission.sent().subList(before, transmission.sent().size());
    }

    /** A client that is what the master was, before the master goes on. */
    private void alreadySent() {
        run(transmission(), Pass.ALL.size());
    }

    private Tangible shadow(long id) {
        return follower.model().tangible(id).orElseThrow();
    }

    @Test
    @DisplayName("M2..M10 stand in the document's order")
    void order() {
        assertThat(Pass.ALL)
                .extracting(pass -> pass.getClass().getSimpleName())
                .containsExactly(
                        "UpdatePlayerPosition",
                        "CreateAndDeleteTangibles",
                        "GenerateCloseTangibleList",
                        "NumberTablesInClientModel",
                        "PairUpTables",
                        "NumberRemainingTablesInMasterModel",
                        "TransmitTableContentsNonRecursively",
                        "TransmitTangibleDifferences",
                        "CompareTangibleMetatables");
    }

    @Test
    @DisplayName("M2 after the first pass the player alone is in the shadow")
    void updatePlayerPosition() {
        player.setField("printed", Value.of("hello"));
        assertThat(run(transmission(), 1)).hasSize(2);
        assertThat(follower.model().tangibles()).hasSize(1);
        assertThat(shadow(1).animation()).isEqualTo(player.animation());
        assertThat(shadow(1).fields()).isEqualTo(player.fields());
        assertThat(run(transmission(), 1)).isEmpty();
    }

    @Test
    @DisplayName("M3 after the second pass the same tangibles are in sight, with their animations and nothing else")
    void createAndDeleteTangibles() {
        assertThat(run(transmission(), 2))
                .containsExactly(
                        Instruction.CreateTangible.like(chest),
                        Instruction.CreateTangible.like(master.tangible(CLOUD).orElseThrow()));
        assertThat(shadow(CHEST).animation()).isEqualTo(chest.animation());
        assertThat(shadow(CHEST).database().size()).isZero();
        assertThat(shadow(CHEST).className()).isEmpty();
        master.remove(CLOUD);
        assertThat(run(transmission(), 2)).containsExactly(new Instruction.DeleteTangible(CLOUD));
    }

    @Test
    @DisplayName("M4 after the third pass the client has the server's close tangibles, or says that it has not")
    void generateCloseTangibleList() {
        Transmission transmission = transmission();
        List<Instruction> sent = run(transmission, 3);
        assertThat(transmission.entered()).containsExactly(player, chest);
        assertThat(follower.closeList()).containsExactly(shadow(1), shadow(CHEST));
        follower.forgetNumbers();
        assertThat(follower.follow(sent.get(0))).isEmpty();
        follower.forgetNumbers();
        shadow(CHEST).storeAnimation(AnimationQueue.at(2, 0, 0));
        assertThat(follower.follow(sent.get(0)).map(Refusal::reason)).contains(Refusal.Reason.CLOSE_LIST_DIFFERS);
    }

    @Test
    @DisplayName(
            "M5 after the fourth pass the client's tables have numbers in the order of entries, or it says that they are others")
    void numberTablesInClientModel() {
        alreadySent();
        Table clientA = shadow(CHEST).database().table("a");
        Transmission transmission = transmission();
        List<Instruction> sent = run(transmission, 4);
        Instruction closeList = transmission.sent().get(0);
        assertThat(follower.numbering().numberOf(clientA)).isEqualTo(1);
        assertThat(follower.numbering().numberOf(clientA.table("b"))).isEqualTo(2);
        assertThat(follower.numbering().highest()).isEqualTo(2);
        follower.forgetNumbers();
        assertThat(follower.follow(closeList)).isEmpty();
        assertThat(follower.follow(sent.get(0))).isEmpty();
        clientA.store(Value.of("name"), Value.of("c"));
        follower.forgetNumbers();
        assertThat(follower.follow(closeList)).isEmpty();
        assertThat(follower.follow(sent.get(0)).map(Refusal::reason)).contains(Refusal.Reason.NUMBERING_DIFFERS);
    }

    @Test
    @DisplayName(
            "M5 special tables get no number: databases of tangibles, classes, the global environment, and what stands under them")
    void specialTables() {
        Tangible other = master.create(9, "", AnimationQueue.at(100, 0, 0));
        other.database().put("far", new Table());
        chest.database()
                .put("other", other.database())
                .put("class", new Value.ClassRef("Chest"))
                .put("env", Value.GlobalEnv.INSTANCE)
                .putMetatable(new Table())
                .putLocal(new Object(), new Table());
        assertThat(Numbering.ofClient(Table::new).numberReachable(List.of(chest)))
                .containsExactly(a, b);
    }

    @Test
    @DisplayName("M6 after the fifth pass tables under the same keys have the same number, and none is sent")
    void pairUpTables() {
        alreadySent();
        Table c = new Table();
        b.put("c", c);
        chest.database().put("again", b);
        Transmission transmission = transmission();
        assertThat(run(transmission, 5)).isEmpty();
        assertThat(transmission.numbering().numberOf(a)).isEqualTo(1);
        assertThat(transmission.numbering().numberOf(b)).isEqualTo(2);
        assertThat(transmission.numbering().numberOf(c)).isZero();
    }

    @Test
    @DisplayName("M6 a number is given once, though two tables of the master stand where the client has one")
    void pairsAreUnique() {
        chest.database().put("same", a);
        alreadySent();
        Table other = new Table().put("name", "other");
        chest.database().put("same", other);
        Transmission transmission = transmission();
        run(transmission, 5);
        Optional<Table> paired = List.of(a, other).stream()
                .filter(table -> transmission.numbering().numberOf(table) == 1)
                .findFirst();
        assertThat(paired).isPresent();
        assertThat(transmission.numbering().numberOf(a)
                        + transmission.numbering().numberOf(other))
                .as("one has the number 1, the other none")
                .isEqualTo(1);
    }

    @Test
    @DisplayName("M7 after the sixth pass all tables of the master have numbers, and the client has as many")
    void numberRemainingTables() {
        alreadySent();
        Table c = new Table();
        b.put("c", c);
        Transmission transmission = transmission();
        assertThat(run(transmission, 6)).containsExactly(new Instruction.CreateTables(1));
        assertThat(transmission.numbering().numberOf(c)).isEqualTo(3);
        assertThat(follower.numbering().highest()).isEqualTo(3);
    }

    @Test
    @DisplayName("M8 after the seventh pass tables of the same number are equal; databases are not yet")
    void transmitTableContents() {
        alreadySent();
        Table c = new Table();
        a.put("c", c).remove("name");
        chest.database().put("new", 1);
        assertThat(run(transmission(), 7))
                .containsExactly(
                        new Instruction.StoreInTable(1, Value.of("c"), new Sent.Numbered(3)),
                        new Instruction.StoreInTable(1, Value.of("name"), Sent.Nil.NIL));
        assertThat(shadow(CHEST).database().get("new")).isNull();
    }

    @Test
    @DisplayName("M9 after the eighth pass the databases of close tangibles are equal")
    void transmitTangibleDifferences() {
        alreadySent();
        chest.database().put("new", 1).putMetatable(new Table());
        assertThat(run(transmission(), 8))
                .containsExactly(new Instruction.StoreInTangible(CHEST, Value.of("new"), new Sent.Plain(Value.of(1))));
    }

    @Test
    @DisplayName("M10 after the last pass the classes of close tangibles are equal")
    void compareTangibleMetatables() {
        assertThat(run(transmission(), 9))
                .containsExactly(
                        new Instruction.StoreClassName(1, "player"), new Instruction.StoreClassName(CHEST, "chest"));
        assertThat(shadow(CLOUD).className()).isEmpty();
    }

    @Test
    @DisplayName("M5 after all passes exactly the reachable tables have numbers: rings that nothing leads to have none")
    void forgetUnreachableTables() {
        Table c = new Table().put("a", a);
        Table d = new Table().put("c", c);
        c.put("d", d);
        chest.database().put("c", c);
        Transmission transmission = transmission();
        run(transmission, Pass.ALL.size());
        int numberOfB = transmission.numbering().numberOf(b);

        chest.database().remove("a").put("b", b);
        c.put("a", 1);
        b.remove("a");
        Transmission next = ofChanges(transmission.numbering());
        Pass.ALL.forEach(next::run);
        assertThat(next.numbering().numberOf(a)).isPositive();
        next.run(new ForgetUnreachableTables());
        assertThat(next.numbering().numberOf(a)).isZero();
        assertThat(next.numbering().numberOf(b)).isEqualTo(numberOfB);
        assertThat(next.numbering().size()).isEqualTo(3);
        assertThat(follower.numbersHeld()).isEqualTo(3);

        chest.database().remove("c");
        Transmission last = ofChanges(next.numbering());
        Pass.ALL.forEach(last::run);
        last.run(new ForgetUnreachableTables());
        assertThat(follower.numbersHeld()).isEqualTo(1);
    }

    private Transmission ofChanges(Numbering numbering) {
        follower.endTransmission();
        TransmissionSettings settings = TransmissionSettings.defaults().withRadii(30, 10);
        return new Transmission(
                master,
                follower,
                player,
                settings,
                numbering,
                master.journal().since(0).orElseThrow());
    }
}
