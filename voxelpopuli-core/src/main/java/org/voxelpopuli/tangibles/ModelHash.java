package org.voxelpopuli.tangibles;

import java.util.List;

/**
 * The hashes of M4 and M5: 32 bits over what both sides must agree on, in an order that both know. They find mistakes, not enemies. A number x is mixed
 * in by {@code h = (h ^ x) * 0x9E3779B1; h = h ^ (h >>> 15)}, beginning with 1; a long as its high, then its low half; a text as the well-known
 * polynomial of its UTF-16 units, {@code s[0] * 31^(n-1) + ... + s[n-1]}.
 */
final class ModelHash {
    private int hash = 1;

    private ModelHash() {}

    /**
     * Over what changed in the close tangible list.
     *
     * @param size how many are close
     * @param left who is no longer: their ids
     * @param entered who was not before: their ids, and what they do
     */
    static int ofCloseList(int size, List<Tangible> left, List<Tangible> entered) {
        ModelHash hash = new ModelHash();
        hash.mix(size);
        hash.mix(left.size());
        for (Tangible tangible : left) {
            hash.mix(tangible.id());
        }
        for (Tangible tangible : entered) {
            hash.mix(tangible.id());
            for (AnimationStep step : tangible.animation().steps()) {
                hash.mix(step.action().hashCode());
                hash.mix(RelativeStep.grid(step.x()));
                hash.mix(RelativeStep.grid(step.y()));
                hash.mix(RelativeStep.grid(step.z()));
                hash.mix(step.ticks());
            }
        }
        return hash.hash;
    }

    /**
     * Over the numbering, and over all that stands in what entered.
     *
     * @param entered the tangibles that became close
     * @param numbered the tables that got numbers therefore, in this order
     */
    static int ofNumbering(List<Tangible> entered, List<Table> numbered, Numbering numbering) {
        ModelHash hash = new ModelHash();
        hash.mix(numbering.size());
        for (Tangible tangible : entered) {
            hash.mix(tangible.className().hashCode());
            hash.mix(tangible.database(), numbering);
        }
        for (Table table : numbered) {
            hash.mix(table, numbering);
        }
        return hash.hash;
    }

    private void mix(Table table, Numbering numbering) {
        mix(table.size());
        table.entries().forEach((key, value) -> {
            if (table.isTransmitted(key)) {
                if (key instanceof Scalar scalar) {
                    mix(scalar, numbering);
                } else {
                    mix(1);
                }
                mix(value, numbering);
            }
        });
    }

    private void mix(Value value, Numbering numbering) {
        if (value instanceof Value.Text text) {
            mix(2);
            mix(text.text().hashCode());
        } else if (value instanceof Value.Whole whole) {
            mix(3);
            mix(whole.number());
        } else if (value instanceof Value.Real real) {
            mix(4);
            mix(Double.doubleToLongBits(real.number()));
        } else if (value instanceof Value.Truth truth) {
            mix(truth == Value.Truth.TRUE ? 6 : 5);
        } else if (value instanceof Table table) {
            mix(7);
            mix(numbering.numberOf(table));
        } else if (value instanceof Value.TangibleRef ref) {
            mix(8);
            mix(ref.id());
        } else if (value instanceof Value.ClassRef type) {
            mix(9);
            mix(type.name().text().hashCode());
        } else {
            mix(10);
        }
    }

    private void mix(int number) {
        hash = (hash ^ number) * 0x9E37_79B1;
        hash ^= hash >>> 15;
    }

    private void mix(long number) {
        mix((int) (number >> 32));
        mix((int) number);
    }
}
