package io.github.dnfs4j.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every kind of bad input gets one line that names it, the right exit code, and leaves nothing behind. */
class BadInputTest {
    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "train | say what to train: ising, potts",
                "train sudoku | unknown command or argument 'sudoku'",
                "train potts --out OUT --states 1 | states must be 2 to 255, not 1",
                "train potts --out OUT --side 2 | side must be at least 3, not 2",
                "train potts --out OUT --beta NaN | beta must be finite",
                "train potts --out OUT --set target.kind=ising | the target of these settings is ising; use",
                "train ising --out OUT --set target.kind=sudoku | unknown target 'sudoku'; possible: ebm, file, glass, ising, model, potts",
                "train ising --out OUT --objective x | unknown method 'x'; possible: dnfs, leaps",
                "train ising --out OUT --estimator x | 'x' is not one of [naive, control-variate, optimal, learned]",
                "train ising --out OUT --link x | 'x' is not one of [relu, softplus]",
                "train ising --out OUT --set train.ratios=taylor | use network.readout=plain",
                "bogus | unknown command or argument 'bogus'",
                "train ising --out OUT --bogus | '--bogus'",
                "train ising --out OUT --side 2 | side must be at least 3, not 2",
                "train ising --out OUT --side -1 | side must be at least 3, not -1",
                "train ising --out OUT --side three | 'three' is not an int",
                "train ising --out OUT --sigma NaN | sigma must be finite",
                "train ising --out OUT --sigma Infinity | sigma must be finite",
                "train ising --out OUT --field NaN | field must be finite",
                "train ising --out OUT --network letf --hidden 10 --heads 4 | hidden (10) must be divisible by heads (4)",
                "train ising --out OUT --hidden 0 | hidden",
                "train ising --out OUT --network letf --heads 0 | heads",
                "train ising --out OUT --layers -1 | layers",
                "train ising --out OUT --network mlp | unknown network 'mlp'; possible: letf, lemlp, leattn, leconv, lelattice, lepyramid, leglass",
                "train ising --out OUT --symmetric --field 0.1 | a symmetric network needs a target that",
                "train ising --out OUT --network letf --set network.isotropic=true | unknown setting 'network.isotropic'; possible: ",
                "train ising --out OUT --network leattn --layers 2 | unknown setting 'network.layers'; possible: ",
                "train ising --out OUT --network leattn --hidden 9 --heads 2 | divisible by heads (2)",
                "train ising --out OUT --network lelattice --heads 2 | unknown setting 'network.heads'; possible: ",
                "bench --network mlp | unknown network 'mlp'; possible: letf, lemlp",
                "train ising --out OUT --device tpu | unknown device 'tpu'; possible: cpu, cuda, auto",
                "train ising --out OUT --precision fp8 | unknown precision 'fp8'; possible: fp32, bf16",
                "train ising --out OUT --readout x | unknown readout 'x'; possible: plain, energy",
                "train ising --out OUT --kernel x | unknown",
                "train ising --out OUT --steps 0 | --steps must be above 0, not 0",
                "train ising --out OUT --steps -5 | --steps must be above 0, not -5",
                "train ising --out OUT --minutes 0 | --minutes must be above 0",
                "train ising --out OUT --minutes Infinity | --minutes must be above 0",
                "train ising --out OUT --steps 5 --minutes 1 | mutually exclusive",
                "train ising --out OUT --batch 0 | batch must be at least 1",
                "train ising --out OUT --time-steps 0 | timeSteps must be at least 1",
                "train ising --out OUT --learning-rate 0 | learningRate must be positive",
                "train ising --out OUT --set a.b=1 | unknown setting 'a.b'; possible: device",
                "train ising --out OUT --set train.emma=1 | unknown setting 'train.emma'; did you mean train.ema?; possible: ",
                "train ising --out OUT --set train.batch=many | train.batch: 'many' is not of type int",
                "train ising --out OUT --set train.rule=x | train.rule: 'x' is not one of [euler, exponential]",
                "train ising --out OUT --set train.batch=null | train.batch: needs a value",
                "train ising --out OUT --set seed= | seed: needs a value",
                "train ising --out OUT --set target.directions=[null] | target: a value in it is missing",
                "train ising --out OUT --set train.ladder=7 | train.ladder: must be a list",
                "train ising --out OUT --set train.ladder=[a] | train.ladder[0]: 'a' is not of type Double",
                "train ising --out OUT --set train.batch | value for option '--set' (KEY=VALUE) should be",
                "train mis --graphs er:6-8 --out OUT --set annealing=null | annealing: needs a value",
                "train mis --graphs er:9-6 --out OUT | given as N or LEAST-MOST, not 9-6",
                "compare --samplers gibbs,x --target ising:side=3 --out OUT | unknown sampler 'x'; possible: dnfs:DIR",
                "compare --samplers ais:x --target ising:side=3 --out OUT | unknown sampler 'ais:x'",
                "compare --samplers gibbs --target ising:side=nan --out OUT | side: 'nan' is not of type int",
                "compare --samplers gibbs --target x:a=1 --out OUT | unknown target 'x'; possible: ebm, file, glass, ising, model, potts",
                "ebm eval RUN --samples 2 | --samples must be at least 3, not 2",
                "train ising --resume | --resume needs --out",
                "train ising --out OUT --watch-port 70000 | --watch-port must lie in 1..65535, not 70000",
                "eval RUN --samples 0 | --samples must be above 0, not 0",
                "eval RUN --time-steps -2 | --time-steps must be above 0",
                "eval RUN --cells 0 | --cells must be 1 to 1,000,000, not 0",
                "eval RUN --cells 1000001 | --cells must be 1 to 1,000,000, not 1000001",
                "sample RUN --count 1 --cells 4 --time-steps 4 | --cells are of jumps, --time-steps of steps: give one",
                "eval RUN --set sampling.by=leaps | sampling.by: 'leaps' is not one of [auto, jumps, steps]",
                "eval RUN --set sampling.rule=euler | sampling.rule is of paths by steps, and these jump",
                "eval RUN --batch 0 | --batch must be above 0",
                "train glass --bonds uniform --out OUT | the bonds of a glass are drawn: pm or gaussian, not uniform",
                "train glass --side 2 --out OUT | side must be at least 3",
                "train glass --beta x --out OUT | --beta",
                "train glass --set train.trajectories=40 --out OUT | trajectories must be a multiple of 16",
                "train glass --estimator learned --out OUT | a learned d/dt log Z knows one instance only",
                "train ising --network leglass --out OUT | leglass needs spins without a field on a square lattice",
                "eval RUN --bond-seed 3 | only models of glasses, of dnfs train glass, take another target",
                "eval RUN --instances 3 | --instances are of a model of glasses",
                "sample RUN --count 3 --target glass:side=3 | only models of glasses, of dnfs train glass, take another",
                "eval RUN --refine wolf | unknown kernel 'wolf' for --refine; possible: gibbs, gwg, dmala, sw",
                "eval RUN --refine-steps 2 | --refine-steps needs --refine",
                "sample RUN --count 1 --refine gibbs --refine-steps 0 | --refine-steps must be above 0",
                "gfn --out OUT --steps 1 --minutes 1 | mutually exclusive",
                "serve --folder OUT --workers 2147483647 | --workers must be at most 1,024, not 2,147,483,647",
                "infer ../examples/networks/asia.bif --sampled --samples 2147483647 | too much at once for 8 sites",
                "gfn --steps 1 | --out",
                "gfn --out OUT --resume --hidden 8 | a resumed run keeps its settings; leave out --hidden",
                "eval | DIR",
                "sample RUN | --count",
                "sample RUN --count 0 | --count must be above 0, not 0",
                "sample RUN --count -3 | --count must be above 0, not -3",
                "sample RUN --count 2000000000 | too much at once",
                "reproduce | name an experiment",
                "reproduce nothing | unknown experiment 'nothing'; possible: all, fig-",
                "reproduce ising-quik | unknown experiment 'ising-quik'; did you mean ising-quick?; possible: all, fig-",
                "reproduce ising-quick --out OUT --budget huge | no budget 'huge'; possible: paper, quick, standard"
            })
    void wrongUsageExitsWithTwo(String line, String message) throws Exception {
        refused(line, message, 2);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "train ising --out OUT --settings OUT/none.yaml | none.yaml: no such file",
                "train ising --out OUT --resume | out: no such run folder",
                "train ising --out /proc/none/run --steps 1 | /proc/none",
                "train ising --out OUT --settings RUN | not a regular file",
                "ebm eval RUN | it holds a sampler of one target, not a learned energy",
                "eval OUT | out: no such run folder",
                "eval /proc | not a run folder",
                "sample RUN --count 1 --out OUT/x.npy | its folder does not exist",
                "sample RUN --count 1 --out OUT.txt | must end in .npy, .csv or .json",
                "reproduce OUT.yaml | out.yaml: no such file"
            })
    void whatIsNotThereExitsWithOne(String line, String message) throws Exception {
        refused(line, message, 1);
    }

    @Test
    void cudaWithoutCudaIsRefused() throws Exception {
        if (!io.github.dnfs4j.torch.Device.cudaAvailable()) {
            refused("train ising --out OUT --device cuda", "no CUDA device", 2);
        }
    }

    /** Settings and weights that something else wrote over, each with its name and what is wrong with it. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "foo: [1, | config.yaml: not valid YAML: while parsing a flow node (line 1)",
                "'' | config.yaml: settings are a map of keys and values",
                "\u00ff | config.yaml: not valid YAML: it is not text in UTF-8",
                "seed: 1 | config.yaml: target: is missing"
            })
    void aSpoiltRunIsNamed(String config, String message) throws Exception {
        Path run = Files.createDirectory(folder.resolve("spoilt"));
        Files.write(run.resolve("config.yaml"), config.getBytes(StandardCharsets.ISO_8859_1));
        Cli result = Cli.run("eval", run.toString());
        assertThat(result.code()).isEqualTo(1);
        assertThat(result.errLines()).singleElement().asString().contains(message);
    }

    @Test
    void weightsThatAreNotNumbersAreRefused() throws Exception {
        Path run = folder.resolve("run");
        assertThat(Cli.train("--steps=5", "--out=" + run).code()).isZero();
        Path file = run.resolve("checkpoint/000000005/model.safetensors");
        Files.delete(file.resolveSibling("SHA256SUMS"));
        byte[] bytes = Files.readAllBytes(file);
        ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putFloat(bytes.length - 4, Float.NaN);
        Files.write(file, bytes);
        Cli result = Cli.run("eval", run.toString(), "--samples=10");
        assertThat(result.code()).isEqualTo(1);
        assertThat(result.errLines())
                .singleElement()
                .asString()
                .contains("model.safetensors: its weights are not all finite numbers");
    }

    @Test
    void anExistingOutIsLeftAsItIs() throws Exception {
        Path mine =
                Files.writeString(Files.createDirectory(folder.resolve("out")).resolve("mine.txt"), "mine");
        Cli result = Cli.train("--steps=1", "--out=" + folder.resolve("out"));
        assertThat(result.code()).isEqualTo(1);
        assertThat(result.errLines()).singleElement().asString().contains("out: already exists");
        assertThat(Trees.contents(folder)).hasSize(3);
        assertThat(mine).hasContent("mine");
    }

    private void refused(String line, String message, int code) throws Exception {
        String run = line.contains("RUN") ? Cli.trained().toString() : "";
        String out = folder.resolve("out").toString();
        String[] args = Stream.of(line.strip().split(" "))
                .map(word -> word.replace("RUN", run).replace("OUT", out))
                .toArray(String[]::new);
        Cli result = Cli.run(args);
        assertThat(result.errLines()).as(result.err()).hasSize(1);
        assertThat(result.err()).startsWith("dnfs: ").contains(message);
        assertThat(result.out()).isEmpty();
        assertThat(result.code()).isEqualTo(code);
        assertThat(folder).isEmptyDirectory();
        assertThat(List.of(Path.of("runs"))).noneMatch(Files::exists);
    }
}
