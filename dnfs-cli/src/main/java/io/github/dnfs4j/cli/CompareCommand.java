package io.github.dnfs4j.cli;

import io.github.dnfs4j.experiment.compare.Comparison;
import io.github.dnfs4j.experiment.compare.ComparisonSettings;
import io.github.dnfs4j.experiment.compare.ComparisonTable;
import io.github.dnfs4j.experiment.result.Json;
import io.github.dnfs4j.experiment.result.Models;
import io.github.dnfs4j.experiment.result.RunFolders;
import io.github.dnfs4j.experiment.terminal.Console;
import io.github.dnfs4j.experiment.terminal.Waiting;
import io.github.dnfs4j.run.Model;
import io.github.dnfs4j.settings.TargetSettings;
import io.github.dnfs4j.torch.Device;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code dnfs compare}. */
@Command(
        name = "compare",
        description = "Runs several samplers on one target and holds them against the truth.",
        footer = {
            "",
            "Samplers: dnfs:DIR and dnfs+KERNEL:DIR (a trained flow, a run folder or one of dnfs models, refined by a",
            "kernel), the kernels gibbs,",
            "random-gibbs, block-gibbs, gwg, dmala, dula, wolff, sw (chains from uniform starts), ais, smc, pa, pt,",
            "sa (over gibbs, or as ais:KERNEL), gfn (trained here) or gfn:DIR, oracle (fresh samples of the truth), and",
            "without samples bp (loopy belief propagation) and mf (mean field), of factor graphs and pairs. A name of",
            "yours goes before: wide=dnfs:DIR."
        })
final class CompareCommand extends ConsoleCommand {
    @Option(
            names = "--target",
            paramLabel = "TARGET",
            description = "KIND:KEY=VALUE,.. such as ising:side=10,sigma=0.1; ebm:DIR, a learned energy; or a file, as"
                    + " train has it (default: the target of the first dnfs:DIR).")
    @Nullable
    String target;

    @Option(names = "--samplers", split = ",", paramLabel = "NAME", description = "See below.", required = true)
    @SuppressWarnings("NullAway.Init")
    List<String> samplers;

    @Option(names = "--samples", paramLabel = "N", description = "Of each sampler (default: ${DEFAULT-VALUE}).")
    int samples = 5000;

    @Option(
            names = "--time-steps",
            paramLabel = "N",
            description = "Steps of chains, annealings and flows by steps (default: ${DEFAULT-VALUE}).")
    int timeSteps = 64;

    @Option(names = "--cells", paramLabel = "K", description = "Of trained flows by jumps (default: each model's).")
    @Nullable
    Integer cells;

    @Option(
            names = "--gfn-minutes",
            paramLabel = "M",
            description = "How long to train the sampler gfn (default: ${DEFAULT-VALUE}).")
    double gfnMinutes = 2;

    @Mixin
    DeviceOptions on = new DeviceOptions();

    @Option(names = "--out", paramLabel = "DIR", description = "A new folder (default: runs/compare-TIME).")
    @Nullable
    Path out;

    @Mixin
    JsonOption json = new JsonOption();

    @Spec
    @SuppressWarnings("NullAway.Init")
    CommandSpec spec;

    CompareCommand(Console console) {
        super(console);
    }

    @Override
    public Integer call() throws IOException {
        Checks.positive("--samples", samples);
        Checks.positive("--time-steps", timeSteps);
        if (cells != null) {
            Checks.cells(cells);
        }
        Checks.positive("--gfn-minutes", gfnMinutes);
        Comparison.check(samplers);
        Device hardware = on.hardware();
        TargetSettings settings = target();
        Checks.fitsMemory("--samples", samples, settings.sites());
        if (out != null) {
            Checks.newFolder(out, "name another folder");
        }
        ComparisonSettings how = new ComparisonSettings(samples, timeSteps, cells, gfnMinutes, null, on.seed);
        Comparison comparison = run(settings, how, hardware);
        Path folder = out != null ? out : RunFolders.fresh("compare");
        write(folder, comparison);
        return 0;
    }

    /** Says what is done, and that it goes on. */
    private Comparison run(TargetSettings settings, ComparisonSettings how, Device hardware) throws IOException {
        AtomicInteger done = new AtomicInteger();
        try (Waiting sign =
                Waiting.on(console, () -> "comparing: " + done.get() + " of " + samplers.size() + " samplers done")) {
            return Comparison.run(settings, samplers, how, hardware, line -> {
                done.incrementAndGet();
                if (!json.wanted) {
                    sign.say(line);
                }
            });
        }
    }

    private TargetSettings target() throws IOException {
        if (target != null) {
            return TrainTargetOptions.named(target, "", null);
        }
        for (String name : samplers) {
            String flow = name.replaceFirst("^[^=:/]+=", "");
            if (flow.startsWith("dnfs") && flow.contains(":")) {
                return Model.settings(Models.find(flow.substring(flow.indexOf(':') + 1)))
                        .target();
            }
        }
        throw new IllegalArgumentException("name a target with --target, or a trained flow as dnfs:DIR");
    }

    private void write(Path folder, Comparison comparison) throws IOException {
        Files.createDirectories(folder);
        ComparisonTable.Content content = ComparisonTable.content(comparison);
        Json.write(folder.resolve("compare.json"), content);
        Path png = folder.resolve("energies.png");
        console.drawn(() -> comparison.figure(png));
        String typed = Console.typed(spec.root().commandLine().getParseResult().originalArgs());
        Path page = ComparisonTable.page(folder, comparison, png, typed);
        json.print(console, content, () -> {
            console.out().print(ComparisonTable.text(comparison));
            console.out().println(ComparisonTable.truth(comparison) + "; report: " + page);
        });
        comparison.warnings().forEach(line -> console.say("dnfs: " + line));
    }
}
