#!/usr/bin/env python3
"""The device half of other people's projects, as PTX beside the reference's.

The projects are cloned once into the cache of slow_units.py; nothing of them is part of this project. Of each set so many units are drawn by the
CRC32 of their names, `device-diff` compiles both device halves, and the table counts what agrees. Units that nvcc does not take are left out.
Usage: device_sets.py --shared DIR --cleave PATH [--cache DIR] [--jobs N] [--salt WORD] [--write PAGE] [SET]...
  --salt WORD   draws other units
  --write PAGE  puts the rows of the sets that ran into the page's table, and the units that differ below it
Exit status 1 if a half is not written or cicc does not take it.
"""
import argparse, json, re, subprocess, sys, tempfile, zlib
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
import flashinfer_units, slow_units

CCCL = ["-std=c++17", "-arch=sm_80", "--extended-lambda", "--expt-relaxed-constexpr", "-I{cccl}/thrust", "-I{cccl}/cub", "-I{cccl}/libcudacxx/include",
        "-I{cccl}/thrust/examples", "-DCCCL_IGNORE_DEPRECATED_API"]
CUTLASS = ["-std=c++17", "-arch=sm_80", "--expt-relaxed-constexpr", "-I{cutlass}/examples/common", *slow_units.CUTE]
FI = "{libs}/flashinfer/data"
FLASHINFER = ["-std=c++17", "-arch=sm_80", "--expt-relaxed-constexpr", "-use_fast_math", "-DNDEBUG", "-static-global-template-stub=false",
              *(f"-DFLASHINFER_ENABLE_{t}" for t in ("F16", "BF16", "FP8_E4M3", "FP8_E5M2", "FP8_E8M0", "FP4_E2M1")),
              *(f"-I{FI}/{f}" for f in ("cccl/cub", "cccl/libcudacxx/include", "cccl/thrust", "include", "csrc", "csrc/nv_internal", "csrc/nv_internal/include",
                                        "cutlass/include", "cutlass/tools/util/include", "spdlog/include")),
              "-I{libs}/tvm_ffi/include", "-I{libs}/tvm_ffi/3rdparty/dlpack/include"]
PROJECTS = {p: slow_units.PROJECTS[p] for p in ("HeCBench", "ggml", "cutlass")} | {
    "cccl": "https://github.com/NVIDIA/cccl", "cuda-samples": "https://github.com/NVIDIA/cuda-samples", "llmc": "https://github.com/karpathy/llm.c",
    "bitsandbytes": "https://github.com/bitsandbytes-foundation/bitsandbytes", "faiss": "https://github.com/facebookresearch/faiss"}
WHEELS = {"flashinfer-python==0.7.2.post1": ["flashinfer/data"], "apache-tvm-ffi==0.1.15.post2": ["tvm_ffi/include", "tvm_ffi/3rdparty/dlpack"]}
# Name, project, patterns, how many, arguments of nvcc. Units of FlashInfer are written (flashinfer_units.py).
SETS = {
    "HeCBench": ("HeCBench", ["src/*-cuda/main.cu"], 80, slow_units.HEC),
    "ggml": ("ggml", ["src/ggml-cuda/*.cu"], 20, slow_units.GGML),
    "CUTLASS": ("cutlass", ["examples/[0-5]*_*/*.cu"], 20, CUTLASS),
    "Thrust": ("cccl", ["thrust/examples/*.cu"], 20, CCCL),
    "CUB": ("cccl", ["cub/examples/*/*.cu"], 19, CCCL),
    "cuda-samples": ("cuda-samples", ["Samples/**/*.cu"], 40, ["-std=c++17", "-arch=sm_80", "-I{cuda-samples}/Common"]),
    "llm.c": ("llmc", ["*.cu", "dev/cuda/*.cu"], 40, ["-std=c++17", "-arch=sm_80", "-I{llmc}"]),
    "bitsandbytes": ("bitsandbytes", ["csrc/*.cu"], 20, ["-std=c++17", "-arch=sm_80", "-I{bitsandbytes}/csrc"]),
    "faiss": ("faiss", ["faiss/gpu/impl/[A-Z]*.cu", "faiss/gpu/utils/*.cu"], 20, ["-std=c++17", "-arch=sm_80", "--extended-lambda", "--expt-relaxed-constexpr", "-I{faiss}"]),
    "FlashInfer": (None, None, 32, FLASHINFER),
}
COUNTED = ("produced", "compiles", "entries", "ptx")
HEAD = "| set | units | written | cicc takes it | the same kernels | all of the PTX | functions and variables of the PTX |\n|---|---|---|---|---|---|---|\n"

def drawn(home, files, count, salt):
    return sorted(files, key=lambda f: zlib.crc32((salt + str(f.relative_to(home))).encode()))[:count]

def files_of(a, name):
    """The folder that a set's units are in, and those that are drawn. Half of FlashInfer's are its own files, half instances of its kernels."""
    project, patterns, count, _ = SETS[name]
    if project: home = a.cache / "sources" / project; return home, drawn(home, {f for p in patterns for f in home.glob(p)}, count, a.salt)
    pools = flashinfer_units.pools(a.cache / "libs/flashinfer/data", a.cache / "generated/flashinfer")
    return a.cache, [f for pool in pools for f in drawn(a.cache, pool, count // len(pools), a.salt)]

def measured(a, name):
    """The row of a set, and a line for each unit that differs."""
    words = SETS[name][3]; home, files = files_of(a, name)
    paths = {"libs": a.cache / "libs", **{p: a.cache / "sources" / p for p in PROJECTS}}
    flags = " ".join([*(w.format(**paths) for w in words), f"-I{a.cache}/libs/nvidia/cu13/include"])
    with tempfile.NamedTemporaryFile(suffix=".json") as f:
        subprocess.run([a.shared / "tools/device-diff", "--tool", f"{a.cleave} device", f"--flags={flags}", "--jobs", str(a.jobs), "--json", f.name, *files],
                       stdout=subprocess.DEVNULL, check=False)
        units = list(zip(files, json.loads(Path(f.name).read_text() or "[]")))
    tried = [(file, r) for file, r in units if "score" in r]
    sums = [sum(r["score"][c] for _, r in tried) for c in COUNTED]
    same, total = (sum(r["parts"][i] for _, r in tried if "parts" in r) for i in (0, 1))
    row = f"| {name} | {len(tried)} | " + " | ".join(map(str, sums)) + f" | {same} of {total} |"
    lines = []
    for file, r in tried:
        if not r["score"]["ptx"]:
            parts = "{} of {}".format(*r["parts"]) if "parts" in r else "-"
            lines.append(f"| {name} | `{file.relative_to(home)}` | {parts} | {what(r.get('why', ''))} |")
    return row, lines, min(sums[0], sums[1]) == len(tried)

def what(why):
    """What differs, shortly: how many kernels, functions and variables, or why there is nothing to compare."""
    if not re.match(r"(different|missing|extra) ", why): return why.replace("|", "\\|")[:120]
    return "; ".join(re.sub(r"^(\w+ \w+) (\S{,60})\S*.*", r"\1 `\2`", w) for w in why.split("; "))

def replaced(text, mark, head, ran, new):
    """A page whose table between two marks has new lines for the sets that ran; a line begins with its set."""
    begin, end = f"<!-- {mark}: begin -->\n", f"<!-- {mark}: end -->"
    before, rest = text.split(begin); old, after = rest.split(end)
    of = lambda line: line.split(" | ")[0][2:]
    lines = [l for l in old.splitlines()[2:] if of(l) not in ran] + new
    return before + begin + head + "".join(l + "\n" for l in sorted(lines, key=lambda l: list(SETS).index(of(l)))) + end + after

def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("sets", nargs="*", metavar="SET"); p.add_argument("--shared", type=Path, required=True); p.add_argument("--cleave", type=Path, required=True)
    p.add_argument("--cache", type=Path, default=Path.home() / ".cache/cleave/slow-units"); p.add_argument("--jobs", type=int, default=2)
    p.add_argument("--salt", default=""); p.add_argument("--write", type=Path)
    a = p.parse_args(); a.shared, a.cleave = a.shared.resolve(), a.cleave.resolve()
    slow_units.fetch(a.cache, PROJECTS); slow_units.unpack(a.cache / "libs", WHEELS)
    rows, lines, good = [], [], True
    for name in a.sets or SETS:
        row, more, whole = measured(a, name)
        print(row, *more, sep="\n", flush=True)
        rows.append(row); lines += more; good &= whole
    if a.write:
        ran = a.sets or list(SETS)
        text = replaced(a.write.read_text(), "sets", HEAD, ran, rows)
        a.write.write_text(replaced(text, "units", "| set | unit | the same | what differs |\n|---|---|---|---|\n", ran, lines))
    sys.exit(0 if good else 1)

main()
