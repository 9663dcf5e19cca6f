package io.github.dnfs4j.experiment.watch;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.dnfs4j.flow.LogWeights;
import io.github.dnfs4j.flow.Paths;
import io.github.dnfs4j.sample.Cost;
import io.github.dnfs4j.settings.RunSettings;
import io.github.dnfs4j.settings.TargetSettings;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.torch.Tensors;
import io.github.dnfs4j.train.TrainListener;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Base64;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.junit.jupiter.api.Test;

class LiveRunTest {
    private static final HttpClient CLIENT = HttpClient.newHttpClient();
    private static final RunSettings SETTINGS = RunSettings.defaults(new TargetSettings.Ising(3, 0.1, 0));

    /** By a clock that stands still, and then goes on by a second. */
    @Test
    void tellsWhatItHeardOnceAndReadsStatesOnceASecond() throws Exception {
        AtomicLong now = new AtomicLong(7);
        try (LiveRun live = LiveRun.start(SETTINGS, 0, 0, now::get)) {
            for (int k = 1; k <= 50; k++) {
                paths(live, k);
                live.round(round(k));
                live.step(new TrainListener.Step(k, k / 100.0, 1.0 / k, 1, 0.01, 0));
            }
            JsonNode data = new ObjectMapper().readTree(ask(live, "-1").body());
            assertThat(data.path("step").asInt()).isEqualTo(50);
            assertThat(data.at("/loss/values/49").asDouble()).isEqualTo(0.02);
            assertThat(data.at("/exact/values/0").asDouble()).isEqualTo(0.5);
            // Of the first round: the others came within its second.
            assertThat(data.path("samples")).hasSize(2);
            assertThat(secondState(data)).containsExactly(1, 0, 0, 0, 0, 0, 0, 0, 1);
            assertThat(data.path("rows").asInt()).isEqualTo(3);
            assertThat(ask(live, data.path("revision").asText()).statusCode()).isEqualTo(204);

            now.addAndGet(999_999_999);
            paths(live, 52);
            assertThat(ask(live, data.path("revision").asText()).statusCode()).isEqualTo(204);
            now.addAndGet(1);
            paths(live, 54);
            data = new ObjectMapper().readTree(ask(live, "-1").body());
            assertThat(secondState(data)).containsExactly(0, 0, 0, 0, 0, 0, 0, 0, 1);
            // Half of the run took a second.
            assertThat(data.path("seconds").asDouble()).isEqualTo(1);
            assertThat(data.path("left").asDouble()).isEqualTo(1);
        }
    }

    private static byte[] secondState(JsonNode data) {
        return Base64.getDecoder().decode(data.at("/samples/1").asText());
    }

    /** The answer to a browser is held up while it is made, by the clock that it asks: training must not wait for it. */
    @Test
    void whoeverLooksTrainingGoesOn() throws Exception {
        Thread training = Thread.currentThread();
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch trained = new CountDownLatch(1);
        LongSupplier clock = () -> {
            if (Thread.currentThread() != training) {
                asked.countDown();
                await(trained);
            }
            return 0;
        };
        try (LiveRun live = LiveRun.start(SETTINGS, 0, 0, clock)) {
            CompletableFuture<HttpResponse<String>> answer = CLIENT.sendAsync(
                    HttpRequest.newBuilder(data(live, "-1")).build(), HttpResponse.BodyHandlers.ofString());
            await(asked);
            for (int k = 1; k <= 1000; k++) {
                paths(live, k);
                live.round(round(k));
                live.step(new TrainListener.Step(k, 0.5, 1, 1, 0.01, 0));
            }
            assertThat(answer).isNotDone();
            trained.countDown();
            // Of the moment at which it was asked for.
            assertThat(new ObjectMapper()
                            .readTree(answer.get(10, TimeUnit.MINUTES).body())
                            .path("step")
                            .asInt())
                    .isZero();
        }
    }

    /** A browser that is never heard, or a training that waits for it, fails here. */
    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(10, TimeUnit.MINUTES)).isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Two states, the second of which begins with the round. */
    private static void paths(LiveRun live, int round) {
        try (Scope scope = Scope.open()) {
            long[] sites = new long[18];
            sites[9] = round % 2;
            sites[17] = 1;
            Tensor none = Tensors.zeros(ScalarType.Double, Device.CPU, 2);
            live.paths(new Paths(
                    Tensors.of(sites, Device.CPU, 2, 9),
                    none,
                    none,
                    new LogWeights(none, none, none),
                    none,
                    none,
                    Cost.NONE));
        }
    }

    private static TrainListener.Round round(long step) {
        return new TrainListener.Round(step, 1, 0.9, 0.5, 3, 1, 1, 1, 0, 0, 0);
    }

    private static HttpResponse<String> ask(LiveRun live, String after) throws Exception {
        return CLIENT.send(HttpRequest.newBuilder(data(live, after)).build(), HttpResponse.BodyHandlers.ofString());
    }

    private static URI data(LiveRun live, String after) {
        return live.address().resolve("data?" + live.address().getQuery() + "&after=" + after);
    }
}
