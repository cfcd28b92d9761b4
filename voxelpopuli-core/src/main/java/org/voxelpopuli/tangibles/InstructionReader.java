package org.voxelpopuli.tangibles;

/** The inverse of {@link InstructionWriter}, one instruction at a time. What is none is an {@link IllegalArgumentException} that says why. */
final class InstructionReader {
    private enum Target {
        NONE,
        TABLE,
        TANGIBLE
    }

    private final ByteInput in;
    private long lastId;
    private int lastTable;
    private Target target = Target.NONE;

    InstructionReader(ByteInput in) {
        this.in = in;
    }

    boolean hasNext() {
        return in.hasMore();
    }

    Instruction next() {
        int number = in.octet();
        if (number == InstructionWriter.IN_TABLE) {
            lastTable = Math.toIntExact(Math.addExact(lastTable, in.signed()));
            target = Target.TABLE;
            number = in.octet();
        } else if (number == InstructionWriter.IN_TANGIBLE) {
            id();
            target = Target.TANGIBLE;
            number = in.octet();
        } else if (number < InstructionWriter.STORE) {
            target = Target.NONE;
        }
        return number >= InstructionWriter.STORE ? store(number) : other(number);
    }

    private Instruction store(int number) {
        Key key = ValueBytes.readKey((number >> 4) & 7, in);
        Sent value = ValueBytes.read(number & 15, in);
        return switch (target) {
            case TABLE -> new Instruction.StoreInTable(lastTable, key, value);
            case TANGIBLE -> new Instruction.StoreInTangible(lastId, key, value);
            case NONE -> throw new IllegalArgumentException("an entry, but no table or tangible for it");
        };
    }

    private Instruction other(int number) {
        if (number >= InstructionWriter.CORRECT_ANIMATION) {
            return correction(number, id());
        }
        return switch (number) {
            case InstructionWriter.BEGIN ->
                new Instruction.Begin(
                        id(), Double.longBitsToDouble(in.fixed64()), in.number(1) == 1, in.number(Integer.MAX_VALUE));
            case InstructionWriter.STORE_FIELD -> field(id());
            case InstructionWriter.CREATE_TANGIBLE -> new Instruction.CreateTangible(id(), StepBytes.read(in));
            case InstructionWriter.DELETE_TANGIBLE -> new Instruction.DeleteTangible(id());
            case InstructionWriter.CHECK_CLOSE_LIST -> new Instruction.CheckCloseList(in.fixed32());
            case InstructionWriter.CHECK_NUMBERING -> new Instruction.CheckNumbering(in.fixed32());
            case InstructionWriter.CREATE_TABLES -> new Instruction.CreateTables(in.number(Integer.MAX_VALUE));
            case InstructionWriter.FORGET_TABLES ->
                new Instruction.ForgetTables(in.number(Integer.MAX_VALUE / 2), in.number(Integer.MAX_VALUE / 2));
            case InstructionWriter.STORE_CLASS_NAME -> new Instruction.StoreClassName(id(), name());
            default -> throw new IllegalArgumentException("instruction " + number + " is not known");
        };
    }

    private long id() {
        lastId += in.signed();
        return lastId;
    }

    private String name() {
        return new Value.Text(in.text()).text();
    }

    private Instruction field(long id) {
        String name = name();
        Sent value = ValueBytes.read(in.octet(), in);
        if (value == Sent.Nil.NIL) {
            return new Instruction.StoreField(id, name, null);
        }
        if (value instanceof Sent.Plain plain && plain.value() instanceof Scalar scalar) {
            return new Instruction.StoreField(id, name, scalar);
        }
        throw new IllegalArgumentException("a field is no string, number or boolean");
    }

    private Instruction correction(int head, long id) {
        int drop = manyOr(head & 7);
        int added = manyOr((head >> 3) & 7);
        return new Instruction.CorrectAnimation(id, drop, StepBytes.readEach(added, in));
    }

    private int manyOr(int few) {
        return few == InstructionWriter.MANY ? in.number(AnimationQueue.MAX_STEPS) : few;
    }
}
