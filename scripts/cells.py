#!/usr/bin/env python3
"""Cleave over every unit that scripts/matrix.py has cached: real code that the reference takes, with the reference's own command line.

Says which units are rejected, and with --against, for which of them another build of Cleave answers differently: exit status,
diagnostics, host half, module id. Recorded cases do not show what a new rule does to code that nobody wrote for it; this does, in
minutes and without the reference.

Usage: cells.py CLEAVE [--against OTHER] [--only TEXT] [--jobs N] [--cache DIR]
Exit status 0 when nothing is rejected and nothing differs.
"""
import argparse, concurrent.futures as cf, json, os, subprocess, sys, tempfile
from pathlib import Path

OUTPUTS = ("--gen_c_file_name", "--module_id_file_name")

def answer(cleave, cell, folder):
    """Exit status, diagnostics and outputs for one unit."""
    args, files = list(cell["cudafe"][1:]), []
    for option in OUTPUTS:
        files.append(Path(folder) / option.strip("-"))
        args[args.index(option) + 1] = str(files[-1])
    try: p = subprocess.run([cleave, "cudafe++", *args], cwd=cell["cwd"], capture_output=True, timeout=300)
    except subprocess.TimeoutExpired: return "timeout", b"", []
    return p.returncode, p.stderr, [f.read_bytes() if f.exists() else None for f in files]

def check(a, path):
    cell = json.loads(path.read_text())
    if cell.get("rejected") or "cudafe" not in cell: return None
    with tempfile.TemporaryDirectory() as t: new = answer(a.cleave, cell, t)
    said = []
    if new[0] != 0: said.append(f"rejected ({new[0]}): {new[1].decode(errors='replace')[:600]}")
    if a.against:
        with tempfile.TemporaryDirectory() as t: old = answer(a.against, cell, t)
        what = [w for w, x, y in zip(("exit status", "diagnostics", "outputs"), new, old) if x != y]
        if what: said.append("differs in " + ", ".join(what))
    return path.parent.name, said

def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("cleave"); p.add_argument("--against"); p.add_argument("--only", default=""); p.add_argument("--jobs", type=int, default=2)
    caches = Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache"))
    p.add_argument("--cache", type=Path, default=Path(os.environ.get("CLEAVE_MATRIX_CACHE", caches / "cleave-matrix")))
    a = p.parse_args()
    for name in ("cleave", "against"):
        if getattr(a, name): setattr(a, name, str(Path(getattr(a, name)).resolve()))
    paths = [f for f in sorted(a.cache.glob("*/host.json")) if a.only in f.parent.name]
    units = wrong = 0
    with cf.ThreadPoolExecutor(a.jobs) as ex:
        for result in ex.map(lambda f: check(a, f), paths):
            if result is None: continue
            units += 1; wrong += bool(result[1])
            for line in result[1]: print(result[0], line, flush=True)
    print(f"{units} units, {wrong} rejected or different")
    sys.exit(1 if wrong or not units else 0)

main()
