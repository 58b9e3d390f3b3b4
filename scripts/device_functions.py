#!/usr/bin/env python3
"""Both device halves without the optimiser, function by function: why the PTX of a kernel differs.

The optimiser hides much and spreads the rest: one temporary in another place changes a thousand lines. Without it each function stands by
itself, and what differs is what Cleave wrote otherwise. Numbers of registers, labels, constants and places in the stack frame do not count.
A first line `// flags: ...` of a file counts.
Usage: device_functions.py --shared DIR --cleave PATH [--flags="..."] [--lines N] [--most N] [--only WORD] FILE.cu...
  --lines N    so many lines of each difference, 12 if not said
  --most N     so many functions of each file are shown, 10 if not said
  --only WORD  only functions with this in their name
Exit status 1 if something differs.
"""
import argparse, difflib, importlib.machinery, importlib.util, re, shlex, sys, tempfile
from pathlib import Path

def tool(shared):
    """The module of device-diff, and those that it rests on."""
    sys.path.insert(0, str(shared / "tools"))
    loader = importlib.machinery.SourceFileLoader("device_diff", str(shared / "tools/device-diff"))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("device_diff", loader)); loader.exec_module(module)
    return module

def both(dd, cu, a, source, t):
    """The PTX of both halves without the optimiser; a sentence if there is none."""
    own = re.match(r"//\s*flags:\s*(.*)", source.read_text(errors="replace").split("\n", 1)[0])
    plan = dd.ref.Plan(cu, source, shlex.split(a.flags) + shlex.split(own.group(1) if own else ""), t)
    if plan.error or not plan.cicc: return None, None, "no device half"
    for command in (plan.cpp_host, plan.cudafe, plan.cpp_dev):
        rc, _, said = dd.ref.run(command, cwd=source.parent, env=plan.env, timeout=600)
        if rc: return None, None, "the reference rejects it: " + said.strip()[-200:]
    theirs, made, ours = t / "theirs.ptx", t / "device.i", t / "ours.ptx"
    words = list(plan.cicc); words[words.index("-o") + 1] = str(theirs)
    rc, _, said = dd.ref.run([*words, "-O0"], cwd=source.parent, env=plan.env, timeout=600)
    if rc: return None, None, "the reference rejects it: " + said.strip()[-200:]
    rc, _, said = dd.ref.run([str(a.cleave), "device", *words[1:], "--device_c_file_name", str(made)], cwd=source.parent, env=plan.env, timeout=600)
    if rc or not made.exists(): return None, None, "refused: " + said.strip()[-200:]
    rc, _, said = dd.ref.run([*dd.c_command(plan.cicc, made, ours), "-O0"], cwd=t, env=plan.env, timeout=600)
    return (None, None, "cicc: " + said.strip()[-200:]) if rc else (dd._ptx.parts(theirs), dd._ptx.parts(ours), "")

def shape(dd, text):
    text = re.sub(r"%(rs|rd|fd|r|f|p)<?\d+>?", r"%\1", re.sub(r"\$_*T?\d+\b", "$N", dd._ptx.normal(text)))
    return re.sub(r"__BB_\d+", "BB", re.sub(r"\[%SP\+\d+\]|%SP, \d+", "SP", text)).splitlines()

def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("files", nargs="+", type=Path); p.add_argument("--shared", type=Path, required=True); p.add_argument("--cleave", type=Path, required=True)
    p.add_argument("--flags", default="-std=c++17"); p.add_argument("--lines", type=int, default=12); p.add_argument("--most", type=int, default=10); p.add_argument("--only", default="")
    a = p.parse_args(); a.cleave = a.cleave.resolve(); dd = tool(a.shared.resolve()); cu, good = dd.ref.toolkit(), True
    for file in a.files:
        with tempfile.TemporaryDirectory() as t: theirs, ours, why = both(dd, cu, a, file.resolve(), Path(t))
        if why: print(f"{file}: {why}"); continue
        found = []
        for key in theirs:
            if key[0] not in ("entry", "func") or a.only not in key[1] or key not in ours: continue
            differs = [l for l in difflib.unified_diff(shape(dd, theirs[key]), shape(dd, ours[key]), n=1, lineterm="") if l[:3] not in ("---", "+++")]
            if differs: found.append((len(differs), key, differs))
        alike = sum(k[0] in ("entry", "func") for k in theirs)
        print(f"{file}: {alike - len(found)} of {alike} functions have the same shape", flush=True)
        for _, key, differs in sorted(found, key=lambda f: f[0])[:a.most]: print(f"  {key[0]} {key[1][:200]}", *("    " + l[:100] for l in differs[:a.lines]), sep="\n")
        good &= not found
    sys.exit(0 if good else 1)

main()
