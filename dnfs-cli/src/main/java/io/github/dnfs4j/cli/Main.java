package io.github.dnfs4j.cli;

/** The {@code dnfs} command. */
public final class Main {
    private Main() {}

    /** Prints the version. */
    public static void main(String[] args) {
        String version = Main.class.getPackage().getImplementationVersion();
        System.out.println("dnfs " + (version == null ? "(unpackaged)" : version));
    }
}
