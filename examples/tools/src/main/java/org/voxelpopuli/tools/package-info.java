/**
 * The programs behind {@code ./vp}. These print; the libraries never do.
 *
 * <p>Entry type: {@link org.voxelpopuli.tools.Vp}. Each command is a package: {@code bot}, {@code play}, {@code measure}; they share
 * {@code nodes} and {@code map}. Tools see what the published artifacts show, nothing else, and only they may use the machine's clock.
 */
@NullMarked
package org.voxelpopuli.tools;

import org.jspecify.annotations.NullMarked;
