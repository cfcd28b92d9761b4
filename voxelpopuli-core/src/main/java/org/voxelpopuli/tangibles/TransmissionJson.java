package org.voxelpopuli.tangibles;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What the messages to one client say, as JSON: to look into what goes over, and to compare sizes with. Nothing reads it back. */
public final class TransmissionJson {
    private final Texts texts = new Texts();
    private final StringBuilder json = new StringBuilder();

    /** Of a client that got nothing yet. */
    public TransmissionJson() {}

    /**
     * An array of the instructions of a message, in order.
     *
     * @param message the one that left a {@link DifferenceTransmitter} after the last that was read here, since it may refer to texts of those before
     * @throws IllegalArgumentException if it is none
     */
    public String read(byte[] message) {
        if (!ByteInput.hasChecksum(message)) {
            throw new IllegalArgumentException("the checksum of " + message.length + " bytes is wrong");
        }
        ByteInput in = new ByteInput(message, texts);
        if (Framed.read(in).kind() == Framed.Kind.ANEW) {
            texts.clear();
        }
        InstructionReader instructions = new InstructionReader(in);
        json.setLength(0);
        json.append('[');
        String separator = "";
        while (instructions.hasNext()) {
            json.append(separator);
            write(instructions.next());
            separator = ",";
        }
        return json.append(']').toString();
    }

    private void write(Instruction instruction) {
        if (instruction instanceof Instruction.Begin begin) {
            object(
                    "begin",
                    Map.of(
                            "player", begin.player(),
                            "closeRadius", begin.closeRadius(),
                            "partBytes", begin.partBytes()));
        } else if (instruction instanceof Instruction.CorrectAnimation correction) {
            object(
                    "animate",
                    Map.of("tangible", correction.tangible(), "drop", correction.drop(), "add", correction.added()));
        } else if (instruction instanceof Instruction.StoreField store) {
            Sent value = store.value() == null ? Sent.Nil.NIL : new Sent.Plain(store.value());
            object("field", Map.of("tangible", store.tangible(), "name", store.name(), "value", value));
        } else if (instruction instanceof Instruction.CreateTangible create) {
            object("create", Map.of("tangible", create.tangible(), "animation", create.animation()));
        } else if (instruction instanceof Instruction.DeleteTangible delete) {
            object("delete", Map.of("tangible", delete.tangible()));
        } else if (instruction instanceof Instruction.CheckCloseList check) {
            object("closeList", Map.of("hash", check.hash()));
        } else if (instruction instanceof Instruction.CheckNumbering check) {
            object("numbering", Map.of("hash", check.hash()));
        } else if (instruction instanceof Instruction.CreateTables create) {
            object("createTables", Map.of("count", create.count()));
        } else if (instruction instanceof Instruction.ForgetTables forget) {
            object("forgetTables", Map.of("first", forget.first(), "count", forget.count()));
        } else if (instruction instanceof Instruction.StoreInTable store) {
            object("store", Map.of("table", store.table(), "key", store.key(), "value", store.value()));
        } else if (instruction instanceof Instruction.StoreInTangible store) {
            object("store", Map.of("tangible", store.tangible(), "key", store.key(), "value", store.value()));
        } else if (instruction instanceof Instruction.StoreClassName store) {
            object("class", Map.of("tangible", store.tangible(), "name", store.name()));
        }
    }

    /** An object whose first member says what it is; the others by their names. */
    private void object(String what, Map<String, Object> members) {
        json.append("{\"do\":\"").append(what).append('"');
        new TreeMap<>(members).forEach((name, value) -> {
            json.append(",\"").append(name).append("\":");
            any(value);
        });
        json.append('}');
    }

    private void any(Object value) {
        if (value instanceof List<?> list) {
            json.append('[');
            String separator = "";
            for (Object element : list) {
                json.append(separator);
                any(element);
                separator = ",";
            }
            json.append(']');
        } else if (value instanceof RelativeStep step) {
            step(step);
        } else if (value instanceof Sent.Numbered numbered) {
            json.append("{\"table\":").append(numbered.number()).append('}');
        } else if (value instanceof Sent.Plain plain) {
            any(plain.value());
        } else if (value instanceof Value.TangibleRef ref) {
            json.append("{\"tangible\":").append(ref.id()).append('}');
        } else if (value instanceof Value.ClassRef type) {
            json.append("{\"class\":");
            text(type.name().text());
            json.append('}');
        } else if (value instanceof Value.Real real && !Double.isFinite(real.number())) {
            text(real.toString());
        } else if (value instanceof Value.Text || value instanceof String) {
            text(value.toString());
        } else if (value instanceof Sent.Nil) {
            json.append("null");
        } else if (value instanceof Value.Truth truth) {
            json.append(truth == Value.Truth.TRUE);
        } else if (value instanceof Key.Special || value instanceof Value.GlobalEnv) {
            json.append(value instanceof Key.Special ? "{\"special\":\"metatable\"}" : "{\"special\":\"globalenv\"}");
        } else {
            json.append(value);
        }
    }

    private void step(RelativeStep step) {
        json.append('{');
        if (step.action() != null) {
            json.append("\"action\":");
            text(step.action());
            json.append(',');
        }
        if (step.ticks() != RelativeStep.SAME) {
            json.append("\"ticks\":").append(step.ticks()).append(',');
        }
        json.append("\"dx\":").append(step.dx());
        json.append(",\"dy\":").append(step.dy());
        json.append(",\"dz\":").append(step.dz()).append('}');
    }

    private void text(String text) {
        json.append('"');
        for (int i = 0; i < text.length(); i++) {
            char unit = text.charAt(i);
            if (unit == '"' || unit == '\\') {
                json.append('\\').append(unit);
            } else if (unit < ' ') {
                json.append(String.format("\\u%04x", (int) unit));
            } else {
                json.append(unit);
            }
        }
        json.append('"');
    }
}
