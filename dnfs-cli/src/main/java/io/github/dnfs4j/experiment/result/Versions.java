package io.github.dnfs4j.experiment.result;

import io.github.dnfs4j.torch.Torch;

/** Which software made a result. */
public record Versions(String dnfs4j, String libtorch, String java) {
    /** Those of this process. */
    public static Versions current() {
        return new Versions(ofDnfs4j(), Torch.version(), System.getProperty("java.version"));
    }

    /** The version in the jar's manifest; classes that were never packed have none. */
    public static String ofDnfs4j() {
        String version = Versions.class.getPackage().getImplementationVersion();
        return version == null ? "unpackaged" : version;
    }
}
