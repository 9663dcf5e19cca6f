package io.github.dnfs4j.ebm;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.dnfs4j.io.FormatException;
import io.github.dnfs4j.io.durable.Snapshots;
import io.github.dnfs4j.io.format.EnergyNets;
import io.github.dnfs4j.io.format.ParameterFiles;
import io.github.dnfs4j.io.format.ParseReason;
import io.github.dnfs4j.io.format.Safetensors;
import io.github.dnfs4j.settings.SamplingSettings;
import io.github.dnfs4j.settings.SavedSettings;
import io.github.dnfs4j.settings.SettingsFile;
import io.github.dnfs4j.settings.TrainSettings;
import io.github.dnfs4j.torch.Parameters;
import io.github.dnfs4j.torch.Scope;
import io.github.dnfs4j.train.Trainer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * A run folder of an energy-based model:
 *
 * <pre>{@code
 * config.yaml                            settings
 * checkpoint/N/energy.safetensors        averaged weights of the energy, its shape, the code of its data
 * checkpoint/N/sampler.safetensors       averaged weights of the flow, where there is one
 * checkpoint/N/state.safetensors         what resuming needs besides
 * checkpoint/N/progress.json
 * }</pre>
 */
final class EbmFolder {
    private static final String CONFIG = "config.yaml";
    private static final String SAMPLER = "sampler.safetensors";
    private static final String STATE = "state.safetensors";
    private static final String PROGRESS = "progress.json";
    private static final ObjectMapper JSON = new ObjectMapper();

    private EbmFolder() {}

    private record Header(String settings, EbmProgress progress) {}

    static Snapshots snapshots(Path folder) {
        return new Snapshots(folder.resolve("checkpoint"));
    }

    static Path newest(Path folder) throws IOException {
        return snapshots(folder).latest().orElseThrow(() -> new FormatException(folder, "it has no checkpoint yet"));
    }

    static EbmSettings settings(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            throw new NoSuchFileException(folder.toString(), null, "no such run folder");
        }
        if (!Files.isRegularFile(folder.resolve(CONFIG))) {
            throw new FormatException(folder, "not a run folder: it has no " + CONFIG);
        }
        if (!new String(Files.readAllBytes(folder.resolve(CONFIG)), StandardCharsets.UTF_8).contains("data:")) {
            throw new FormatException(folder, "not a run of dnfs ebm train: its " + CONFIG + " names no data");
        }
        Map<String, ?> older =
                Map.of("sampler.train", TrainSettings.DEFAULT, "sampler.sampling", SamplingSettings.DEFAULT);
        return SettingsFile.read(EbmSettings.class, folder.resolve(CONFIG), older);
    }

    static void writeSettings(Path folder, EbmSettings settings) throws IOException {
        SettingsFile.of(settings).write(folder.resolve(CONFIG));
    }

    /** Writes a checkpoint, unless there is one of this step already. */
    static void save(Path folder, EbmSettings settings, EbmTrainer trainer) throws IOException {
        var newest = snapshots(folder).latest();
        if (newest.isPresent() && Snapshots.numberOf(newest.get()) >= trainer.steps()) {
            return;
        }
        snapshots(folder).save(trainer.steps(), into -> {
            EnergyNets.write(into.resolve(EnergyNets.FILE), trainer.net(), trainer.averagedWeights(), about(settings));
            if (trainer.contrast() instanceof FlowContrast flow) {
                Trainer sampler = flow.trainer();
                Parameters layout = sampler.flow().net().parameters();
                Safetensors.write(
                        into.resolve(SAMPLER),
                        ParameterFiles.arrays(layout, sampler.averagedWeights()),
                        Map.of("format", "flow-1"));
            }
            try (Scope scope = Scope.open()) {
                Safetensors.write(into.resolve(STATE), ParameterFiles.arrays(trainer.tensors()), Map.of());
            }
            String yaml = SettingsFile.of(settings).yaml();
            Files.write(into.resolve(PROGRESS), JSON.writeValueAsBytes(new Header(yaml, trainer.saved())));
        });
    }

    /** What whoever finds an energy must know of the states: the scale of their code cannot be guessed. */
    private static Map<String, String> about(EbmSettings settings) {
        Map<String, String> about = new HashMap<>(Map.of("data", settings.data().title()));
        if (settings.data() instanceof DataSettings.Plane plane) {
            about.put("bits", String.valueOf(plane.bits()));
            about.put("int_scale", String.valueOf(plane.scale()));
        }
        return about;
    }

    static void resume(Path folder, EbmSettings settings, EbmTrainer trainer) throws IOException {
        Path newest = newest(folder);
        Path header = newest.resolve(PROGRESS);
        try {
            Header read = JSON.readValue(header.toFile(), Header.class);
            if (!SavedSettings.agree(read.settings(), SettingsFile.of(settings).yaml())) {
                throw new FormatException(header, "the settings of the run have changed since this checkpoint");
            }
            Path state = newest.resolve(STATE);
            try (Scope scope = Scope.open()) {
                ParameterFiles.fill(state, Safetensors.read(state).tensors(), trainer.tensors());
            }
            trainer.restore(read.progress());
        } catch (JacksonException e) {
            throw new FormatException(header, "not a readable checkpoint: " + ParseReason.of(e), e);
        }
    }

    static void loadSampler(Path folder, Parameters into) throws IOException {
        Path file = newest(folder).resolve(SAMPLER);
        ParameterFiles.fill(file, Safetensors.read(file).tensors(), into);
    }
}
