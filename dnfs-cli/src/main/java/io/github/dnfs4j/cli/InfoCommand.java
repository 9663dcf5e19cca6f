package io.github.dnfs4j.cli;

import com.sun.management.OperatingSystemMXBean;
import io.github.dnfs4j.experiment.bench.CudaCheck;
import io.github.dnfs4j.experiment.result.Versions;
import io.github.dnfs4j.experiment.terminal.Console;
import io.github.dnfs4j.torch.CudaCode;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.NcclCheck;
import io.github.dnfs4j.torch.Torch;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;

/** {@code dnfs info}: what a bug report should say about the machine. */
@Command(
        name = "info",
        description = "Shows versions, devices and the speed of this machine.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class)
final class InfoCommand extends ConsoleCommand {
    /** By these a user may hold OpenBLAS and libtorch to slower instructions than the processor has. */
    private static final List<String> HELD_BY = List.of("OPENBLAS_CORETYPE", "ATEN_CPU_CAPABILITY");

    InfoCommand(Console console) {
        super(console);
    }

    @Override
    public Integer call() {
        Versions versions = Versions.current();
        Runtime runtime = Runtime.getRuntime();
        line("dnfs4j", versions.dnfs4j());
        line("libtorch", versions.libtorch());
        line("Java", versions.java() + ", " + System.getProperty("java.vm.name"));
        line(
                "system",
                System.getProperty("os.name") + " " + System.getProperty("os.version") + ", "
                        + System.getProperty("os.arch"));
        line("processors", String.valueOf(runtime.availableProcessors()));
        line("threads", String.valueOf(Torch.threads()));
        line("memory", memory() + ", Java heap " + gibibytes(runtime.maxMemory()));
        boolean cuda = Device.cudaAvailable();
        line("CUDA", cuda ? Device.cudaDescription() : "not available");
        if (cuda) {
            line("kernels", kernels());
            line("NCCL", NcclCheck.text());
        }
        for (String name : HELD_BY) {
            String value = System.getenv(name);
            if (value != null) {
                line("held by", name + "=" + value);
            }
        }
        for (Device device : cuda ? Device.values() : new Device[] {Device.CPU}) {
            MatrixSpeed speed = MatrixSpeed.measure(device);
            line(
                    "speed, " + device.toString(),
                    String.format(
                            Locale.ROOT,
                            "matrix products %.0f GFLOP/s in fp32, %.0f in bf16",
                            speed.fp32(),
                            speed.bf16()));
        }
        return 0;
    }

    private static String kernels() {
        if (!CudaCode.problem().isEmpty()) {
            return "libtorch's only: " + CudaCode.problem();
        }
        return CudaCheck.run().text();
    }

    private static String memory() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean system
                ? gibibytes(system.getTotalMemorySize()) + ", free " + gibibytes(system.getFreeMemorySize())
                : "unknown";
    }

    private static String gibibytes(long bytes) {
        return String.format(Locale.ROOT, "%.1f GiB", bytes / (double) (1L << 30));
    }

    private void line(String name, String value) {
        console.out().printf(Locale.ROOT, "%-12s%s%n", name, value);
    }
}
