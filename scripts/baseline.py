#!/usr/bin/env python3
"""Scores against the reference, held against the committed baseline.

Runs the shared measuring tools over the shared cases and over test_data/programs, and compares the counts of passes with
test_data/baseline.json. `--check` fails if any count fell; `--update` writes the counts where they rose, and the table of
docs/measured.md.
"""
import argparse, json, subprocess, sys, tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BASELINE = ROOT / "test_data/baseline.json"
TABLE = ROOT / "docs/measured.md"
HEAD = """# Measured

`scripts/baseline.py --update` writes this table. It runs the recorded cases, the recorded command lines and the programs of
`test_data/programs` through NVIDIA's cudafe++ and through Cleave, and counts what agrees. CUDA 13.0, g++ 12, host
pass where nothing else is said.

| what agrees | count | of |
|---|---|---|
"""
WHAT = {
    "host.accept": "recorded cases: accepted or rejected",
    "host.exit": "recorded cases: exit status",
    "host.lines": "recorded cases: lines and severities of all diagnostics",
    "host.numbers": "recorded cases: their numbers too",
    "host.exact": "recorded cases: their columns and words too",
    "host.compiles": "recorded cases: g++ takes the host half",
    "device.accept": "device pass, recorded cases: accepted or rejected",
    "device.exact": "device pass, recorded cases: all diagnostics",
    "device.kernels": "device pass, recorded cases: the same kernels",
    "device.kept": "device pass, recorded cases: the same functions are defined",
    "device.registers": "device pass, recorded cases: the stub registers the same",
    "ptx.produced": "device half, recorded cases: written as C",
    "ptx.compiles": "device half, recorded cases: cicc takes it",
    "ptx.entries": "device half, recorded cases: the same PTX of all kernels",
    "ptx.ptx": "device half, recorded cases: the same PTX of everything",
    "command-line.exit": "command lines: exit status",
    "command-line.files": "command lines: files that are written",
    "command-line.text": "command lines: what is printed, byte for byte",
    "programs.accepted": "programs: accepted",
    "programs.compiles": "programs: g++ takes the host half",
    "programs.symbols": "programs: same symbols in the object file",
    "programs.code": "programs: same code in the object file",
    "programs.data": "programs: same data in the object file",
}

# The areas of cases with device code worth comparing.
DEVICE = ("il", "spaces", "frontend", "attrs", "lambda")

def rows(cmd):
    with tempfile.NamedTemporaryFile(suffix=".json") as f:
        p = subprocess.run([*map(str, cmd), "--json", f.name], cwd=ROOT, capture_output=True, text=True)
        print((p.stdout + p.stderr).strip()[-1500:], flush=True)
        return json.loads(Path(f.name).read_text() or "[]")

def main():
    a = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    a.add_argument("--shared", type=Path, required=True); a.add_argument("--check", action="store_true"); a.add_argument("--update", action="store_true"); a.add_argument("--cleave", type=Path, default=ROOT / "target/release/cleave")
    a = a.parse_args(); tools, cases = a.shared.resolve() / "tools", a.shared.resolve() / "cases"
    cleave, now, of = a.cleave.resolve(), {}, {}
    def count(key, value): now[key] = now.get(key, 0) + value; of[key] = of.get(key, 0) + 1
    for r in rows([tools / "conformance", "--cleave", cleave, "--only", "host", cases]):
        for k, v in r["score"].items(): count(k, v)
    for r in rows([tools / "conformance", "--cleave", cleave, "--only", "device", cases]):
        for k, v in r["score"].items(): count(k, v)
    device = [f for area in DEVICE for f in sorted((cases / area).glob("*.cu"))]
    for r in rows([tools / "device-diff", "--tool", f"{cleave} device", *device]):
        for k in ("produced", "compiles", "entries", "ptx"):
            if "score" in r: count("ptx." + k, r["score"][k])
    for r in rows([tools / "command-line", "--tool", f"{cleave} cudafe++", cases / "command-line"]):
        # Two cases print processor times, which differ from run to run.
        record = json.loads((cases / "command-line" / f"{r['case']}.json").read_text())
        for k, v in r["score"].items():
            if k != "text" or "(CPU)" not in record["stderr"]: count("command-line." + k, v)
    programs = sorted((ROOT / "test_data/programs").glob("*.cu"))
    for r in rows([tools / "host-diff", "--tool", f"{cleave} cudafe++", *programs]):
        for k in ("accepted", "compiles", "symbols", "code", "data"): count("programs." + k, bool(r[k]))
    old = json.loads(BASELINE.read_text()) if BASELINE.exists() else {}
    fell = {k: (v, now.get(k, 0)) for k, v in old.items() if now.get(k, 0) < v}
    if a.update:
        BASELINE.write_text(json.dumps({k: max(v, old.get(k, 0)) for k, v in sorted(now.items())}, indent=1) + "\n")
        TABLE.write_text(HEAD + "".join(f"| {what} | {now[k]} | {of[k]} |\n" for k, what in WHAT.items()))
    for k, (was, is_) in fell.items(): print(f"FELL: {k} from {was} to {is_}")
    print(f"baseline: {len(old)} scores, {len(fell)} fell")
    sys.exit(1 if a.check and fell else 0)

main()
