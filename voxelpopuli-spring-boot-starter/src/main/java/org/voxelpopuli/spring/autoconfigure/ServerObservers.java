package org.voxelpopuli.spring.autoconfigure;

import java.util.List;
import java.util.function.Consumer;
import org.voxelpopuli.server.ServerObserver;
import org.voxelpopuli.world.ChunkPos;

/** Several observers as one. */
record ServerObservers(List<ServerObserver> observers) implements ServerObserver {
    static ServerObserver of(List<ServerObserver> observers) {
        return switch (observers.size()) {
            case 0 -> ServerObserver.NONE;
            case 1 -> observers.get(0);
            default -> new ServerObservers(List.copyOf(observers));
        };
    }

    private void each(Consumer<ServerObserver> call) {
        observers.forEach(call);
    }

    @Override
    public void ticked(ChunkPos chunk, long nanos) {
        each(o -> o.ticked(chunk, nanos));
    }

    @Override
    public void packetReceived(String kind, boolean accepted) {
        each(o -> o.packetReceived(kind, accepted));
    }

    @Override
    public void packetSent(String kind, int bytes) {
        each(o -> o.packetSent(kind, bytes));
    }

    @Override
    public void connectionOpened() {
        each(ServerObserver::connectionOpened);
    }

    @Override
    public void connectionClosed(String reason) {
        each(o -> o.connectionClosed(reason));
    }
}
