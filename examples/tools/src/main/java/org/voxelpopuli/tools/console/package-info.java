/**
 * What all commands share: ranges, the form of durations and addresses, JSON, errors.
 *
 * <p>Entry types: {@link org.voxelpopuli.tools.console.Ranges}, {@link org.voxelpopuli.tools.console.CommandLines}.
 */
@NullMarked
package org.voxelpopuli.tools.console;

import org.jspecify.annotations.NullMarked;
