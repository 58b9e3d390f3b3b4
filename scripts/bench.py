#!/usr/bin/env python3
"""Cleave's host pass beside the reference's cudafe++: wall time and peak memory, both in one run.

Two translation units: one that includes the CUDA runtime only, and one that includes Thrust. Each program is
preprocessed once by the toolkit's nvcc; then both front ends get the very command line that nvcc would give.
Prints the best of several runs, since anything above the best is somebody else's work on the machine.
Usage: bench.py --toolkit ROOT [--cleave PATH] [--runs N]
"""
import argparse, os, shlex, subprocess, tempfile, time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PROGRAMS = {"runtime": "test_data/programs/reduction.cu", "thrust": "test_data/programs/thrust_basics.cu"}

def measure(cmd, cwd, runs):
    best, memory = float("inf"), 0
    for _ in range(runs):
        start = time.perf_counter()
        p = subprocess.Popen(cmd, cwd=cwd, stdout=subprocess.DEVNULL)
        _, status, usage = os.wait4(p.pid, 0)
        took = time.perf_counter() - start
        if status: raise SystemExit(f"{cmd[0]} failed: {status}")
        best, memory = min(best, took), max(memory, usage.ru_maxrss / 1024)
    return best, memory

def main():
    a = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    a.add_argument("--toolkit", type=Path, required=True); a.add_argument("--runs", type=int, default=5)
    a.add_argument("--cleave", type=Path, default=ROOT / "target/release/cleave"); a = a.parse_args()
    for name, program in PROGRAMS.items():
        with tempfile.TemporaryDirectory() as t:
            nvcc = [str(a.toolkit / "bin/nvcc"), "-arch=sm_80", "--keep", "--keep-dir", t, "-c", str(ROOT / program), "-o", f"{t}/x.o", "--dryrun"]
            lines = [l[3:] for l in subprocess.run(nvcc, capture_output=True, text=True, cwd=t).stderr.splitlines() if l.startswith("#$ ")]
            pre = next(l for l in lines if " -E " in l and ".cpp4.ii" in l)
            subprocess.run(pre, shell=True, cwd=t, check=True)
            args = shlex.split(next(l for l in lines if l.startswith("cudafe++ ")))[1:]
            size = Path(args[-1]).stat().st_size
            ref = measure([str(a.toolkit / "bin/cudafe++"), *args], t, a.runs)
            our = measure([str(a.cleave.resolve()), "cudafe++", *args], t, a.runs * 3)
            print(f"{name} ({size / 1e6:.1f} MB preprocessed): cudafe++ {ref[0] * 1e3:.0f} ms, {ref[1]:.0f} MB; "
                  f"cleave {our[0] * 1e3:.1f} ms, {our[1]:.0f} MB: {ref[0] / our[0]:.1f} times faster, {ref[1] / our[1]:.1f} times less memory")

main()
