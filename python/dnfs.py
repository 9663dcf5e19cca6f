"""dnfs from Python: samples, temperature curves and solutions as numpy arrays and plain values.

    import dnfs
    x = dnfs.sample("ising-10x10-critical", 1000)                 # [1000, 100] of 0 and 1, equal weights
    x, logw = dnfs.sample("ising-10x10-critical", 1000, weighted=True)
    c = dnfs.curve("ising-10x10-critical")                        # c["beta"], c["energyPerSite"], ...
    a = dnfs.solve({(0, 0): -1, (0, 1): 2, (1, 1): -1})           # a.first.sample, a.first.energy, a.optimal
    s = dnfs.solve(bqm)                                           # dimod's BQM gives dimod's SampleSet
    w = dnfs.load_safetensors("models/ising-10x10-critical/model.safetensors")

Needs numpy, and the command: the variable DNFS_COMMAND, else `dnfs` beside this folder, else on the PATH. Each call starts
it once, so ask for many samples at a time. What the command refuses is a DnfsError with its line.
"""
import json
import math
import os
import pathlib
import shlex
import shutil
import struct
import subprocess
import tempfile
from typing import Any, Dict, Hashable, List, NamedTuple, Optional, Tuple

import numpy as np

__all__ = ["BQM", "Answer", "DnfsError", "Solution", "curve", "evaluate", "load_safetensors", "models", "sample", "solve"]


class DnfsError(RuntimeError):
    """What the command said when it failed."""


class BQM(NamedTuple):
    """E(x) = offset + sum_i linear[i] x_i + sum_ij quadratic[i, j] x_i x_j, of bits (BINARY) or of -1 and 1 (SPIN)."""

    linear: Dict[Hashable, float]
    quadratic: Dict[Tuple[Hashable, Hashable], float]
    offset: float = 0.0
    vartype: str = "BINARY"

    def energy(self, x):
        return float(
            self.offset
            + math.fsum(b * x[v] for v, b in self.linear.items())
            + math.fsum(b * x[u] * x[v] for (u, v), b in self.quadratic.items())
        )


class Solution(NamedTuple):
    sample: Dict[Hashable, int]
    energy: float
    count: int


class Answer(NamedTuple):
    """Best first; optimal: nothing is lower, and that was proven."""

    solutions: List[Solution]
    optimal: bool
    info: Dict[str, Any]

    @property
    def first(self):
        return self.solutions[0]


def _command():
    named = os.environ.get("DNFS_COMMAND")
    if named:
        return shlex.split(named)
    above = pathlib.Path(__file__).resolve().parent.parent
    for place in (above / "dnfs", above / "bin" / "dnfs"):
        if place.is_file():
            return [str(place)]
    found = shutil.which("dnfs")
    if found:
        return [found]
    raise DnfsError("the command dnfs was not found: set DNFS_COMMAND, or put it on the PATH")


def _run(*args):
    done = subprocess.run([*_command(), *map(str, args)], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          stdin=subprocess.DEVNULL, encoding="utf-8")
    if done.returncode != 0:
        lines = done.stderr.strip().splitlines() or [f"exit code {done.returncode}"]
        raise DnfsError(next((line for line in reversed(lines) if line.startswith("dnfs: ")), lines[-1]))
    return done.stdout


def _options(options):
    """time_steps=64 is --time-steps 64, and exact=True is --exact."""
    words = []
    for name, value in options.items():
        if value is None or value is False:
            continue
        words.append("--" + name.replace("_", "-"))
        if value is not True:
            words.append(value)
    return words


def models():
    """The models that can be called by name: their result.json each."""
    return json.loads(_run("models", "--json"))


def sample(model, count, weighted=False, **options):
    """States [count, sites]; weighted: (states as drawn, their log weights), with E[w f(x)] = sum of rho f."""
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "x.npy"
        _run("sample", model, "--count", count, "--out", file, *_options({"weighted": weighted, **options}))
        states = np.load(file)
        return (states, np.load(pathlib.Path(folder) / "x.logw.npy")) if weighted else states


def evaluate(model, **options):
    """What `dnfs eval --json` says of a model."""
    return json.loads(_run("eval", model, "--json", *_options(options)))


def curve(model, **options):
    """Every temperature down to the model's own, from one set of paths: arrays by name; nan where nothing is known."""
    points = json.loads(_run("curve", model, "--json", *_options(options)))["points"]
    for point in points:  # as curve.csv has them
        point["temperature"] = 1 / point["beta"]
        for name, value in (point.pop("exact", None) or {}).items():
            point["exact" + name[0].upper() + name[1:]] = value
    names = dict.fromkeys(name for point in points for name in point)
    return {name: np.array([math.nan if p.get(name) is None else p[name] for p in points], dtype=float) for name in names}


def _plain(bqm):
    """A BQM of ours from a QUBO as {(u, v): bias}, from dimod's, or from one of ours."""
    if isinstance(bqm, BQM):
        return bqm
    if isinstance(bqm, dict):
        linear, quadratic = {}, {}
        for (u, v), bias in bqm.items():
            if u == v:
                linear[u] = linear.get(u, 0) + bias
            else:
                quadratic[u, v] = bias
        return BQM(linear, quadratic)
    if all(hasattr(bqm, name) for name in ("linear", "quadratic", "offset", "vartype")):
        vartype = getattr(bqm.vartype, "name", bqm.vartype)
        return BQM(dict(bqm.linear), dict(bqm.quadratic), float(bqm.offset), vartype)
    raise TypeError("solve takes {(u, v): bias}, a dnfs.BQM or a BQM of dimod, not " + type(bqm).__name__)


def solve(bqm, seconds=None, best=None, **options):
    """Low states of an energy, lowest first. A BQM of dimod gives its SampleSet, all else an Answer."""
    plain = _plain(bqm)
    if plain.vartype not in ("BINARY", "SPIN"):
        raise ValueError(f"a vartype is BINARY or SPIN, not {plain.vartype}")
    labels = list(dict.fromkeys([*plain.linear, *(v for pair in plain.quadratic for v in pair)]))
    if not labels:
        raise ValueError("an energy without variables")
    place = {label: k for k, label in enumerate(labels)}
    terms = [(place[v], place[v], plain.linear.get(v, 0)) for v in labels]
    terms += [(place[u], place[v], bias) for (u, v), bias in plain.quadratic.items()]
    if not all(math.isfinite(bias) for _, _, bias in terms):
        raise ValueError("a bias is not finite")
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "energy.coo"
        file.write_text(f"# vartype={plain.vartype}\n" + "".join(f"{i} {j} {float(b)!r}\n" for i, j, b in terms))
        answer = json.loads(_run("solve", "qubo", file, "--json", *_options({"seconds": seconds, "best": best, **options})))
    low = -1 if plain.vartype == "SPIN" else 0
    solutions = []
    for row in answer["samples"]:
        chosen = set(map(int, row["solution"]))
        x = {label: 1 if k in chosen else low for k, label in enumerate(labels)}
        solutions.append(Solution(x, plain.energy(x), row["count"]))
    solutions.sort(key=lambda s: s.energy)
    info = {name: answer[name] for name in ("optimal", "bound", "method", "seconds", "ended") if name in answer}
    if isinstance(bqm, (dict, BQM)):
        return Answer(solutions, bool(answer["optimal"]), info)
    import dimod

    return dimod.SampleSet.from_samples([s.sample for s in solutions], vartype=plain.vartype,
                                        energy=[s.energy for s in solutions],
                                        num_occurrences=[s.count for s in solutions], info=info)


_TYPES = {"F64": "<f8", "F32": "<f4", "F16": "<f2", "I64": "<i8", "I32": "<i4", "I16": "<i2", "I8": "i1", "U8": "u1",
          "BOOL": "?"}


def load_safetensors(file) -> Dict[str, np.ndarray]:
    """The arrays of a file by name; bf16, which numpy lacks, as float32."""
    data = pathlib.Path(file).read_bytes()
    length = struct.unpack("<Q", data[:8])[0] if len(data) >= 8 else len(data)
    if 8 + length > len(data):
        raise ValueError(f"{file}: not a safetensors file, or cut off")
    arrays = {}
    for name, entry in json.loads(data[8:8 + length]).items():
        if name == "__metadata__":
            continue
        begin, end = entry["data_offsets"]
        raw = data[8 + length + begin:8 + length + end]
        if len(raw) != end - begin:
            raise ValueError(f"{file}: {name} is cut off")
        if entry["dtype"] == "BF16":
            values = (np.frombuffer(raw, "<u2").astype("<u4") << 16).view("<f4")
        else:
            values = np.frombuffer(raw, _TYPES[entry["dtype"]])
        arrays[name] = values.reshape(entry["shape"])
    return arrays
