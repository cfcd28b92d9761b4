/**
 * Who is near whom, found out in several ways on the same moves (SPEC N12): the comparison that the thesis leaves to future work.
 *
 * <p>Entry types: {@link org.voxelpopuli.tools.presence.Comparison}, which runs one {@linkplain org.voxelpopuli.tools.presence.Way way} on one
 * comparison runs on the thread that calls it; several may run at the same time.
 */
@NullMarked
package org.voxelpopuli.tools.presence;

import org.jspecify.annotations.NullMarked;
