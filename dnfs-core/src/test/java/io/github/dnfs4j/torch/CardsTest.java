package io.github.dnfs4j.torch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Who goes from card to card and who does not, with cards that are none: their tensors are those of fp32. */
@EnabledOnOs(OS.LINUX)
class CardsTest {
    private static final String KEY = "by this they meet";

    /** A group for the cards, which adds up through a group of ranks of its own and counts what it is asked for. */
    private static final class Pretended implements Cards {
        final AtomicInteger sums;
        final boolean stuck;
        final CountDownLatch left = new CountDownLatch(1);
        final int size;

        Pretended(AtomicInteger sums, boolean stuck, int size) {
            this.sums = sums;
            this.stuck = stuck;
            this.size = size;
        }

        @Override
        public boolean hold(Tensor tensor) {
            return Tensors.type(tensor) == ScalarType.Float;
        }

        /** As if every rank had the same numbers. */
        @Override
        public void sum(Tensor... tensors) {
            sums.incrementAndGet();
            if (stuck) {
                try {
                    left.await(); // as a host waits for a card that waits for another card
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
                return;
            }
            for (Tensor t : tensors) {
                t.mul_(Ops.scalar((double) size));
            }
        }

        @Override
        public void share(Tensor tensor) {
            tensor.fill_(Ops.scalar(-1.0));
        }

        @Override
        public void abandon() {
            left.countDown();
        }
    }

    /** One maker for all ranks, which sits them down in the order in which they come. */
    private static final class Room implements Cards.Maker {
        final AtomicInteger sums = new AtomicInteger();
        final List<String> keys = Collections.synchronizedList(new ArrayList<>());
        private final ThreadLocal<Seat> own = new ThreadLocal<>();
        private final boolean stuck;

        Room(boolean stuck) {
            this.stuck = stuck;
        }

        void take(Seat seat) {
            own.set(seat);
        }

        @Override
        public Seat seat(Device device) {
            return own.get();
        }

        @Override
        public byte[] key() {
            return KEY.getBytes();
        }

        @Override
        public Cards join(byte[] key, int rank, int size) {
            keys.add(new String(key));
            return new Pretended(sums, stuck, size);
        }
    }

    private static Tensor floats(float value) {
        return Tensors.of(new float[] {value}, Device.CPU, 1);
    }

    private final List<String> said = Collections.synchronizedList(new ArrayList<>());

    /** What each of some ranks finds when they have sat down where they are told to. */
    private List<String> settled(Room room, int size, IntFunction<Seat> seat) throws Exception {
        return Crew.of(size, room, said::add, ranks -> {
            room.take(seat.apply(ranks.rank()));
            try {
                ranks.settle(Device.CPU);
            } catch (IOException refused) {
                return refused.getMessage();
            }
            try (Scope scope = Scope.open()) {
                Tensor card = floats(3);
                Tensor host = Tensors.of(new double[] {ranks.rank()}, Device.CPU, 1);
                ranks.sum(card);
                ranks.sum(host);
                Tensor both = floats(1);
                ranks.sum(both, host); // not all of it lies on cards
                Tensor shared = floats(ranks.rank());
                ranks.share(shared);
                return ranks.recordable() + " " + Tensors.doubles(card)[0] + " " + Tensors.doubles(host)[0] + " "
                        + Tensors.doubles(both)[0] + " " + Tensors.doubles(shared)[0];
            }
        });
    }

    @Test
    void whatLiesOnCardsGoesFromCardToCard() throws Exception {
        Room room = new Room(false);
        assertThat(settled(room, 2, r -> new Seat("card " + r, ""))).containsOnly("true 6.0 2.0 2.0 -1.0");
        assertThat(room.sums).hasValue(2);
        assertThat(room.keys).containsExactly(KEY, KEY);
        assertThat(said).isEmpty();
    }

    @Test
    void oneRankCanTakeThatWayToo() throws Exception {
        Room room = new Room(false);
        assertThat(settled(room, 1, r -> new Seat("card", ""))).containsExactly("true 3.0 0.0 1.0 -1.0");
        assertThat(room.sums).hasValue(1);
        List<Boolean> alone = Crew.of(1, Ranks::alone);
        assertThat(alone).containsExactly(false);
        assertThat(Ranks.ALONE.alone()).isTrue();
    }

    @Test
    void withoutCardsNothingChanges() throws Exception {
        Room room = new Room(false);
        assertThat(settled(room, 2, r -> Seat.CPU)).containsOnly("false 6.0 2.0 2.0 0.0");
        assertThat(room.sums).hasValue(0);
        assertThat(said).isEmpty();
    }

    @Test
    void anObstacleOfOneSendsAllThroughTheHostWhichIsSaidOnce() throws Exception {
        Room room = new Room(false);
        assertThat(settled(room, 2, r -> new Seat("the same card", r == 1 ? "no NCCL\n(a library)" : "")))
                .containsOnly("false 6.0 2.0 2.0 0.0");
        assertThat(room.sums).hasValue(0);
        assertThat(said)
                .containsExactly("gradients go through the memory of the host, and steps are not recorded;"
                        + " rank 1: no NCCL (a library)");
    }

    @Test
    void ranksOnOneCardAreRefused() throws Exception {
        assertThat(settled(new Room(false), 3, r -> new Seat(r == 1 ? "card A" : "card B", "")))
                .containsOnly("ranks 0 and 2 have the same card, card B: each needs one of its own"
                        + " (CUDA_VISIBLE_DEVICES, srun --gpus-per-task=1)");
    }

    @Test
    void aRankWithoutACardIsRefusedWhereAnotherHasOne() throws Exception {
        assertThat(settled(new Room(false), 2, r -> r == 1 ? Seat.CPU : new Seat("card", "")))
                .containsOnly("rank 0 computes on a card, and rank 1 on none: each needs one of its own,"
                        + " or --device cpu for all");
    }

    /** Its card would wait forever, and the host for its card. */
    @Test
    void cardsThatWaitForALostRankAreAbandoned() throws Exception {
        Room room = new Room(true);
        List<String> ends = Crew.of(2, room, said::add, ranks -> {
            room.take(new Seat("card " + ranks.rank(), ""));
            ranks.settle(Device.CPU);
            if (ranks.rank() == 1) {
                ranks.fail("no memory");
                Thread.sleep(3000);
                return "failed";
            }
            try (Scope scope = Scope.open()) {
                ranks.sum(floats(1));
                ranks.check();
                return "took it for a sum";
            } catch (RankLostException e) {
                return e.getMessage();
            }
        });
        assertThat(ends).containsExactly("rank 1 failed: no memory", "failed");
    }

    @Test
    void whereNoneIsThereNoneIsMadeUp() {
        if (!Device.cudaAvailable()) {
            assertThat(Nccl.MAKER.seat(Device.CUDA))
                    .as("others then say who has none")
                    .isEqualTo(Seat.CPU);
        }
        assertThatThrownBy(() -> Seat.onCards(List.of(Seat.CPU, new Seat("card", ""))))
                .isInstanceOf(IOException.class);
    }
}
