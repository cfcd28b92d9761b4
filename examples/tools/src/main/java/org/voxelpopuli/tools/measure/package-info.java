/**
 * {@code ./vp measure}: numbers and pictures of nodes, each beside what it is compared with.
 *
 * <p>Entry type: {@link org.voxelpopuli.tools.measure.MeasureCommand}.
 */
@NullMarked
package org.voxelpopuli.tools.measure;

import org.jspecify.annotations.NullMarked;
