package io.github.dnfs4j.cli;

import io.github.dnfs4j.experiment.result.Versions;
import picocli.CommandLine.IVersionProvider;

/** What {@code --version} prints. */
final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
        return new String[] {"dnfs " + Versions.ofDnfs4j()};
    }
}
