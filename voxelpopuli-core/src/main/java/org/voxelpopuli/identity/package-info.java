/**
 * Who a node is: a key pair, and an id that is made of the public key (D9); the hash of such things. Values and pure functions; imports nothing of ours, and knows neither files nor
 * sockets. Others come in through {@link org.voxelpopuli.identity.NodeIdentity} and {@link org.voxelpopuli.identity.Ed25519}. Everything here may be
 * used by any thread.
 */
@NullMarked
package org.voxelpopuli.identity;

import org.jspecify.annotations.NullMarked;
