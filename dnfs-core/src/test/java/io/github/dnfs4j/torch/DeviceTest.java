package io.github.dnfs4j.torch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/** Devices, precisions, constants and the texts of errors. */
class DeviceTest {
    @Test
    void devicesAreReadByName() {
        assertThat(Device.parse("cpu")).isEqualTo(Device.CPU);
        assertThat(Device.parse("CPU")).isEqualTo(Device.CPU);
        assertThat(Device.parse("auto")).isEqualTo(Device.cudaAvailable() ? Device.CUDA : Device.CPU);
        for (String name : new String[] {"gpu", "", "cuda:1"}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> Device.parse(name))
                    .withMessage("unknown device '" + name + "'; possible: cpu, cuda, auto");
        }
    }

    @Test
    void cudaWithoutACardSaysSo() {
        Assumptions.assumeFalse(Device.cudaAvailable());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Device.parse("cuda"))
                .withMessage("device cuda: no CUDA device or no CUDA build of libtorch here");
    }

    @Test
    void precisionsAreReadByTheNameTheyPrint() {
        for (Precision p : Precision.values()) {
            assertThat(Precision.parse(p.toString())).isEqualTo(p);
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Precision.parse("fp16"))
                .withMessage("unknown precision 'fp16'; possible: fp32, bf16");
    }

    @Test
    void autocastEndsWithItsRegion() {
        try (Scope scope = Scope.open()) {
            Tensor a = Tensors.full(1.0 / 3, Device.CPU, 4, 4).to(ScalarType.Float);
            try (Precision.Autocast autocast = Precision.BF16.autocast(Device.CPU)) {
                assertThat(a.matmul(a).scalar_type().intern()).isEqualTo(ScalarType.BFloat16);
                Tensor fp64 = a.to(ScalarType.Double);
                assertThat(fp64.matmul(fp64).scalar_type().intern()).isEqualTo(ScalarType.Double);
            }
            assertThat(a.matmul(a).scalar_type().intern()).isEqualTo(ScalarType.Float);
            try (Precision.Autocast autocast = Precision.FP32.autocast(Device.CPU)) {
                assertThat(a.matmul(a).scalar_type().intern()).isEqualTo(ScalarType.Float);
            }
        }
    }

    /** Weights that change between two regions must not be served from the cache of the first. */
    @Test
    void autocastForgetsTheWeightsOfTheLastRegion() {
        try (Scope scope = Scope.open()) {
            Tensor w = Tensors.full(1, Device.CPU, 2, 2).to(ScalarType.Float).set_requires_grad(true);
            Tensor x = Tensors.full(1, Device.CPU, 2, 2).to(ScalarType.Float);
            for (double value : new double[] {1, 3}) {
                Ops.withoutGradient(() -> w.fill_(Ops.scalar(value)));
                try (Precision.Autocast autocast = Precision.BF16.autocast(Device.CPU)) {
                    assertThat(Tensors.doubles(x.matmul(w))).containsOnly(2 * value);
                }
            }
        }
    }

    @Test
    void aConstantOutlivesScopesAndItsArray() {
        double[] values = {1, 2, 3, 4};
        Constant constant = Constant.of(values, 2, 2);
        values[0] = 9;
        Tensor first;
        try (Scope scope = Scope.open()) {
            first = constant.like(Tensors.range(1, Device.CPU));
        }
        try (Scope scope = Scope.open()) {
            Tensor again = constant.like(Tensors.full(0, Device.CPU, 3));
            assertThat(again).isSameAs(first);
            assertThat(Tensors.doubles(again)).containsExactly(1, 2, 3, 4);
            assertThat(Tensors.shape(again)).containsExactly(2, 2);
            assertThat(again.scalar_type().intern()).isEqualTo(ScalarType.Double);
        }
    }

    @Test
    void threadsThatMeetAtAConstantShareIt() {
        for (int round = 0; round < 20; round++) {
            Constant constant = Constant.of(new double[] {5}, 1);
            List<Callable<Tensor>> tasks = new ArrayList<>();
            for (int k = 0; k < 4; k++) {
                tasks.add(() -> {
                    try (Scope scope = Scope.open()) {
                        return constant.like(Tensors.range(1, Device.CPU));
                    }
                });
            }
            List<Tensor> seen = Workers.run(tasks);
            assertThat(seen).allSatisfy(t -> assertThat(t).isSameAs(seen.get(0)));
            assertThat(Tensors.doubles(seen.get(0))).containsExactly(5);
        }
    }

    @Test
    void errorsAreToldInOneLine() {
        assertThat(Torch.firstLine(new RuntimeException("sizes differ \nframe #0: c10")))
                .isEqualTo("sizes differ");
        assertThat(Torch.firstLine(new IllegalStateException())).isEqualTo("IllegalStateException");
        assertThat(Torch.version()).matches("\\d+\\.\\d+.*");
    }
}
