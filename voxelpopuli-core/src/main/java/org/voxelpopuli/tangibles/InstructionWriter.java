package org.voxelpopuli.tangibles;

/** Instructions as bytes, each after its number; docs/tangibles.md has the table. Ids are told as the difference to the last one. */
final class InstructionWriter {
    static final int BEGIN = 1;
    static final int STORE_FIELD = 3;
    static final int CREATE_TANGIBLE = 4;
    static final int DELETE_TANGIBLE = 5;
    static final int CHECK_CLOSE_LIST = 6;
    static final int CREATE_TABLES = 7;
    static final int IN_TABLE = 8;
    static final int IN_TANGIBLE = 9;
    static final int STORE_CLASS_NAME = 10;
    static final int CHECK_NUMBERING = 11;
    static final int FORGET_TABLES = 12;
    /** With three bits of how many of the oldest steps go, and three of how many come. */
    static final int CORRECT_ANIMATION = 0x40;
    /** Stores an entry in the table or tangible that was named last; with three bits of the key's kind, and four of the value's. */
    static final int STORE = 0x80;

    /** In the three bits of how a queue is corrected: the least number for which a varint follows. */
    static final int MANY = 7;

    private final ByteOutput out;
    private long lastId;
    private int lastTable;
    private boolean inTable;
    private boolean inTangible;

    InstructionWriter(ByteOutput out) {
        this.out = out;
    }

    void write(Instruction instruction) {
        if (instruction instanceof Instruction.StoreInTable store) {
            if (!inTable || store.table() != lastTable) {
                out.write(IN_TABLE);
                out.signed(store.table() - lastTable);
                lastTable = store.table();
                inTable = true;
                inTangible = false;
            }
            store(store.key(), store.value());
        } else if (instruction instanceof Instruction.StoreInTangible store) {
            if (!inTangible || store.tangible() != lastId) {
                id(IN_TANGIBLE, store.tangible());
                inTable = false;
                inTangible = true;
            }
            store(store.key(), store.value());
        } else {
            inTable = false;
            inTangible = false;
            writeOther(instruction);
        }
    }

    private void writeOther(Instruction instruction) {
        if (instruction instanceof Instruction.Begin begin) {
            id(BEGIN, begin.player());
            out.fixed64(Double.doubleToLongBits(begin.closeRadius()));
            out.write(begin.tracked() ? 1 : 0);
            out.varint(begin.partBytes());
        } else if (instruction instanceof Instruction.CorrectAnimation correction) {
            writeCorrection(correction);
        } else if (instruction instanceof Instruction.StoreField store) {
            id(STORE_FIELD, store.tangible());
            Sent value = store.value() == null ? Sent.Nil.NIL : new Sent.Plain(store.value());
            out.text(store.name());
            out.write(ValueBytes.kind(value));
            ValueBytes.write(value, out);
        } else if (instruction instanceof Instruction.CreateTangible create) {
            id(CREATE_TANGIBLE, create.tangible());
            StepBytes.write(create.animation(), out);
        } else if (instruction instanceof Instruction.DeleteTangible delete) {
            id(DELETE_TANGIBLE, delete.tangible());
        } else if (instruction instanceof Instruction.CheckCloseList check) {
            out.write(CHECK_CLOSE_LIST);
            out.fixed32(check.hash());
        } else if (instruction instanceof Instruction.CheckNumbering check) {
            out.write(CHECK_NUMBERING);
            out.fixed32(check.hash());
        } else if (instruction instanceof Instruction.CreateTables create) {
            out.write(CREATE_TABLES);
            out.varint(create.count());
        } else if (instruction instanceof Instruction.ForgetTables forget) {
            out.write(FORGET_TABLES);
            out.varint(forget.first());
            out.varint(forget.count());
        } else if (instruction instanceof Instruction.StoreClassName store) {
            id(STORE_CLASS_NAME, store.tangible());
            out.text(store.name());
        }
    }

    private void id(int instruction, long id) {
        out.write(instruction);
        out.signed(id - lastId);
        lastId = id;
    }

    private void store(Key key, Sent value) {
        out.write(STORE | ValueBytes.kind(key) << 4 | ValueBytes.kind(value));
        ValueBytes.write(key, out);
        ValueBytes.write(value, out);
    }

    private void writeCorrection(Instruction.CorrectAnimation correction) {
        int drop = Math.min(correction.drop(), MANY);
        int added = Math.min(correction.added().size(), MANY);
        id(CORRECT_ANIMATION | drop | added << 3, correction.tangible());
        if (drop == MANY) {
            out.varint(correction.drop());
        }
        if (added == MANY) {
            out.varint(correction.added().size());
        }
        StepBytes.writeEach(correction.added(), out);
    }
}
