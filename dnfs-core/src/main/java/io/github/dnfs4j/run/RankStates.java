package io.github.dnfs4j.run;

import io.github.dnfs4j.io.format.Channels;
import io.github.dnfs4j.io.format.ParameterFiles;
import io.github.dnfs4j.io.format.Safetensors;
import io.github.dnfs4j.torch.Ranks;
import io.github.dnfs4j.torch.Scope;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/**
 * What a checkpoint holds of the ranks beside the first, which writes and reads it for all, so that no other needs the
 * folder:
 *
 * <pre>{@code
 * state-R.safetensors   all that state.safetensors has, of rank R
 * progress-R.json       its step, seconds and generator
 * }</pre>
 */
final class RankStates {
    private RankStates() {}

    private static String state(int rank) {
        return "state-" + rank + ".safetensors";
    }

    private static String progress(int rank) {
        return "progress-" + rank + ".json";
    }

    /** The names of the files. */
    static List<String> files(Ranks ranks) {
        List<String> names = new ArrayList<>();
        for (int r = 1; r < ranks.size(); r++) {
            names.addAll(List.of(state(r), progress(r)));
        }
        return names;
    }

    private static void move(Map<String, Tensor> tensors, Ranks ranks, int from, int to) {
        new TreeMap<>(tensors)
                .values().stream().filter(tensor -> tensor.numel() > 0).forEach(tensor -> ranks.move(tensor, from, to));
    }

    /** Sends the state of this rank to the first. */
    static void send(Ranks ranks, Map<String, Tensor> tensors, byte[] progress) {
        move(tensors, ranks, ranks.rank(), 0);
        ranks.move(progress, ranks.rank(), 0);
    }

    /** Writes what the others send, whose tensors are like these. */
    static void receive(Ranks ranks, Map<String, Tensor> like, Path folder) throws IOException {
        for (int r = 1; r < ranks.size(); r++) {
            try (Scope scope = Scope.open()) {
                Map<String, Tensor> theirs = room(like);
                move(theirs, ranks, r, 0);
                Safetensors.write(folder.resolve(state(r)), ParameterFiles.arrays(theirs), Checkpoint.META);
            }
            Files.write(folder.resolve(progress(r)), ranks.move(new byte[0], r, 0));
        }
    }

    private static Map<String, Tensor> room(Map<String, Tensor> like) {
        Map<String, Tensor> room = new TreeMap<>();
        like.forEach((name, tensor) -> room.put(name, torch.zeros_like(tensor)));
        return room;
    }

    /** Gives the others what a checkpoint has of them, or tells them that there is none. */
    static void give(Ranks ranks, Map<String, Tensor> like, Optional<Path> checkpoint) throws IOException {
        if (ranks.largest(checkpoint.isPresent() ? 1 : 0) == 0 || checkpoint.isEmpty()) {
            return;
        }
        for (int r = 1; r < ranks.size(); r++) {
            Path file = checkpoint.get().resolve(state(r));
            try (Scope scope = Scope.open()) {
                Map<String, Tensor> theirs = room(like);
                ParameterFiles.fill(file, Safetensors.read(file).tensors(), theirs);
                move(theirs, ranks, 0, r);
            }
            ranks.move(Channels.bytes(checkpoint.get().resolve(progress(r))), 0, r);
        }
    }

    /** Fills the tensors of this rank with what the first has of them, and returns the rest; empty where there is none. */
    static Optional<byte[]> take(Ranks ranks, Map<String, Tensor> tensors) {
        if (ranks.largest(0) == 0) {
            return Optional.empty();
        }
        move(tensors, ranks, 0, ranks.rank());
        return Optional.of(ranks.move(new byte[0], 0, ranks.rank()));
    }
}
