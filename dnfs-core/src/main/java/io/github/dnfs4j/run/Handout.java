package io.github.dnfs4j.run;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.github.dnfs4j.io.durable.Durable;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Ranks;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * What a rank needs of the folder that the first rank trains in: settings, the weights to begin with, and what belongs to
 * the target. It lies in a temporary folder, because a machine may not see that of the first. With it comes the device.
 */
public record Handout(Path folder) implements AutoCloseable {
    /** Gives the others what they need; the settings are these, whatever the folder says. */
    public static void give(Ranks ranks, Path folder, Kind kind, Record settings, Device device) throws IOException {
        ranks.share(device.name().getBytes(UTF_8));
        ranks.settle(device);
        if (ranks.size() == 1) {
            return;
        }
        try (Handout copy = new Handout(Files.createTempDirectory("dnfs-rank"))) {
            RunFolder.of(folder).copyBeside(copy.folder);
            if (Files.exists(Beginning.file(folder))) {
                Files.copy(Beginning.file(folder), Beginning.file(copy.folder));
            }
            RunFolder.write(copy.folder, kind, settings);
            ranks.share(copy.bytes());
        }
    }

    private byte[] bytes() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        List<Path> files;
        try (Stream<Path> all = Files.list(folder)) {
            files = all.toList();
        }
        DataOutputStream out = new DataOutputStream(bytes);
        for (Path file : files) {
            byte[] content = Files.readAllBytes(file);
            out.writeUTF(String.valueOf(file.getFileName()));
            out.writeInt(content.length);
            out.write(content);
        }
        return bytes.toByteArray();
    }

    /** Takes what the first rank gives. */
    public static Handout take(Ranks ranks) throws IOException {
        ranks.settle(Device.valueOf(new String(ranks.share(new byte[0]), UTF_8)));
        Handout taken = new Handout(Files.createTempDirectory("dnfs-rank"));
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(ranks.share(new byte[0])));
        while (in.available() > 0) {
            Path name = Path.of(in.readUTF()).getFileName();
            Files.write(taken.folder.resolve(name), in.readNBytes(in.readInt()));
        }
        return taken;
    }

    @Override
    public void close() throws IOException {
        Durable.deleteTree(folder);
    }
}
