/**
 * What sharing files costs in networks of a given size, as P2Play's document measured it (SPEC P7): joining, uploading, downloading, and downloading after a part of the nodes has died.
 *
 * <p>Entry types: {@link org.voxelpopuli.tools.sharing.SharingMeasurement}, and the two networks that it works on, {@link org.voxelpopuli.tools.sharing.SimulatedSharing} in virtual
 * time and {@link org.voxelpopuli.tools.sharing.SocketSharing} on loopback. Everything runs on the thread that calls it, and one operation at a time.
 */
@NullMarked
package org.voxelpopuli.tools.sharing;

import org.jspecify.annotations.NullMarked;
