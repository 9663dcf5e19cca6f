package io.github.dnfs4j.experiment.ebm;

import com.fasterxml.jackson.core.type.TypeReference;
import io.github.dnfs4j.ebm.DataSettings;
import io.github.dnfs4j.ebm.EbmEvaluation;
import io.github.dnfs4j.ebm.EbmModel;
import io.github.dnfs4j.ebm.EbmSettings;
import io.github.dnfs4j.ebm.Method;
import io.github.dnfs4j.ebm.Planar;
import io.github.dnfs4j.experiment.plan.Catalogue;
import io.github.dnfs4j.experiment.plan.EbmPlan;
import io.github.dnfs4j.experiment.result.EbmQuantity;
import io.github.dnfs4j.experiment.result.Json;
import io.github.dnfs4j.experiment.result.RunResult;
import io.github.dnfs4j.experiment.result.TableFile;
import io.github.dnfs4j.experiment.terminal.Console;
import io.github.dnfs4j.experiment.terminal.Numbers;
import io.github.dnfs4j.io.FormatException;
import io.github.dnfs4j.metric.Estimate;
import io.github.dnfs4j.settings.SettingsFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finished runs of {@code dnfs ebm train} as a table for {@code docs/results/}, the paper's numbers beside them. Of a
 * run its {@code config.yaml} and {@code result.json} are enough.
 */
public final class EbmRecord {
    private static final int DECIMALS = 3;
    private static final String PAPER = "table-toy2d";
    /** Of a coordinate; also the default of {@code --bits}. */
    static final int PAPER_BITS = 16;

    private static final List<String> HEADER = List.of(
            "set",
            "method",
            "NLL",
            "Z",
            "the paper's",
            "entropy",
            "excess",
            "MMD, sampler",
            "the paper's",
            "MMD, energy",
            "ESS",
            "updates",
            "seconds",
            "device");
    private static final String CAPTION =
            "NLL in nats and how its Z was found; entropy of the data in the same code, and"
                    + " what that NLL has above it; MMD in 1e-4 of the sampler's and of the energy's samples; ESS of exact"
                    + " weights. The paper is arXiv:2505.17741, its Table 3; it has no eb-dnfs-mh, beside which its EB-GFN stands; it fitted its code to points of"
                    + " its own, so that its NLL may be off by several hundredths either way";

    private static final List<String> PRESETS = List.of("quick", "gpu", "paper");

    private EbmRecord() {}

    /** The table, as {@code docs/results/record.md} shows it. */
    public static TableFile of(List<Path> runs) throws IOException {
        Set<String> commands = new LinkedHashSet<>();
        Set<String> methods = new LinkedHashSet<>();
        List<List<String>> rows = new ArrayList<>();
        for (Path run : runs) {
            EbmSettings settings = EbmModel.settings(run);
            if (settings.data() instanceof DataSettings.Lattice) {
                throw new FormatException(run, "a matrix by dnfs ebm learn-ising; this table is of dnfs ebm train");
            }
            if (!RunResult.exists(run)) {
                throw new FormatException(run, "it has no result.json: it was not trained and judged to its end");
            }
            commands.add(command(settings));
            methods.add(settings.method().toString());
            rows.add(row(settings, Json.read(RunResult.file(run), new TypeReference<EbmResult<EbmEvaluation>>() {})));
        }
        return new TableFile(
                "Energies learnt from data by " + String.join(" and ", methods),
                String.join("`, `", commands),
                CAPTION,
                null,
                null,
                HEADER,
                rows,
                null);
    }

    private static List<String> row(EbmSettings settings, EbmResult<EbmEvaluation> result) throws IOException {
        EbmEvaluation e = result.evaluation();
        String set = set(settings);
        // The excess is that of the exact Z where there is one, and so must be the NLL beside it.
        Estimate nll = Objects.requireNonNullElse(e.nllExact(), e.nllImportance());
        @Nullable Estimate entropy = e.entropy();
        @Nullable Estimate excess = e.excess();
        if (entropy == null && settings.data() instanceof DataSettings.Plane plane) {
            // Judged before entropies were: that of the law itself, and no states held out in common.
            entropy = Estimate.of(
                    Planar.parse(plane.set()).density().entropy() + 2 * Math.log(plane.scale()), Double.NaN);
            excess = Estimate.of(nll.value() - entropy.value(), nll.standardError());
        }
        return List.of(
                set,
                method(settings),
                EbmQuantity.NLL_EXACT.text(nll, DECIMALS),
                e.nllExact() == null ? "by uniform states" : "enumerated",
                paper(settings, EbmQuantity.NLL_IMPORTANCE, set),
                entropy == null ? Numbers.NONE : Numbers.fixed(entropy.value(), Double.NaN, DECIMALS),
                EbmQuantity.EXCESS.text(excess, DECIMALS),
                EbmQuantity.MMD_SAMPLER.text(e.mmdSampler(), DECIMALS),
                paper(settings, EbmQuantity.MMD, set),
                EbmQuantity.MMD_ENERGY.text(e.mmdEnergy(), DECIMALS),
                e.ess() == null ? Numbers.NONE : Numbers.fixed(e.ess(), Double.NaN, DECIMALS),
                Numbers.count(result.steps()),
                String.format(Locale.ROOT, "%.0f", result.seconds()),
                result.device());
    }

    /** With the Markov moves of its negatives, which the paper's methods do not make. */
    private static String method(EbmSettings settings) {
        Method m = settings.method();
        int moves = m == Method.EB_DNFS || m == Method.EB_DNFS_MH
                ? settings.sampler().moves()
                : 0;
        return moves == 0 ? m.toString() : m + " with Markov moves: " + moves;
    }

    private static String set(EbmSettings settings) {
        return settings.data() instanceof DataSettings.Plane plane && plane.bits() == PAPER_BITS
                ? plane.set()
                : settings.data().title();
    }

    private static String paper(EbmSettings settings, EbmQuantity quantity, String set) throws IOException {
        EbmPlan plan = Objects.requireNonNull(Catalogue.find(PAPER).ebm());
        Map<String, Map<String, Double>> rows = plan.paper(quantity);
        Method as = settings.method() == Method.EB_DNFS_MH ? Method.EB_GFN : settings.method();
        Double value = rows.getOrDefault(as.toString(), Map.of()).get(set);
        return value == null ? Numbers.NONE : Numbers.fixed(value, Double.NaN, DECIMALS);
    }

    /**
     * What to type for a run: the preset that is nearest to its settings, and {@code --set} for each key at which they
     * differ from it. SET stands for the planar set and DIR for a new folder.
     */
    static String command(EbmSettings settings) {
        String preset = "";
        Map<String, String> changes = Map.of();
        for (String name : PRESETS) {
            Map<String, String> candidate = changes(settings, name);
            if (preset.isEmpty() || candidate.size() < changes.size()) {
                preset = name;
                changes = candidate;
            }
        }
        StringBuilder text = new StringBuilder("dnfs ebm train --data ").append(data(settings.data()));
        text.append(" --method ").append(settings.method()).append(" --preset ").append(preset);
        text.append(timed(settings) ? " --minutes " : " --steps ").append(budget(settings));
        changes.forEach((key, value) -> text.append(" --set ").append(Console.word(key + "=" + value)));
        text.append(" --seed ").append(settings.seed()).append(" --device ").append(settings.device());
        return text.append(" --out DIR").toString();
    }

    private static String data(DataSettings data) {
        if (data instanceof DataSettings.Plane plane) {
            return plane.bits() == PAPER_BITS ? "SET" : "SET --bits " + plane.bits();
        }
        if (data instanceof DataSettings.Table table) {
            return Console.word(table.file()) + " --held-out " + table.heldOut();
        }
        throw new IllegalArgumentException("not learnt by dnfs ebm train: " + data.title());
    }

    /** The keys at which a run differs from a preset with the options that every command line here has. */
    private static Map<String, String> changes(EbmSettings settings, String preset) {
        DataSettings data = settings.data() instanceof DataSettings.Plane plane
                ? DataSettings.parse(plane.set(), plane.bits(), 0)
                : settings.data();
        EbmSettings below = EbmSettings.preset(preset, data, settings.method());
        EbmSettings typed = SettingsFile.of(below)
                .set("fit.minutes", timed(settings) ? budget(settings) : "0")
                .set("fit.steps", timed(settings) ? "0" : budget(settings))
                .set("seed", String.valueOf(settings.seed()))
                .set("device", settings.device())
                .settings();
        return SettingsFile.changes(settings, typed);
    }

    private static boolean timed(EbmSettings settings) {
        return settings.fit().budget().minutes() > 0;
    }

    private static String budget(EbmSettings settings) {
        return timed(settings)
                ? String.valueOf(settings.fit().budget().minutes())
                : String.valueOf(settings.fit().budget().steps());
    }
}
