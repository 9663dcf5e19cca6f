package io.github.dnfs4j.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JacksonException;
import io.github.dnfs4j.combopt.amortised.AmortisedModel;
import io.github.dnfs4j.ebm.DataSettings;
import io.github.dnfs4j.ebm.EbmModel;
import io.github.dnfs4j.experiment.graphs.GraphExperiment;
import io.github.dnfs4j.experiment.plan.Catalogue;
import io.github.dnfs4j.experiment.plan.Overlay;
import io.github.dnfs4j.experiment.result.Metrics;
import io.github.dnfs4j.experiment.result.RunResult;
import io.github.dnfs4j.experiment.serve.Requests;
import io.github.dnfs4j.experiment.solve.BestKnown;
import io.github.dnfs4j.experiment.solve.Instance;
import io.github.dnfs4j.experiment.solve.Start;
import io.github.dnfs4j.experiment.solve.ValueFile;
import io.github.dnfs4j.factor.FactorGraph;
import io.github.dnfs4j.gfn.GfnModel;
import io.github.dnfs4j.io.durable.Snapshots;
import io.github.dnfs4j.io.format.Array;
import io.github.dnfs4j.io.format.Npy;
import io.github.dnfs4j.io.format.Safetensors;
import io.github.dnfs4j.io.model.ModelFiles;
import io.github.dnfs4j.io.model.ModelFormat;
import io.github.dnfs4j.io.problem.Energy;
import io.github.dnfs4j.io.problem.EnergyFiles;
import io.github.dnfs4j.io.problem.GraphFiles;
import io.github.dnfs4j.io.problem.ProblemFormat;
import io.github.dnfs4j.run.Model;
import io.github.dnfs4j.run.TrainingRun;
import io.github.dnfs4j.settings.RunSettings;
import io.github.dnfs4j.settings.SettingsFile;
import io.github.dnfs4j.target.Graph;
import io.github.dnfs4j.target.GraphBuilder;
import io.github.dnfs4j.target.QuadraticForm;
import io.github.dnfs4j.torch.Device;
import io.github.dnfs4j.torch.Rng;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorOutputStream;

/** Every reader of files, each with a file that is good, and what a clear refusal is. */
final class Readers {
    /** What builds a network for each file is slower than others, about so many times. */
    private static final int SLOWER = 20;

    /** Words of Java, which no message should have. */
    private static final Pattern JAVAS = Pattern.compile("(Exception|Error)\\b|java\\.|com\\.fasterxml|(?<=^|: )null$");

    /** Reads a file, or refuses it by an exception. */
    interface Reading {
        void of(Path file) throws IOException;
    }

    /** Who reads, and a file that is good. */
    record Reader(String name, Path file, byte[] good, int slowness, Reading reading) {}

    private final Path folder;
    private final List<Reader> readers = new ArrayList<>();

    private Readers(Path folder) {
        this.folder = folder;
    }

    /** All, with their files in an empty folder. */
    static List<Reader> in(Path folder) throws IOException {
        Readers all = new Readers(folder);
        all.problems();
        all.models();
        all.arrays();
        all.runs();
        all.models(folder.resolve("others"));
        all.experiments();
        all.solutions();
        return all.readers;
    }

    /** What is wrong with how a file is refused; empty for nothing. */
    static String unclear(Throwable e, byte[] file) {
        Throwable cause = e instanceof UncheckedIOException && e.getCause() != null ? e.getCause() : e;
        boolean known = cause instanceof IOException && !(cause instanceof JacksonException)
                || cause.getClass() == IllegalArgumentException.class;
        String line = Failure.of(e).line();
        // A message may say what the file says.
        String text = new String(file, StandardCharsets.ISO_8859_1);
        boolean clear = known
                && cause.getMessage() != null
                && line.length() < 1500
                && line.lines().count() == 1
                && JAVAS.matcher(line).results().allMatch(word -> text.contains(word.group()));
        StackTraceElement[] trace = cause.getStackTrace();
        return clear ? "" : cause + (trace.length > 0 ? " at " + trace[0] : "");
    }

    private void add(String name, String file, byte[] good, int slowness, Reading reading) {
        readers.add(new Reader(name, folder.resolve(file), good, slowness, reading));
    }

    private void add(String name, String file, String good, Reading reading) {
        add(name, file, good.getBytes(StandardCharsets.UTF_8), 1, reading);
    }

    private void problems() throws IOException {
        int most = GraphFiles.MOST_VERTICES;
        GraphBuilder edges = Graph.builder();
        edges.edge(0, 1, 2);
        edges.edge(1, 2, -0.5);
        edges.edge(2, 3, 1e-3);
        Graph graph = edges.build(5);
        QuadraticForm form =
                QuadraticForm.of(QuadraticForm.Variables.BINARY, new double[] {1, -2, 0.25, 0, 3}, graph, 0);
        Path file = folder.resolve("good");
        for (ProblemFormat format : ProblemFormat.values()) {
            byte[] good;
            if (!format.written()) {
                good = readOnly(format).getBytes(StandardCharsets.UTF_8);
            } else if (format.graphs()) {
                GraphFiles.write(file, graph, format);
                good = Files.readAllBytes(file);
            } else {
                EnergyFiles.write(file, Energy.numbered(form, format, 0), format);
                good = Files.readAllBytes(file);
            }
            if (format.graphs()) {
                add("graph " + format, "x", good, 1, f -> GraphFiles.read(f, format, most));
                add("some graph like " + format, "x", good, 1, f -> GraphFiles.read(f, "", most));
            }
            if (format.energies()) {
                add("energy " + format, "x", good, 1, f -> EnergyFiles.read(f, format, most));
                add("some energy like " + format, "x", good, 1, f -> EnergyFiles.read(f, "", most));
            }
        }
        byte[] text = "p edge 4 3\ne 1 2\ne 2 3\ne 3 4\n".getBytes(StandardCharsets.UTF_8);
        add("graph gzip", "x.col", packed(text, GZIPOutputStream::new), 1, f -> GraphFiles.read(f, "", most));
        // Its decoder takes the block it is told of, 900 kB times five.
        add(
                "graph bzip2",
                "x.col",
                packed(text, BZip2CompressorOutputStream::new),
                SLOWER,
                f -> GraphFiles.read(f, "", most));
    }

    private interface Packing {
        OutputStream of(OutputStream out) throws IOException;
    }

    private static byte[] packed(byte[] text, Packing packing) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (OutputStream out = packing.of(bytes)) {
            out.write(text);
        }
        return bytes.toByteArray();
    }

    private static String readOnly(ProblemFormat format) {
        return switch (format) {
            case EDGES -> "# edges\n5 7 1.5\n7 9 1\n9 5 3\n";
            case SPARSE -> "3 3\n1 1 2\n1 2 0.5\n3 3 -1\n";
            case LP ->
                "\\ hello\nMinimize\n obj: 2 x - 2 y + [ 3 x * y - 2 z ^ 2 ] / 2\nSubject To\nBounds\n"
                        + " 0 <= z <= 1\nBinary\n x y\nGeneral\n z\nEnd\n";
            case MPS ->
                "NAME test\nROWS\n N obj\nCOLUMNS\n x obj 1\n y obj 2\nRHS\n RHS obj 2\nBOUNDS\n BV BND x\n"
                        + " BV BND y\nQUADOBJ\n x y 3\n x x 3\nENDATA\n";
            default -> throw new IllegalArgumentException(format.toString());
        };
    }

    private void models() throws IOException {
        Map<ModelFormat, List<String>> good = Map.of(
                ModelFormat.UAI,
                List.of("MARKOV\n3\n2 2 3\n2\n2 0 1\n2 1 2\n\n4\n1 2 2 1\n\n6\n1 3 3 1 0 5\n"),
                ModelFormat.BIF,
                List.of(Files.readString(Path.of("..", "examples", "networks", "cancer.bif"))),
                ModelFormat.SPINS,
                List.of("# spins\n1 2 0.5\n2 3 -1\n1 4 2e-1\n1 -0.5\n3 1\n"),
                ModelFormat.RUDY,
                List.of("4 3\n1 2 1\n2 3 -1\n3 4 2.5\n"),
                ModelFormat.WCNF,
                List.of(
                        "c old\np wcnf 4 4 100\n100 1 -2 0\n3 2 3 0\n4 -1 -4 0\n100 4 0\n",
                        "c new\nh 1 -2 0\n3 2 3 0\n4 -1 -4 0\nh 4 0\n"));
        good.forEach((format, texts) -> {
            for (int k = 0; k < texts.size(); k++) {
                add(
                        "model " + format + (k > 0 ? " " + (k + 1) : ""),
                        "x",
                        texts.get(k),
                        f -> ModelFiles.read(f, format, ModelFiles.Options.usual()));
            }
        });
        FactorGraph graph = FactorGraph.of(new int[] {2, 3, 4}, List.of());
        add("evidence", "x.evid", "2 0 1 2 3\n", f -> ModelFiles.readEvidence(f, graph));
    }

    private void arrays() throws IOException {
        Path file = folder.resolve("good");
        Npy.write(file, Array.ofBytes(new byte[] {0, 1, 1, 0, 1, 1, 0, 0}, 4, 2));
        byte[] npy = Files.readAllBytes(file);
        add("npy", "x.npy", npy, 1, Npy::read);
        add("npy table", "x.npy", npy, 1, Readers::table);
        add("csv table", "x.csv", "0,1,1\n1,0,1\n0,0,0\n1,1,1\n", Readers::table);
        Safetensors.write(
                file,
                Map.of("a", Array.of(new float[6], 2, 3), "b", Array.ofLongs(new long[2], 2)),
                Map.of("format", "2"));
        add("safetensors", "x.safetensors", Files.readAllBytes(file), 1, Safetensors::read);
    }

    private static void table(Path file) throws IOException {
        new DataSettings.Table(file.toString(), 0.75, "").open(Device.CPU).close();
    }

    private void runs() throws IOException {
        Path run = folder.resolve("run");
        Trees.copy(Cli.trained(), run);
        Path checkpoint;
        try (var all = Files.list(run.resolve("checkpoint"))) {
            List<Path> saved = all.sorted().toList();
            checkpoint = saved.get(saved.size() - 1);
            for (Path older : saved.subList(0, saved.size() - 1)) {
                Trees.delete(older);
            }
        }
        String inside = "run/checkpoint/" + checkpoint.getFileName() + "/";
        byte[] digests = Files.readAllBytes(checkpoint.resolve("SHA256SUMS"));
        Files.delete(checkpoint.resolve("SHA256SUMS")); // so that a spoilt file is read
        add("config.yaml", "run/config.yaml", Files.readAllBytes(run.resolve("config.yaml")), 1, SettingsFile::read);
        add(
                "result.json",
                "run/result.json",
                Files.readAllBytes(run.resolve("result.json")),
                1,
                f -> RunResult.read(run));
        add(
                "metrics.jsonl",
                "run/metrics.jsonl",
                Files.readAllBytes(run.resolve("metrics.jsonl")),
                1,
                f -> Metrics.in(run));
        for (String name : List.of("progress.json", "state.safetensors")) {
            byte[] good = Files.readAllBytes(checkpoint.resolve(name));
            add(
                    "checkpoint " + name,
                    inside + name,
                    good,
                    SLOWER,
                    f -> TrainingRun.resume(run).close());
        }
        byte[] weights = Files.readAllBytes(checkpoint.resolve("model.safetensors"));
        add(
                "checkpoint model.safetensors",
                inside + "model.safetensors",
                weights,
                SLOWER,
                f -> Model.load(run).close());
        add(
                "checkpoint SHA256SUMS",
                inside + "SHA256SUMS",
                digests,
                1,
                f -> new Snapshots(run.resolve("checkpoint")).read(List.of("progress.json"), p -> p));
        add("settings layer", "layer.yaml", "train: {batch: 4, steps: 3}\nnetwork:\n  hidden: 8\nseed: 2\n", f -> {
            SettingsFile<RunSettings> file = SettingsFile.of(Defaults.ising());
            Overlay.read(f).applyTo(file);
            file.settings();
        });
    }

    /** The folders of what is trained beside a flow: settings and weights. */
    private void models(Path others) throws IOException {
        Path energy = others.resolve("energy");
        Path gfn = others.resolve("gfn");
        Path solver = others.resolve("solver");
        Path table = Files.writeString(
                Files.createDirectory(others).resolve("table.csv"), "0,1,1\n1,0,1\n0,0,0\n1,1,1\n0,1,0\n");
        trained("ebm train --method=pcd --steps=1 --device=cpu --set=energy.hidden=8 --data=" + table, energy);
        trained("gfn --target=ising:side=3 --steps=1 --hidden=8 --layers=1 --device=cpu", gfn);
        trained("train mis --graphs=er:6-8 --steps=1 --device=cpu --set=train.trajectories=32 --set=count=20", solver);
        for (Path run : List.of(energy, gfn)) {
            Files.delete(run.resolve("checkpoint/000000001/SHA256SUMS")); // so that a spoilt file is read
        }
        model(
                "energy",
                energy,
                "checkpoint/000000001/energy.safetensors",
                f -> EbmModel.load(energy, Device.CPU).close());
        model("GFlowNet", gfn, "checkpoint/000000001/model.safetensors", f -> {
            try (Rng rng = Rng.seeded(1, Device.CPU)) {
                GfnModel.load(gfn, rng).close();
            }
        });
        model(
                "solver",
                solver,
                "model.safetensors",
                f -> AmortisedModel.load(solver, Device.CPU).close());
    }

    private static void trained(String command, Path out) {
        Cli done = Cli.run((command + " --out=" + out).split(" "));
        assertThat(done.code()).as(done.err()).isZero();
    }

    private void model(String name, Path home, String weights, Reading reading) throws IOException {
        for (String file : List.of("config.yaml", weights)) {
            add(
                    name + " " + Path.of(file).getFileName(),
                    folder.relativize(home.resolve(file)).toString(),
                    Files.readAllBytes(home.resolve(file)),
                    SLOWER,
                    reading);
        }
    }

    private void experiments() {
        add(
                "experiment",
                "experiment.yaml",
                Corpus.EXPERIMENT,
                f -> Catalogue.find(f.toString()).settings("quick", Defaults.ising()));
        add("experiment of graphs", "graphs.yaml", Corpus.GRAPHS, f -> {
            var found = GraphExperiment.find(f.toString());
            if (found.isPresent()) {
                found.get().settings("quick");
            }
        });
    }

    private void solutions() throws IOException {
        Path file = Files.writeString(folder.resolve("problem.edges"), "0 1\n1 2\n2 3\n3 0\n");
        Instance set = Instance.read("mis", file, new Instance.Reading("", 100, false, false));
        add("solution", "solution.txt", "# chosen\n0\n2\n", f -> Start.read(f, set));
        add("solution json", "solution.json", "{\"solution\": [0, 2], \"objective\": 2}", f -> Start.read(f, set));
        String request =
                "{\"problem\": \"mis\", \"name\": \"a.col\", \"data\": \"0 1\\n1 2\\n\", \"seconds\": 1.5, \"best\": 2,"
                        + " \"fix\": \"0 1\\n\", \"exact\": false, \"seed\": 3, \"stopAt\": 2e0}";
        add("request to serve", "request.json", request, f -> Requests.read(Files.readAllBytes(f)));
        add("values", "values.txt", "0 1\n1 0\n3 0\n", f -> new ValueFile(f, set).values());
        add("pairs", "pairs.txt", "0 1\n1 2\n", f -> new ValueFile(f, set).pairs());
        Path known = Files.createDirectory(folder.resolve("known"));
        add(
                "best known",
                "known/best-known.csv",
                "problem,file,best,proven,source\nmis,a.col,12,yes,somebody\nqubo-max,b.sparse,3.5,,else\n",
                f -> BestKnown.of(known));
    }
}
