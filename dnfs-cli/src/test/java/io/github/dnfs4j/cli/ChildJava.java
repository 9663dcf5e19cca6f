package io.github.dnfs4j.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** The command in a process of its own, with the classes of this build and the models of the repository. */
final class ChildJava {
    private ChildJava() {}

    static List<String> command() throws IOException {
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Dorg.bytedeco.javacpp.maxPhysicalBytes=0",
                "-Dorg.bytedeco.javacpp.maxBytes=0",
                "-Dorg.bytedeco.javacpp.noPointerGC=true",
                "-Djava.awt.headless=true",
                "-Ddnfs.home=" + Path.of("..").toRealPath(),
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName());
    }
}
