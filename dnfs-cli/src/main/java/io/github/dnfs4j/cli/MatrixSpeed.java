package io.github.dnfs4j.cli;

import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Rng;
import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.torch.Torch;
import io.github.dnfs4j.torch.Workers;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;

/**
 * Billions of multiplications and additions a second in square matrix products, on all threads as training uses them.
 */
record MatrixSpeed(double fp32, double bf16) {
    private static final double SECONDS = 0.5;
    private static final int CPU_SIZE = 512;
    private static final int CUDA_SIZE = 4096;

    static MatrixSpeed measure(Device device) {
        return new MatrixSpeed(measure(device, ScalarType.Float), measure(device, ScalarType.BFloat16));
    }

    private static double measure(Device device, ScalarType type) {
        int threads = device == Device.CPU ? Torch.threads() : 1;
        Callable<Double> one = () -> rate(device, type);
        List<Callable<Double>> tasks =
                IntStream.range(0, threads).mapToObj(k -> one).toList();
        return Workers.run(tasks).stream().mapToDouble(r -> r).sum();
    }

    private static double rate(Device device, ScalarType type) {
        int n = device == Device.CPU ? CPU_SIZE : CUDA_SIZE;
        try (Rng rng = Rng.seeded(1, device);
                Scope scope = Scope.open()) {
            Tensor a = rng.normal(n, n).to(type);
            multiply(a);
            long start = System.nanoTime();
            long products = 0;
            double seconds = 0;
            while (seconds < SECONDS) {
                multiply(a);
                products++;
                seconds = (System.nanoTime() - start) / 1e9;
            }
            return products * 2.0 * n * n * n / seconds / 1e9;
        }
    }

    private static void multiply(Tensor a) {
        try (Scope scope = Scope.open()) {
            // Asking for a number waits until a GPU is done.
            a.matmul(a).select(0, 0).select(0, 0).item_float();
        }
    }
}
