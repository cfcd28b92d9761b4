package org.voxelpopuli.tangibles;

import org.voxelpopuli.edits.Stamp;

/**
 * A value with the stamp that decides between copies: the highest wins (DESIGN D2).
 *
 * @param kept the value
 * @param stamp when and by whom it was written; no two writes have the same
 * @param born the stamp of the write after which there has been a value without a break; entries stand in the order of it
 */
record Register(Kept kept, Stamp stamp, Stamp born) {
    static Register higher(Register one, Register other) {
        return one.stamp.compareTo(other.stamp) >= 0 ? one : other;
    }
}
