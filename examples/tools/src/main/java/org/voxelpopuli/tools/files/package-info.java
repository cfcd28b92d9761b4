/**
 * How fast a file goes from one node to another, beside a plain Netty server that sends it with {@code sendfile}.
 *
 * <p>Entry type: {@link org.voxelpopuli.tools.files.FilesMeasurement}. Blocks; for one thread.
 */
@NullMarked
package org.voxelpopuli.tools.files;

import org.jspecify.annotations.NullMarked;
