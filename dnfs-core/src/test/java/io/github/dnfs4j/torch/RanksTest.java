package io.github.dnfs4j.torch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.bytedeco.pytorch.Tensor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@EnabledOnOs(OS.LINUX)
class RanksTest {
    /** Numbers whose sum depends on the order: had each rank an order of its own, bits would differ. */
    @Test
    void sumsHaveTheSameBitsEverywhere() throws Exception {
        int n = 1001;
        List<float[]> sums = Crew.of(3, ranks -> {
            try (Scope scope = Scope.open();
                    Rng rng = Rng.seeded(ranks.rank(), Device.CPU)) {
                Tensor t = rng.normal(n);
                ranks.sum(t);
                return Tensors.floats(t);
            }
        });
        assertThat(sums.get(1)).containsExactly(sums.get(0));
        assertThat(sums.get(2)).containsExactly(sums.get(0));
        try (Scope scope = Scope.open()) {
            double[] expected = new double[n];
            for (int r = 0; r < 3; r++) {
                try (Rng rng = Rng.seeded(r, Device.CPU)) {
                    float[] part = Tensors.floats(rng.normal(n));
                    for (int k = 0; k < n; k++) {
                        expected[k] += part[k];
                    }
                }
            }
            for (int k = 0; k < n; k++) {
                assertThat((double) sums.get(0)[k]).isCloseTo(expected[k], within(1e-5));
            }
        }
    }

    @Test
    void everyWordReachesWhomItIsFor() throws Exception {
        List<String> told = Crew.of(3, ranks -> {
            try (Scope scope = Scope.open()) {
                int me = ranks.rank();
                Tensor mean = Tensors.full(me, Device.CPU, 2);
                ranks.mean(mean);
                Tensor shared = Tensors.full(7 + me, Device.CPU, 2);
                ranks.share(shared);
                // A column is no dense piece of memory.
                Tensor moved = Tensors.full(me, Device.CPU, 3, 2).select(1, 0);
                ranks.move(moved, 2, 1);
                Tensor all = ranks.all(Tensors.of(new long[] {me, -me}, Device.CPU, 2));
                byte[] bytes = ranks.move(("of " + me).getBytes(), 1, 2);
                byte[] spread = ranks.share(me == 0 ? "zero".getBytes() : new byte[0]);
                return List.of(
                                Tensors.doubles(mean)[1],
                                Tensors.doubles(shared)[0],
                                Tensors.doubles(moved)[2],
                                List.of(
                                        all.size(0),
                                        all.select(0, 2).select(0, 1).item_long()),
                                new String(bytes),
                                new String(spread),
                                ranks.sum(me, 1)[0],
                                ranks.largest(me == 1 ? 130 : 0))
                        .toString();
            }
        });
        String common = "zero, 3.0, 130]";
        assertThat(told)
                .containsExactly(
                        "[1.0, 7.0, 0.0, [3, -2], of 0, " + common,
                        "[1.0, 7.0, 2.0, [3, -2], of 1, " + common,
                        "[1.0, 7.0, 2.0, [3, -2], of 1, " + common);
    }

    @Test
    void noTwoRanksDrawTheSame() throws Exception {
        List<Double> drawn = Crew.of(3, ranks -> {
            try (Rng rng = ranks.own(Rng.seeded(4, Device.CPU))) {
                return rng.uniform();
            }
        });
        assertThat(drawn).doesNotHaveDuplicates();
        try (Rng rng = Rng.seeded(4, Device.CPU)) {
            assertThat(drawn.get(0)).as("rank 0 goes on as one process does").isEqualTo(rng.uniform());
        }
    }

    private static Throwable refusal(Meeting zero, Meeting one) throws Exception {
        Gloo.Host host = new Gloo.Host(zero);
        Meeting there =
                new Meeting(one.host(), host.port(), one.rank(), one.size(), one.identity(), one.patience(), true);
        CompletableFuture<Throwable> other = CompletableFuture.supplyAsync(() -> {
            try {
                Gloo.join(there, line -> {}, why -> {});
                return new AssertionError("it was let in");
            } catch (IOException e) {
                return e;
            }
        });
        assertThatThrownBy(() -> host.join(Optional::empty, line -> {}, why -> {}))
                .isInstanceOf(IOException.class);
        return other.get();
    }

    @Test
    void whoDoesNotFitIsRefusedAtTheDoor() throws Exception {
        assertThat(refusal(Crew.meeting(0, 0, 2, "v1"), Crew.meeting(0, 1, 3, "v1")))
                .hasMessage("rank 1 was started as one of 3 processes, rank 0 as one of 2");
        assertThat(refusal(Crew.meeting(0, 0, 2, "v1"), Crew.meeting(0, 1, 2, "v2")))
                .hasMessage("rank 1 is v2, rank 0 is v1");
    }

    @Test
    void aPortInUseIsNamed() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertThatThrownBy(() -> new Gloo.Host(Crew.meeting(taken.getLocalPort(), 0, 2, "v")))
                    .isInstanceOf(IOException.class)
                    .hasMessage("rank 0 cannot listen at 127.0.0.1, port " + taken.getLocalPort()
                            + " (MASTER_ADDR, MASTER_PORT): address already in use");
        }
    }

    @Test
    void whoWaitsInVainSaysForWhom() throws Exception {
        Meeting short0 = new Meeting("127.0.0.1", 0, 0, 2, "v", Duration.ofMillis(300), true);
        Gloo.Host host = new Gloo.Host(short0);
        assertThatThrownBy(() -> host.join(Optional::empty, line -> {}, why -> {}))
                .hasMessage("rank 1 of 2 did not come within 0 s");
        Gloo.Host next = new Gloo.Host(Crew.meeting(0, 0, 2, "v"));
        assertThatThrownBy(() -> next.join(() -> Optional.of("rank 1 has ended"), line -> {}, why -> {}))
                .hasMessage("rank 1 has ended");
        Meeting nobody = new Meeting("127.0.0.1", 1, 1, 2, "v", Duration.ofMillis(300), true);
        assertThatThrownBy(() -> Gloo.join(nobody, line -> {}, why -> {}))
                .hasMessageStartingWith("no rank 0 was found at 127.0.0.1");
    }

    /** Not at every address of the machine, as the store of c10d would by itself. */
    @Test
    void theStoreListensAtTheGivenAddressOnly() throws Exception {
        Gloo.Host host = new Gloo.Host(Crew.meeting(0, 0, 2, "v"));
        String end = String.format(Locale.ROOT, ":%04X", host.port());
        try (Stream<String> lines = Stream.of("tcp", "tcp6").flatMap(RanksTest::table)) {
            assertThat(lines.map(line -> line.strip().split("\\s+"))
                            .filter(words -> words[1].endsWith(end) && words[3].equals("0A"))
                            .map(words -> words[1].replace(end, "")))
                    .containsExactly("0000000000000000FFFF00000100007F");
        }
    }

    private static Stream<String> table(String name) {
        try {
            return Files.readAllLines(Path.of("/proc/self/net", name)).stream();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /** A rank that gives up says why; the others hear it in place of waiting for it. */
    @Test
    void aFailureIsToldToAll() throws Exception {
        List<String> ends = Crew.of(3, ranks -> {
            if (ranks.rank() == 1) {
                ranks.fail("no memory");
                Thread.sleep(3000);
                return "failed";
            }
            try (Scope scope = Scope.open()) {
                ranks.sum(Tensors.full(1, Device.CPU, 5));
                return "went on";
            } catch (RankLostException e) {
                return e.getMessage();
            }
        });
        assertThat(ends).containsExactly("rank 1 failed: no memory", "failed", "rank 1 failed: no memory");
    }
}
