package org.voxelpopuli.spring.autoconfigure;

import java.net.BindException;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** A port of the node cannot be bound, or a customizer has set what the builder does not allow. */
final class NodePortFailureAnalyzer extends AbstractFailureAnalyzer<NodeStartException> {
    @Override
    protected @Nullable FailureAnalysis analyze(Throwable root, NodeStartException failure) {
        Throwable cause = failure.getCause();
        if (cause instanceof BindException) {
            return bind(failure, String.valueOf(cause.getMessage()));
        }
        if (cause instanceof IllegalArgumentException) {
            return new FailureAnalysis(
                    "The node cannot be built: " + cause.getMessage() + ".",
                    "Change the property or the VoxelNodeBuilderCustomizer that sets it.",
                    failure);
        }
        return null;
    }

    /** The words are those of the operating system, which Java passes on in no other form. */
    private static FailureAnalysis bind(NodeStartException failure, String message) {
        boolean node = failure.property() == Property.PORT;
        String ports = failure.port() == 0
                ? ""
                : " It needs UDP port " + failure.port() + (node ? " and TCP port " + (failure.port() + 1) : "") + ".";
        String likely;
        String action;
        if (message.contains("assign")) {
            likely = " That is no address of this machine.";
            action =
                    "Set " + Property.HOST.key() + " to an address of this machine, or to 0.0.0.0 for all of them, and "
                            + Property.ADVERTISE.key() + " to the one under which others reach it.";
        } else if (message.contains("ermission")) {
            likely = " Ports below 1024 are kept for privileged users.";
            action = "Set " + failure.property().key() + " to 1024 or more.";
        } else {
            likely = " Another program uses the port already: most likely another node on this machine.";
            action = "Stop the other program, or give this node another " + (node ? "pair of ports" : "port") + " with "
                    + failure.property().key() + " (0 takes any free " + (node ? "pair" : "one") + ").";
        }
        return new FailureAnalysis(
                (node ? "The node" : "Presence") + " cannot listen. " + message + "." + likely + ports,
                action,
                failure);
    }
}
