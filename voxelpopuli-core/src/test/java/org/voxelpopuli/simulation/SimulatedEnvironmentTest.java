package org.voxelpopuli.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.voxelpopuli.runtime.NodeEnvironment;
import org.voxelpopuli.runtime.NodeEnvironmentContract;
import org.voxelpopuli.runtime.StreamRecorder;

class SimulatedEnvironmentTest extends NodeEnvironmentContract {
    private final Simulation simulation = new Simulation(11);
    private final SimulatedHost here = simulation.newHost("here");
    private final SimulatedHost there = simulation.newHost("there");

    @Override
    protected NodeEnvironment here() {
        return here;
    }

    @Override
    protected NodeEnvironment there() {
        return there;
    }

    @Override
    protected InetSocketAddress address(NodeEnvironment environment, int port) {
        return ((SimulatedHost) environment).socketAddress(port);
    }

    @Override
    protected <T> T await(CompletableFuture<T> future) {
        return simulation.await(future, TIMEOUT);
    }

    @Override
    protected void connectStalledReader(InetSocketAddress to) {
        there.pauseReading();
        await(there.streams().connect(to, TIMEOUT, connection -> new StreamRecorder()));
    }

    @AfterEach
    void nothingFailedUnexpectedly() {
        assertThat(simulation.failures())
                .allSatisfy(failure -> assertThat(failure).hasMessageContaining("expected by the test"));
    }
}
