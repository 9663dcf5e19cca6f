package io.github.dnfs4j.torch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class WorkersTest {
    private final int threads = Torch.threads();

    @AfterEach
    void restoreThreads() {
        Torch.threads(threads);
    }

    @Test
    void resultsComeInTheOrderOfTheTasks() {
        List<Callable<Integer>> tasks = new ArrayList<>();
        for (int k = 0; k < 6; k++) {
            int number = k;
            tasks.add(() -> {
                Thread.sleep(5L * (6 - number));
                return number;
            });
        }
        assertThat(Workers.run(tasks)).containsExactly(0, 1, 2, 3, 4, 5);
        assertThat(Workers.run(List.of(() -> 7))).containsExactly(7);
    }

    @Test
    void theFirstTaskRunsOnTheCallingThread() {
        List<Thread> ran = Workers.run(List.of(Thread::currentThread, Thread::currentThread));
        assertThat(ran.get(0)).isSameAs(Thread.currentThread());
        assertThat(ran.get(1)).isNotSameAs(Thread.currentThread());
        assertThat(ran.get(1).isDaemon()).isTrue();
    }

    /** Whoever fails, the others have ended by the time the caller hears of it. */
    @Test
    void allTasksHaveEndedWhenAFailureArrives() {
        for (int failing = 0; failing < 4; failing++) {
            AtomicInteger ended = new AtomicInteger();
            List<Callable<Integer>> tasks = new ArrayList<>();
            for (int k = 0; k < 4; k++) {
                int number = k;
                int bad = failing;
                tasks.add(() -> {
                    if (number == bad) {
                        throw new IllegalArgumentException("task " + number);
                    }
                    Thread.sleep(50);
                    return ended.incrementAndGet();
                });
            }
            assertThatThrownBy(() -> Workers.run(tasks))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("task " + failing);
            assertThat(ended).hasValue(3);
        }
    }

    @Test
    void theFirstFailureInOrderIsTheOneThrown() {
        assertThatThrownBy(() -> Workers.run(List.of(() -> 0, failing(new IOException("disk")), failing(new Error()))))
                .isInstanceOf(IllegalStateException.class)
                .hasRootCauseInstanceOf(IOException.class)
                .hasRootCauseMessage("disk");
        assertThatThrownBy(() -> Workers.run(List.of(failing(new IOException("disk")), failing(new Error()))))
                .hasRootCauseMessage("disk");
        Error error = new StackOverflowError("deep");
        assertThatThrownBy(() -> Workers.run(List.of(() -> 0, failing(error)))).isSameAs(error);
    }

    private static Callable<Integer> failing(Throwable failure) {
        return () -> {
            if (failure instanceof Exception e) {
                throw e;
            }
            throw (Error) failure;
        };
    }

    @Test
    void anInterruptDoesNotLeaveTasksBehind() {
        AtomicInteger ended = new AtomicInteger();
        Callable<Integer> slow = () -> {
            Thread.sleep(50);
            return ended.incrementAndGet();
        };
        Thread.currentThread().interrupt();
        List<Integer> results = Workers.run(List.of(() -> 0, slow, slow));
        assertThat(Thread.interrupted()).isTrue();
        assertThat(results).hasSize(3);
        assertThat(ended).hasValue(2);
    }

    @Test
    void partsCoverEveryRowOnce() {
        for (int count : new int[] {1, 2, 3, 7}) {
            Torch.threads(count);
            for (long n : new long[] {0, 1, 7, 8, 15, 16, 17, 100, 101}) {
                for (long smallest : new long[] {1, 8, 16}) {
                    long next = 0;
                    List<Workers.Part> parts = Workers.split(n, smallest, Device.CPU);
                    for (int k = 0; k < parts.size(); k++) {
                        assertThat(parts.get(k).index()).isEqualTo(k);
                        assertThat(parts.get(k).from()).isEqualTo(next);
                        if (parts.size() > 1) {
                            assertThat(parts.get(k).count()).isGreaterThanOrEqualTo(smallest);
                        }
                        next += parts.get(k).count();
                    }
                    assertThat(next).isEqualTo(n);
                    assertThat(parts).hasSizeBetween(1, count);
                    if (n >= count * smallest) {
                        assertThat(parts).hasSize(count);
                    }
                    long fewest =
                            parts.stream().mapToLong(Workers.Part::count).min().orElseThrow();
                    assertThat(parts).allMatch(p -> p.count() <= fewest + 1);
                }
            }
        }
    }

    @Test
    void aGraphicsCardTakesTheBatchWhole() {
        Torch.threads(4);
        assertThat(Workers.split(1000, 8, Device.CUDA)).containsExactly(new Workers.Part(0, 0, 1000));
    }

    @Test
    void threadsAreAtLeastOne() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Torch.threads(0))
                .withMessage("threads must be at least 1, not 0");
    }
}
