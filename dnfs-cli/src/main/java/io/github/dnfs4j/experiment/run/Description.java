package io.github.dnfs4j.experiment.run;

import io.github.dnfs4j.experiment.terminal.Numbers;
import io.github.dnfs4j.run.Model;
import io.github.dnfs4j.settings.NetworkSettings;
import io.github.dnfs4j.settings.RunSettings;
import io.github.dnfs4j.settings.TrainSettings;
import java.nio.file.Path;
import java.util.Locale;

/** What is about to be trained, in a line. */
final class Description {
    private Description() {}

    static String of(Model model, Path folder, double progress) {
        RunSettings s = model.settings();
        NetworkSettings net = s.network();
        TrainSettings train = s.train();
        String budget = train.budget().steps() > 0
                ? Numbers.count(train.budget().steps()) + " steps"
                : String.format(Locale.ROOT, "%s min", trimmed(train.budget().minutes()));
        String resumed = progress > 0 ? String.format(Locale.ROOT, " (from %.0f %% on)", 100 * progress) : "";
        return String.format(
                Locale.ROOT,
                "training %s for %s%s: %s%s, width %d, %,d weights; %s, %s, seed %d; into %s",
                s.target().title(),
                budget,
                resumed,
                net.symmetric() ? "symmetric " : "",
                net.kind(),
                net.hidden(),
                model.flow().net().parameters().values().numel(),
                s.hardware().name().toLowerCase(Locale.ROOT),
                s.precision(),
                s.seed(),
                folder);
    }

    private static String trimmed(double value) {
        return value == Math.rint(value) ? String.valueOf((long) value) : String.valueOf(value);
    }
}
