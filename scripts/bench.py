#!/usr/bin/env python3
"""Cleave beside the reference's cudafe++: wall time and peak memory, all in one run, each figure with its goal.

Two translation units: one that includes the CUDA runtime only, and one that includes Thrust. Each program is preprocessed once
by the toolkit's nvcc; then both front ends get the very command line that nvcc would give, and `cleave parse` reads all of the
second one. Prints the best of several runs, since anything above the best is somebody else's work on the machine;
where others are at work all the time, the ratios of processor time (all programs here run on one thread) say more than wall time.
Usage: bench.py --toolkit ROOT [--cleave PATH] [--runs N]
"""
import argparse, json, os, shlex, subprocess, sys, tempfile, time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# Name, program, and how many times faster and smaller than the reference the host pass is to be.
PROGRAMS = [("runtime", "test_data/programs/reduction.cu", 10, 4), ("thrust", "test_data/programs/thrust_basics.cu", 15, 4)]

def measure(cmd, cwd, runs):
    """Best wall time in seconds, highest peak memory in MB, best processor time."""
    best, memory, cpu = float("inf"), 0, float("inf")
    for _ in range(runs):
        start = time.perf_counter()
        p = subprocess.Popen(cmd, cwd=cwd, stdout=subprocess.DEVNULL)
        _, status, usage = os.wait4(p.pid, 0)
        took = time.perf_counter() - start
        p.returncode = os.waitstatus_to_exitcode(status)
        if p.returncode: raise SystemExit(f"{cmd[0]} failed: {p.returncode}")
        best, memory, cpu = min(best, took), max(memory, usage.ru_maxrss / 1024), min(cpu, usage.ru_utime + usage.ru_stime)
    return best, memory, cpu

class Table:
    def __init__(self): self.missed = 0
    def row(self, what, figure, goal, met):
        self.missed += not met
        print(f"{what:<46}{figure:<56}{goal:<26}{'met' if met else 'MISSED'}", flush=True)

def stats(cleave, ii, cwd, runs, *more):
    """The runs' own figures."""
    return [json.loads(subprocess.run([cleave, "parse", "--stats", "--format", "json", *more, ii], cwd=cwd, capture_output=True, text=True, check=True).stdout)["stats"]
            for _ in range(runs)]

def main():
    a = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    a.add_argument("--toolkit", type=Path, required=True); a.add_argument("--runs", type=int, default=5)
    a.add_argument("--cleave", type=Path, default=ROOT / "target/release/cleave"); a.add_argument("--check", action="store_true", help="exit with 1 if a goal is missed")
    a = a.parse_args(); cleave, table = str(a.cleave.resolve()), Table()
    for name, program, times, smaller in PROGRAMS:
        with tempfile.TemporaryDirectory() as t:
            nvcc = [str(a.toolkit / "bin/nvcc"), "-arch=sm_80", "--keep", "--keep-dir", t, "-c", str(ROOT / program), "-o", f"{t}/x.o", "--dryrun"]
            lines = [l[3:] for l in subprocess.run(nvcc, capture_output=True, text=True, cwd=t).stderr.splitlines() if l.startswith("#$ ")]
            pre = next(l for l in lines if " -E " in l and ".cpp4.ii" in l)
            subprocess.run(pre, shell=True, cwd=t, check=True)
            args = shlex.split(next(l for l in lines if l.startswith("cudafe++ ")))[1:]
            ii = str(Path(t) / args[-1]); size = Path(ii).stat().st_size
            ref, ref_mb, ref_cpu = measure([str(a.toolkit / "bin/cudafe++"), *args], t, a.runs)
            our, our_mb, our_cpu = measure([cleave, "cudafe++", *args], t, a.runs * 3)
            print(f"{name}: {size / 1e6:.1f} MB preprocessed; cudafe++ takes {ref * 1e3:.0f} ms ({ref_cpu * 1e3:.0f} ms of processor) and {ref_mb:.0f} MB; load {os.getloadavg()[0]:.1f}")
            table.row("  host pass", f"{our * 1e3:.1f} ms, {ref / our:.1f} times faster (processor {ref_cpu / our_cpu:.1f})", f"{times} times faster", ref / our >= times)
            table.row("  its peak memory", f"{our_mb:.0f} MB, {ref_mb / our_mb:.1f} times less", f"{smaller} times less", ref_mb / our_mb >= smaller)
            if name != "thrust": continue
            full, full_mb, full_cpu = measure([cleave, "parse", ii], t, a.runs * 2)
            cut = max(s["skeleton_mb_per_s"] for s in stats(cleave, ii, t, a.runs))
            needed = min((s["needed"] for s in stats(cleave, ii, t, a.runs, "--needed")), key=lambda n: n["ms"])
            table.row("  skeleton, one core", f"{cut:.0f} MB/s", "150 MB/s", cut >= 150)
            table.row("  full parse, bodies included, whole process", f"{full * 1e3:.0f} ms, {full / ref:.2f} of the reference's (processor {full_cpu / ref_cpu:.2f})", "0.20 of the reference's", full <= ref / 5)
            table.row("  its peak memory, all trees kept", f"{full_mb:.0f} MB, {full_mb / ref_mb:.2f} of the reference's", "under the reference's", full_mb < ref_mb)
            table.row("  the parse that the host pass needs", f"{needed['ms']:.0f} ms, {needed['ms'] / 1e3 / ref_cpu:.3f} of the reference's (processor)", "0.05 of the reference's", needed["ms"] / 1e3 <= ref_cpu / 20)
            print(f"    {needed['trees']} trees, {needed['bodies']} with open bodies, the cut included")
    sys.exit(1 if a.check and table.missed else 0)

main()
