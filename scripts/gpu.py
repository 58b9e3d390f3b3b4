#!/usr/bin/env python3
"""Programs on a GPU: what nvcc's builds print, and what Cleave's builds print.

Each program of test_data/programs is built by the toolkit's nvcc, by `cleave nvcc` in exact mode and by `cleave nvcc` in
kernels mode, whose device code goes through Cleave's own device half. Then each runs twice, and exit status and output
are compared. Lines that differ between two runs of nvcc's own build say nothing and are left out.

Needs a GPU, its driver and a toolkit. Usage: gpu.py [--cleave PATH] [--cuda-path DIR] [--arch sm_NN] [--only TEXT]...
                                                     [--jobs N] [--json FILE] [--write FILE]
  --json      what each program printed
  --write     the counts as a table
Exit status 0 when all that nvcc's builds print is what Cleave's builds print.
"""
import argparse
import collections
import concurrent.futures
import json
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PROGRAMS = ROOT / "test_data" / "programs"
MODES = ["nvcc", "exact", "kernels"]
# Sources that are built together with a program.
BESIDE = {"rdc_user.cu": ["rdc_library.cu"]}
LIBRARIES = ["extern_c.cu", "rdc_library.cu", "spmv_library.cu"]
TIMEOUT = 120
HEAD = """# Measured: programs on a GPU

`just gpu --write docs/measured-gpu.md` writes this table, on a machine with a GPU. It builds the programs of
`test_data/programs` with nvcc and with `cleave nvcc`, runs them, and compares exit status and output. In kernels mode the
device code goes through Cleave's own device half. {machine}.

| how it is built | programs | the same output | not the same | not built |
|---|---|---|---|---|
"""
WHAT = {"exact": "`cleave nvcc`", "kernels": "`cleave nvcc`, kernels mode"}


def flags_of(source):
    """The options that the first line of a program names."""
    first = source.read_text().splitlines()[0]
    words = shlex.split(first.removeprefix("// flags:")) if first.startswith("// flags:") else []
    return [w for w in words if not w.startswith(("-arch", "--gpu-architecture"))]


def build(arguments, folder, source, mode):
    """The program, and the kernels compiled and what ran in place of them; or why there is none."""
    out = folder / f"{source.stem}.{mode}"
    report = folder / f"{source.stem}.{mode}.json"
    nvcc = Path(arguments.cuda_path) / "bin" / "nvcc"
    tool = [nvcc] if mode == "nvcc" else [arguments.cleave.resolve(), "nvcc", "--cleave-report", report]
    sources = [source] + [source.parent / s for s in BESIDE.get(source.name, [])]
    words = [*tool, f"-arch={arguments.arch}", *flags_of(source), "-o", out, *sources]
    env = dict(os.environ, CUDA_PATH=str(arguments.cuda_path), CLEAVE_DEVICE=mode, CLEAVE_SECOND_OPINION="off")
    env["CLEAVE_CACHE_DIR"] = str(folder / "cache")
    done = subprocess.run(words, capture_output=True, text=True, env=env)
    if done.returncode != 0 or not out.exists():
        return None, (done.stderr.strip().splitlines() or ["?"])[0]
    steps = json.loads(report.read_text())["steps"] if report.exists() else []
    return out, [s["why"] for s in steps if s["tool"] == "cicc"]


def run(program):
    """The exit status and the lines of output."""
    try:
        done = subprocess.run([program], capture_output=True, text=True, errors="replace", timeout=TIMEOUT)
    except subprocess.TimeoutExpired:
        return ["timeout"]
    return [f"exit {done.returncode}", *done.stdout.splitlines(), *done.stderr.splitlines()]


def stable(first, second):
    """The lines that two runs share; all positions if they agree."""
    if len(first) != len(second):
        return None
    return [i for i, (a, b) in enumerate(zip(first, second)) if a == b]


def compare(wanted, got, lines):
    """Whether the lines that say something are the same."""
    return len(wanted) == len(got) and all(wanted[i] == got[i] for i in lines)


def machine(arguments):
    """The GPU, the host compiler and the toolkit, in words."""
    def says(*words):
        if shutil.which(words[0]) is None:
            return []
        return subprocess.run(words, capture_output=True, text=True).stdout.splitlines()

    gpu = says("nvidia-smi", "--query-gpu=name", "--format=csv,noheader")
    release = [line for line in says(Path(arguments.cuda_path) / "bin" / "nvcc", "--version") if "release" in line]
    return "; ".join([*gpu[:1], *says("g++", "--version")[:1], *(line.split(", ")[1] for line in release)])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cleave", type=Path, default=ROOT / "target" / "release" / "cleave")
    parser.add_argument("--cuda-path", default=os.environ.get("CUDA_PATH", "/usr/local/cuda"))
    parser.add_argument("--arch", default="sm_90")
    parser.add_argument("--only", action="append", default=[])
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--json", type=Path)
    parser.add_argument("--write", type=Path)
    arguments = parser.parse_args()

    sources = [p for p in sorted(PROGRAMS.glob("*.cu")) if p.name not in LIBRARIES]
    sources = [p for p in sources if not arguments.only or any(t in p.name for t in arguments.only)]
    found = collections.OrderedDict()
    with tempfile.TemporaryDirectory() as name, concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        folder = Path(name)
        jobs = [(s, m) for s in sources for m in MODES]
        built = dict(zip(jobs, pool.map(lambda job: build(arguments, folder, *job), jobs)))
        print("built", flush=True)
        for source in sources:
            program, why = built[source, "kernels"]
            row = found[source.stem] = {"device": why if program else []}
            program, why = built[source, "nvcc"]
            if program is None:
                row.update(exact="nvcc does not build it", kernels="nvcc does not build it", why=why)
                continue
            wanted, again = run(program), run(program)
            row["prints"] = wanted[:20]
            lines = stable(wanted, again)
            for mode in MODES[1:]:
                program, why = built[source, mode]
                if program is None:
                    row[mode] = f"not built: {why}"
                    continue
                got = run(program)
                if lines is None:
                    row[mode] = "nvcc's own build prints otherwise each time"
                elif compare(wanted, got, lines):
                    row[mode] = "same"
                else:
                    row[mode] = "differs"
                    row[f"{mode} prints"] = got[:20]
    for mode in MODES[1:]:
        print(mode, dict(collections.Counter(row[mode].split(":")[0] for row in found.values())))
    for name, row in found.items():
        others = {m: row[m] for m in MODES[1:] if row[m] != "same"}
        if others:
            print(name, others, row.get("why", ""))
    failed = collections.Counter(row["prints"][0] for row in found.values() if row.get("prints"))
    print("exit of nvcc's builds", dict(failed))
    print("device code in kernels mode", dict(collections.Counter(w for r in found.values() for w in r["device"])))
    if arguments.write:
        rows = [r for r in found.values() if "prints" in r]
        text = HEAD.format(machine=machine(arguments))
        for mode, what in WHAT.items():
            said = collections.Counter(r[mode].split(":")[0] for r in rows)
            text += f"| {what} | {len(rows)} | {said['same']} | {said['differs']} | {said['not built']} |\n"
        arguments.write.write_text(text)
    if arguments.json:
        arguments.json.write_text(json.dumps(found, indent=1))
    return int(any(row[m] != "same" for row in found.values() for m in MODES[1:]))


if __name__ == "__main__":
    sys.exit(main())
