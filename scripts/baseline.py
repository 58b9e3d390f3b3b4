#!/usr/bin/env python3
"""Scores against the reference, held against the committed baseline.

Runs the shared measuring tools over the shared cases and over test_data/programs, and compares the counts of passes with
test_data/baseline.json. `--check` fails if any count fell; `--update` writes the counts where they rose.
"""
import argparse, json, subprocess, sys, tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BASELINE = ROOT / "test_data/baseline.json"

def rows(cmd):
    with tempfile.NamedTemporaryFile(suffix=".json") as f:
        p = subprocess.run([*map(str, cmd), "--json", f.name], cwd=ROOT, capture_output=True, text=True)
        print((p.stdout + p.stderr).strip()[-1500:], flush=True)
        return json.loads(Path(f.name).read_text() or "[]")

def main():
    a = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    a.add_argument("--shared", type=Path, required=True); a.add_argument("--check", action="store_true"); a.add_argument("--update", action="store_true")
    a = a.parse_args(); tools, cases = a.shared.resolve() / "tools", a.shared.resolve() / "cases"
    cleave = ROOT / "target/release/cleave"; now = {}
    for r in rows([tools / "conformance", "--cleave", cleave, "--only", "host", cases]):
        for k, v in r["score"].items(): now[k] = now.get(k, 0) + v
    for r in rows([tools / "command-line", "--tool", f"{cleave} cudafe++", cases / "command-line"]):
        for k, v in r["score"].items(): now["command-line." + k] = now.get("command-line." + k, 0) + v
    programs = sorted((ROOT / "test_data/programs").glob("*.cu"))
    for r in rows([tools / "host-diff", "--tool", f"{cleave} cudafe++", *programs[:0], *programs]):
        for k in ("accepted", "compiles", "symbols", "code", "data"): now["programs." + k] = now.get("programs." + k, 0) + bool(r[k])
    old = json.loads(BASELINE.read_text()) if BASELINE.exists() else {}
    fell = {k: (v, now.get(k, 0)) for k, v in old.items() if now.get(k, 0) < v}
    if a.update:
        BASELINE.write_text(json.dumps({k: max(v, old.get(k, 0)) for k, v in sorted(now.items())}, indent=1) + "\n")
    for k, (was, is_) in fell.items(): print(f"FELL: {k} from {was} to {is_}")
    print(f"baseline: {len(old)} scores, {len(fell)} fell")
    sys.exit(1 if a.check and fell else 0)

main()
