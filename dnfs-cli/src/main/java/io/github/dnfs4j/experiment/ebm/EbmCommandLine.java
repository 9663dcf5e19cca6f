package io.github.dnfs4j.experiment.ebm;

import io.github.dnfs4j.ebm.DataSettings;
import io.github.dnfs4j.ebm.EbmSettings;
import io.github.dnfs4j.experiment.terminal.Console;
import io.github.dnfs4j.settings.SettingsFile;
import java.util.List;
import java.util.Map;

/**
 * What to type for a run of {@code dnfs ebm train}: the preset that is nearest to its settings, and {@code --set} for
 * each key at which they differ from it. SET stands for the planar set and DIR for a new folder.
 */
final class EbmCommandLine {
    private static final List<String> PRESETS = List.of("quick", "gpu", "paper");

    private EbmCommandLine() {}

    static String of(EbmSettings settings) {
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
            return plane.bits() == EbmRecord.PAPER_BITS ? "SET" : "SET --bits " + plane.bits();
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
        return settings.fit().minutes() > 0;
    }

    private static String budget(EbmSettings settings) {
        return timed(settings)
                ? String.valueOf(settings.fit().minutes())
                : String.valueOf(settings.fit().steps());
    }
}
