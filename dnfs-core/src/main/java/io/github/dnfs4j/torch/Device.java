package io.github.dnfs4j.torch;

import java.util.Locale;
import org.bytedeco.cuda.cudart.cudaDeviceProp;
import org.bytedeco.cuda.global.cudart;
import org.bytedeco.pytorch.DeviceOptional;
import org.bytedeco.pytorch.TensorOptions;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.DeviceType;
import org.bytedeco.pytorch.global.torch.ScalarType;

/** Where tensors live and operations run. */
public enum Device {
    CPU(DeviceType.CPU),
    CUDA(DeviceType.CUDA);

    private final DeviceType type;

    Device(DeviceType type) {
        this.type = type;
    }

    /**
     * Reads {@code cpu}, {@code cuda} or {@code auto} (CUDA where there is a card, else the CPU).
     *
     * @throws IllegalArgumentException for another name, or for {@code cuda} on a machine without one
     */
    public static Device parse(String name) {
        return switch (name.toLowerCase(Locale.ROOT)) {
            case "cpu" -> CPU;
            case "auto" -> cudaAvailable() ? CUDA : CPU;
            case "cuda" -> {
                if (!cudaAvailable()) {
                    throw new IllegalArgumentException("device cuda: no CUDA device or no CUDA build of libtorch here");
                }
                yield CUDA;
            }
            default -> throw new IllegalArgumentException("unknown device '" + name + "'; possible: cpu, cuda, auto");
        };
    }

    /** Whether libtorch sees a CUDA card. */
    public static boolean cudaAvailable() {
        Torch.init();
        return torch.cuda_is_available();
    }

    /** The first card, its memory, and what the driver and the CUDA runtime support. */
    public static String cudaDescription() {
        cudaDeviceProp card = new cudaDeviceProp();
        int[] driver = new int[1];
        int[] runtime = new int[1];
        cudart.cudaGetDeviceProperties(card, 0);
        cudart.cudaDriverGetVersion(driver);
        cudart.cudaRuntimeGetVersion(runtime);
        return String.format(
                Locale.ROOT,
                "%s, %.0f GiB, driver for CUDA %s, runtime %s",
                card.name().getString(),
                card.totalGlobalMem() / (double) (1L << 30),
                version(driver[0]),
                version(runtime[0]));
    }

    private static String version(int number) {
        return number / 1000 + "." + number % 1000 / 10;
    }

    /** As {@link #parse} reads it. */
    @Override
    public String toString() {
        return Words.of(this);
    }

    DeviceType type() {
        return type;
    }

    TensorOptions options(ScalarType dtype) {
        return new TensorOptions(dtype).device(new DeviceOptional(new org.bytedeco.pytorch.Device(type)));
    }
}
