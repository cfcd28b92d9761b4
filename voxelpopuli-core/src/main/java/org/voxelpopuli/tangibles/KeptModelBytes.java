package org.voxelpopuli.tangibles;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.voxelpopuli.edits.Stamp;
import org.voxelpopuli.edits.WriterId;

/** A {@link KeptModel} as bytes; docs/tangibles.md says how. */
final class KeptModelBytes {
    private static final int VERSION = 1;

    private static final int OF_TANGIBLE = 0;
    private static final int OF_TABLE = 1;

    private static final int EXISTENCE = 0;
    private static final int CLASS = 1;
    private static final int ANIMATION_QUEUE = 2;
    private static final int FIELD = 3;
    private static final int ENTRY = 4;

    /** Kinds beyond those of {@link ValueBytes}, whose table has a number, not an identity. */
    private static final int TABLE = ValueBytes.TABLE;

    private static final int ANIMATION = 12;

    /** What reads a model. */
    @FunctionalInterface
    interface Sink {
        void put(ContainerId container, Slot slot, Register register);
    }

    private KeptModelBytes() {}

    /** One register alone. */
    static byte[] of(Register register) {
        Writer writer = new Writer();
        writer.write(register);
        return writer.out.toByteArray();
    }

    static byte[] write(Map<ContainerId, Map<Slot, Register>> containers) {
        return new Writer().write(containers);
    }

    /** @throws IllegalArgumentException that says what is wrong */
    static void read(byte[] bytes, Sink sink) {
        if (!ByteInput.hasChecksum(bytes)) {
            throw new IllegalArgumentException("the checksum of " + bytes.length + " bytes of a model is wrong");
        }
        new Reader(new ByteInput(bytes)).read(sink);
    }

    private static final class Writer {
        private final ByteOutput out = new ByteOutput();
        private final Map<WriterId, Integer> writers = new LinkedHashMap<>();
        private long lastTime;

        byte[] write(Map<ContainerId, Map<Slot, Register>> containers) {
            // So that the same content has the same bytes. Stamps are all different, unless a copy means ill.
            List<Map.Entry<ContainerId, List<Map.Entry<Slot, Register>>>> sorted = new ArrayList<>();
            containers.forEach((id, slots) -> {
                List<Map.Entry<Slot, Register>> list = new ArrayList<>(slots.entrySet());
                list.sort(Comparator.comparing((Map.Entry<Slot, Register> slot) ->
                                slot.getValue().stamp())
                        .thenComparing(Map.Entry::getKey, Slot.ORDER));
                if (!list.isEmpty()) {
                    sorted.add(Map.entry(id, list));
                }
            });
            sorted.sort(Comparator.comparing((Map.Entry<ContainerId, List<Map.Entry<Slot, Register>>> container) ->
                            container.getValue().get(0).getValue().stamp())
                    .thenComparing(Map.Entry::getKey, ContainerId.ORDER));
            out.write(VERSION);
            out.varint(sorted.size());
            for (Map.Entry<ContainerId, List<Map.Entry<Slot, Register>>> container : sorted) {
                write(container.getKey());
                out.varint(container.getValue().size());
                for (Map.Entry<Slot, Register> slot : container.getValue()) {
                    write(slot.getKey());
                    write(slot.getValue());
                }
            }
            return out.withChecksum();
        }

        private void write(ContainerId id) {
            if (id instanceof ContainerId.OfTangible tangible) {
                out.write(OF_TANGIBLE);
                out.signed(tangible.id());
            } else if (id instanceof ContainerId.OfTable table) {
                out.write(OF_TABLE);
                write(table.id());
            }
        }

        private void write(Slot slot) {
            if (slot instanceof Slot.OfTangible what) {
                out.write(
                        switch (what) {
                            case EXISTENCE -> EXISTENCE;
                            case CLASS -> CLASS;
                            case ANIMATION -> ANIMATION_QUEUE;
                        });
            } else if (slot instanceof Slot.Field field) {
                out.write(FIELD);
                out.text(field.name());
            } else if (slot instanceof Slot.Entry entry) {
                out.write(ENTRY);
                out.write(ValueBytes.kind(entry.key()));
                ValueBytes.write(entry.key(), out);
            }
        }

        private void write(Register register) {
            write(register.stamp());
            write(register.born());
            Kept kept = register.kept();
            if (kept instanceof Kept.TableOf table) {
                out.write(TABLE);
                write(table.id());
            } else if (kept instanceof Kept.Animation animation) {
                out.write(ANIMATION);
                StepBytes.write(
                        RelativeStep.of(RelativeStep.ORIGIN, animation.queue().steps()), out);
            } else {
                Sent value = kept instanceof Kept.Plain plain ? new Sent.Plain(plain.value()) : Sent.Nil.NIL;
                out.write(ValueBytes.kind(value));
                ValueBytes.write(value, out);
            }
        }

        /** The time as the difference to that of the last stamp; the number of the writer, and the first time its bytes. */
        private void write(Stamp stamp) {
            out.signed(stamp.time() - lastTime);
            lastTime = stamp.time();
            Integer known = writers.putIfAbsent(stamp.writer(), writers.size());
            if (known == null) {
                out.varint(writers.size() - 1L);
                out.writeBytes(stamp.writer().bytes());
            } else {
                out.varint(known);
            }
        }
    }

    private static final class Reader {
        private final ByteInput in;
        private final List<WriterId> writers = new ArrayList<>();
        private long lastTime;

        Reader(ByteInput in) {
            this.in = in;
        }

        void read(Sink sink) {
            int version = in.octet();
            if (version != VERSION) {
                throw new IllegalArgumentException(
                        "a model is written in version " + version + ", known is " + VERSION);
            }
            for (int containers = in.count(4); containers > 0; containers--) {
                ContainerId id = in.number(OF_TABLE) == OF_TABLE
                        ? new ContainerId.OfTable(stamp())
                        : new ContainerId.OfTangible(in.signed());
                for (int slots = in.count(4); slots > 0; slots--) {
                    Slot slot = slot(id);
                    Register register = register();
                    requireFitting(slot, register.kept());
                    sink.put(id, slot, register);
                }
            }
            if (in.hasMore()) {
                throw new IllegalArgumentException("more bytes follow a model");
            }
        }

        private Slot slot(ContainerId id) {
            int kind = in.octet();
            if (kind != ENTRY && id instanceof ContainerId.OfTable) {
                throw new IllegalArgumentException("a table has a value of place " + kind + ", allowed is " + ENTRY);
            }
            return switch (kind) {
                case EXISTENCE -> Slot.OfTangible.EXISTENCE;
                case CLASS -> Slot.OfTangible.CLASS;
                case ANIMATION_QUEUE -> Slot.OfTangible.ANIMATION;
                case FIELD -> new Slot.Field(new Value.Text(in.text()).text());
                case ENTRY -> new Slot.Entry(ValueBytes.readKey(in.octet(), in));
                default -> throw new IllegalArgumentException("a value of place " + kind + ", allowed is 0..4");
            };
        }

        private static void requireFitting(Slot slot, Kept kept) {
            boolean fits;
            if (slot instanceof Slot.OfTangible what) {
                fits = switch (what) {
                    case EXISTENCE -> !kept.isPresent() || kept.equals(new Kept.Plain(Value.of(true)));
                    case CLASS -> kept instanceof Kept.Plain plain && plain.value() instanceof Value.Text;
                    case ANIMATION -> kept instanceof Kept.Animation;
                };
            } else if (slot instanceof Slot.Field) {
                fits = !kept.isPresent() || (kept instanceof Kept.Plain plain && plain.value() instanceof Scalar);
            } else {
                fits = !(kept instanceof Kept.Animation);
            }
            if (!fits) {
                throw new IllegalArgumentException(kept.getClass().getSimpleName() + " is no value for " + slot);
            }
        }

        private Register register() {
            Stamp stamp = stamp();
            Stamp born = stamp();
            if (born.compareTo(stamp) > 0) {
                throw new IllegalArgumentException(
                        "a value was born at " + born + ", after it was written at " + stamp);
            }
            int kind = in.octet();
            if (kind == TABLE) {
                return new Register(new Kept.TableOf(stamp()), stamp, born);
            } else if (kind == ANIMATION) {
                return new Register(new Kept.Animation(animation()), stamp, born);
            }
            Sent value = ValueBytes.read(kind, in);
            Kept kept = value instanceof Sent.Plain plain ? new Kept.Plain(plain.value()) : Kept.Nothing.NOTHING;
            return new Register(kept, stamp, born);
        }

        private AnimationQueue animation() {
            return RelativeStep.resolve(RelativeStep.ORIGIN, StepBytes.read(in))
                    .map(AnimationQueue::new)
                    .orElseThrow(() -> new IllegalArgumentException("an animation leads out of what is allowed"));
        }

        private Stamp stamp() {
            lastTime += in.signed();
            if (lastTime < 0) {
                // Clocks go on from here, and must never come to their end.
                throw new IllegalArgumentException("a stamp is of " + (lastTime >>> 16) + " ms, allowed is below 2^47");
            }
            int writer = in.number(writers.size());
            if (writer == writers.size()) {
                writers.add(WriterId.of(in.bytes(WriterId.LENGTH)));
            }
            return new Stamp(lastTime, writers.get(writer));
        }
    }
}
