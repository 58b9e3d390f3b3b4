#!/usr/bin/env python3
"""How long a build takes after an edit: nvcc, and `cleave nvcc` in both modes, in one run.

Usage: rebuild_times.py --shared DIR [--runs N] [--flags "..."] CLEAVE FILE:HOST_FROM=>HOST_TO:KERNEL_FROM=>KERNEL_TO...
For each unit `nvcc -c` is timed after nothing is known (clean), after a comment in the first line, after an edit in a function of the
host, and after an edit in a kernel; each edit is another one in each run, so that nothing of it is known. Medians of processor and
wall time in seconds, and how many times as fast as nvcc by each.
"""
import argparse, os, resource, shutil, statistics, subprocess, sys, tempfile, time
from pathlib import Path

def timed(command, env, folder):
    begin, before = time.time(), resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, env=env, cwd=folder, capture_output=True, text=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode: sys.exit(f"{' '.join(command)}\n{done.stderr[-2000:]}")
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, time.time() - begin

def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("cleave", type=Path); p.add_argument("units", nargs="+"); p.add_argument("--shared", type=Path, required=True)
    p.add_argument("--runs", type=int, default=5); p.add_argument("--flags", default="-arch=sm_80 -std=c++17 --extended-lambda --expt-relaxed-constexpr")
    a = p.parse_args()
    sys.path.insert(0, str(a.shared.resolve() / "tools"))
    import _reference as ref
    cu, cleave = ref.toolkit(), str(a.cleave.resolve())
    print(f"{'unit':20}{'edit':10}{'tool':9}{'cpu':>8}{'wall':>8}{'x cpu':>7}{'x wall':>7}")
    for unit in a.units:
        name, host, kernel = unit.split(":", 2)
        source = Path(name); text = source.read_text()
        edits = dict(clean=lambda n: text, comment=lambda n: f"// {n}\n" + text)
        for what, edit in (("host", host), ("kernel", kernel)):
            old, new = edit.split("=>"); assert old in text, old
            edits[what] = lambda n, old=old, new=new: text.replace(old, new.replace("#", str(n + 2)), 1)
        with tempfile.TemporaryDirectory() as t:
            t = Path(t); copy = t / source.name
            for other in source.parent.iterdir():
                if other.suffix in (".cuh", ".h", ".hpp"): shutil.copy(other, t)
            compile_ = [*a.flags.split(), "-I", str(source.parent.resolve()), "-c", copy.name, "-o", "out.o"]
            tools = dict(nvcc=([str(cu / "bin/nvcc")], {}), exact=([cleave, "nvcc", "--cuda-path", str(cu)], dict(CLEAVE_DEVICE="exact")),
                         kernels=([cleave, "nvcc", "--cuda-path", str(cu)], dict(CLEAVE_DEVICE="kernels")))
            for edit, make in edits.items():
                nvcc = None
                for tool, (command, more) in tools.items():
                    taken = []
                    for n in range(a.runs):
                        env = dict(os.environ, XDG_CACHE_HOME=str(t / f"cache-{tool}"), **more)
                        if edit == "clean": shutil.rmtree(t / f"cache-{tool}", ignore_errors=True)
                        elif n == 0 and tool != "nvcc": copy.write_text(text); timed([*command, *compile_], env, t)
                        copy.write_text(make(n)); taken.append(timed([*command, *compile_], env, t))
                    cpu, wall = (statistics.median(x[i] for x in taken) for i in (0, 1)); nvcc = nvcc or (cpu, wall)
                    print(f"{source.stem:20}{edit:10}{tool:9}{cpu:8.2f}{wall:8.2f}{nvcc[0] / cpu:7.1f}{nvcc[1] / wall:7.1f}", flush=True)

if __name__ == "__main__":
    main()
