/**
 * What a store takes in a second, beside what its disk takes.
 *
 * <p>Entry type: {@link org.voxelpopuli.tools.store.StoreMeasurement}.
 */
@NullMarked
package org.voxelpopuli.tools.store;

import org.jspecify.annotations.NullMarked;
