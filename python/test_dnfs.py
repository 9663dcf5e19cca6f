"""Run by PythonTest, or: python3 -m unittest discover python"""
import itertools
import json
import math
import os
import pathlib
import struct
import sys
import tempfile
import types
import unittest

import numpy as np

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
import dnfs  # noqa: E402

MODEL = "ising-10x10-critical"


def lowest(bqm):
    names = list(dict.fromkeys([*bqm.linear, *(v for pair in bqm.quadratic for v in pair)]))
    values = (-1, 1) if bqm.vartype == "SPIN" else (0, 1)
    return min(bqm.energy(dict(zip(names, x))) for x in itertools.product(values, repeat=len(names)))


class Sampling(unittest.TestCase):
    def test_states_of_equal_weight(self):
        x = dnfs.sample(MODEL, 50, seed=3)
        self.assertEqual(x.shape, (50, 100))
        self.assertEqual(set(np.unique(x)), {0, 1})
        np.testing.assert_array_equal(x, dnfs.sample(MODEL, 50, seed=3))
        self.assertTrue((x != dnfs.sample(MODEL, 50, seed=4)).any())

    def test_weights_give_the_partition_function(self):
        x, logw = dnfs.sample(MODEL, 200, weighted=True, shape="lattice", spins=True)
        self.assertEqual(x.shape, (200, 10, 10))
        self.assertEqual(set(np.unique(x)), {-1, 1})
        self.assertIn(MODEL, [model["name"] for model in dnfs.models()])
        log_z = np.log(np.mean(np.exp(logw - logw.max()))) + logw.max()
        error = np.std(np.exp(logw - logw.max())) / np.mean(np.exp(logw - logw.max())) / math.sqrt(len(logw))
        curve = dnfs.curve(MODEL, samples=50, points=2)
        self.assertLess(abs(log_z - curve["exactLogZ"][-1]), 5 * error + 1e-9)

    def test_what_the_command_refuses_is_told(self):
        with self.assertRaisesRegex(dnfs.DnfsError, "did you mean ising-10x10-critical"):
            dnfs.sample("ising-10x10-critica", 1)


class Solving(unittest.TestCase):
    def test_a_qubo_of_names(self):
        q = {("a", "a"): -1.5, ("a", "b"): 2.25, ("b", "b"): -1, ("b", "c"): 0.5, ("c", "c"): -0.125}
        answer = dnfs.solve(q, seconds=1)
        self.assertTrue(answer.optimal)
        self.assertEqual(answer.first.sample, {"a": 1, "b": 0, "c": 1})
        self.assertEqual(answer.first.energy, -1.625)
        energies = [s.energy for s in answer.solutions]
        self.assertEqual(energies, sorted(energies))

    def test_spins_with_an_offset_and_an_idle_variable(self):
        bqm = dnfs.BQM({0: 0.5, "idle": 0}, {(0, 1): -1, (1, 2): 1.5}, 10, "SPIN")
        answer = dnfs.solve(bqm, seconds=1)
        self.assertEqual(answer.first.energy, lowest(bqm))
        self.assertEqual(answer.first.energy, 7)
        self.assertIn(answer.first.sample["idle"], (-1, 1))

    def test_random_energies_against_all_states(self):
        rng = np.random.default_rng(1)
        for vartype in ("BINARY", "SPIN"):
            bqm = dnfs.BQM({i: float(rng.normal()) for i in range(9)},
                           {(i, j): float(rng.normal()) for i in range(9) for j in range(i)}, 0.25, vartype)
            self.assertAlmostEqual(dnfs.solve(bqm, seconds=1).first.energy, lowest(bqm), places=9)

    def test_what_is_no_energy(self):
        with self.assertRaises(TypeError):
            dnfs.solve([1, 2])
        with self.assertRaises(ValueError):
            dnfs.solve({})
        with self.assertRaises(ValueError):
            dnfs.solve({(0, 1): math.nan})

    def test_dimod(self):
        try:
            import dimod
        except ImportError:
            self.skipTest("dimod is not here")
        bqm = dimod.BinaryQuadraticModel({"a": 0.5}, {("a", "b"): -1.0}, 2.0, "SPIN")
        found = dnfs.solve(bqm, seconds=1)
        self.assertIsInstance(found, dimod.SampleSet)
        self.assertEqual(found.first.energy, 0.5)
        np.testing.assert_allclose(bqm.energies(found), found.record.energy)

    def test_what_dimod_is_given(self):
        """With one that only writes down how it was called, where the true one is not here."""
        given = {}

        class SampleSet:
            @staticmethod
            def from_samples(samples, **rest):
                given.update(rest, samples=samples)
                return "a sample set"

        bqm = types.SimpleNamespace(linear={"a": 0.5, "b": 0}, quadratic={("a", "b"): -1.0}, offset=2.0,
                                    vartype=types.SimpleNamespace(name="SPIN"))
        before = sys.modules.get("dimod")
        sys.modules["dimod"] = types.SimpleNamespace(SampleSet=SampleSet)
        try:
            self.assertEqual(dnfs.solve(bqm, seconds=1), "a sample set")
        finally:
            del sys.modules["dimod"]
            if before:
                sys.modules["dimod"] = before
        self.assertEqual(given["samples"][0], {"a": -1, "b": -1})
        self.assertEqual(given["energy"][0], 0.5)
        self.assertEqual(given["vartype"], "SPIN")
        self.assertEqual(len(given["samples"]), len(given["num_occurrences"]))


class Files(unittest.TestCase):
    def test_the_weights_of_a_model(self):
        home = pathlib.Path(os.environ.get("DNFS_HOME", HERE.parent))
        arrays = dnfs.load_safetensors(home / "models" / MODEL / "model.safetensors")
        self.assertEqual(arrays["far.mix"].shape, (1, 32, 64))
        self.assertTrue(all(np.isfinite(a).all() for a in arrays.values()))

    def test_bf16_and_what_is_cut_off(self):
        header = json.dumps({"a": {"dtype": "BF16", "shape": [2], "data_offsets": [0, 4]},
                             "__metadata__": {"format": "2"}}).encode()
        data = struct.pack("<Q", len(header)) + header + struct.pack("<HH", 0x3F80, 0xC020)
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "a.safetensors"
            file.write_bytes(data)
            np.testing.assert_array_equal(dnfs.load_safetensors(file)["a"], [1.0, -2.5])
            for end in (3, 20, len(data) - 1):
                file.write_bytes(data[:end])
                with self.assertRaises(ValueError):
                    dnfs.load_safetensors(file)


class Notebook(unittest.TestCase):
    def test_it_runs(self):
        """With matplotlib, or with one that only counts what is drawn."""
        drawn = []

        class Axes:
            def __getattr__(self, name):
                return lambda *args, **rest: drawn.append((name, args))

        plt = types.SimpleNamespace(subplots=lambda rows, columns, **rest: (Axes(), [Axes() for _ in range(columns)]))
        kept = {name: sys.modules.get(name) for name in ("matplotlib", "matplotlib.pyplot")}
        sys.modules["matplotlib"] = types.SimpleNamespace(pyplot=plt)
        sys.modules["matplotlib.pyplot"] = plt
        try:
            names = {}
            for cell in json.loads((HERE / "temperatures.ipynb").read_text())["cells"]:
                if cell["cell_type"] == "code":
                    exec("".join(cell["source"]), names)
        finally:
            for name, module in kept.items():
                sys.modules.pop(name)
                if module:
                    sys.modules[name] = module
        self.assertEqual([name for name, _ in drawn].count("errorbar"), 3)
        energies = names["c"]["energyPerSite"] - names["c"]["exactEnergyPerSite"]
        self.assertLess(np.abs(energies / names["c"]["energyError"]).max(), 5)


if __name__ == "__main__":
    unittest.main()
