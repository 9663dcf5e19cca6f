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
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.junit.jupiter.api.Test;

class LiveRunTest {
    private static final HttpClient CLIENT = HttpClient.newHttpClient();
    private static final RunSettings SETTINGS = RunSettings.defaults(new TargetSettings.Ising(3, 0.1, 0));

    @Test
    void tellsWhatItHeardOnceAndReadsStatesOnceASecond() throws Exception {
        try (LiveRun live = LiveRun.start(SETTINGS, 0, 0)) {
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
            assertThat(Base64.getDecoder().decode(data.at("/samples/1").asText()))
                    .containsExactly(1, 0, 0, 0, 0, 0, 0, 0, 1);
            assertThat(data.path("rows").asInt()).isEqualTo(3);
            assertThat(ask(live, data.path("revision").asText()).statusCode()).isEqualTo(204);
        }
    }

    /** Four browsers ask without a pause while numbers come in; a step of training takes milliseconds. */
    @Test
    void whoeverLooksTrainingGoesOn() throws Exception {
        try (LiveRun live = LiveRun.start(SETTINGS, 0, 0)) {
            List<Thread> browsers = new ArrayList<>();
            for (int k = 0; k < 4; k++) {
                Thread browser = new Thread(() -> {
                    while (!Thread.currentThread().isInterrupted()) {
                        try {
                            ask(live, "-1");
                        } catch (Exception ended) {
                            return;
                        }
                    }
                });
                browser.setDaemon(true);
                browser.start();
                browsers.add(browser);
            }
            int steps = 20_000;
            long start = System.nanoTime();
            for (int k = 1; k <= steps; k++) {
                live.step(new TrainListener.Step(k, 0.5, 1, 1, 0.01, 0));
            }
            double micros = (System.nanoTime() - start) / 1e3 / steps;
            browsers.forEach(Thread::interrupt);
            assertThat(micros).as("microseconds a step").isLessThan(100);
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
        URI data = live.address().resolve("data?after=" + after);
        return HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(data).build(), HttpResponse.BodyHandlers.ofString());
    }
}
