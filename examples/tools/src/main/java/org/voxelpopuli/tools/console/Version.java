package org.voxelpopuli.tools.console;

import picocli.CommandLine.IVersionProvider;

/** The version of VoxelPopuli that these tools belong to. */
public final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
        String version = Version.class.getPackage().getImplementationVersion();
        return new String[] {"VoxelPopuli " + (version == null ? "(not built as a jar)" : version)};
    }
}
