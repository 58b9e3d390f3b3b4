#!/usr/bin/env python3
"""Foreign code: does Cleave accept what the reference accepts, and say no more than it? Every unit is preprocessed and given
to the reference once; that is kept in the user's cache. Only verdicts and diagnostics are compared.

Usage: accept.py --shared DIR [--pass host|device] [--sets FILE] [--sample N] [--cached] [--everything] [-v] CLEAVE SET...
SET is a folder or a file of CUDA programs (all *.cu below), or a name from the JSON file --sets:
  {"name": {"root": "folder", "files": ["glob", ...], "flags": ["-Ifolder", ...]}, ...}
Flags for folders: --flags="-std=c++17 -I..." (the default adds --extended-lambda --expt-relaxed-constexpr).
--everything takes all headers for the user's own: line markers put them below the source's folder, without the flag of system
headers, so that both sides look into all that they hold.
Printed: units compared; falsely rejected; falsely accepted; with other diagnostics; panics. -v lists them.
"""
import argparse, concurrent.futures as cf, collections, hashlib, json, os, re, shutil, sys, tempfile
from pathlib import Path

def own_headers(text):
    """The line markers of --everything."""
    main = re.search(r'^# \d+ "([^"]*)"', text, flags=re.M).group(1)
    folder = main[:main.rfind("/") + 1]
    def marker(m):
        number, name, flags = m.groups()
        if name == main or name.startswith("<"): return m.group(0)
        name = name.replace("crt/host_config.h", "crt/host_config_.h")  # which tells the toolkit's folder
        return f'# {number} "{folder}all/{name.lstrip("/")}"' + "".join(f" {f}" for f in flags.split() if f in "12")
    return re.sub(r'^# (\d+) "([^"]*)"([ 1234]*)$', marker, text, flags=re.M)

def prepared(ref, cu, source, flags, keep, side, everything=False):
    """The reference's command and verdict on one unit, made once. Both passes share the folder."""
    done = keep / f"{side}.json"
    if done.exists(): return json.loads(done.read_text())
    keep.mkdir(parents=True, exist_ok=True)
    plan, kept = ref.Plan(cu, source, flags, keep), {}
    if not plan.error and plan.cudafe and plan.cicc:
        host = side == "host"
        rc, _, _ = ref.run(plan.cpp_host if host else plan.cpp_dev, cwd=source.parent, env=plan.env, timeout=300)
        if rc == 0:
            if host: command = plan.cudafe
            else:
                command = plan.cicc
                module = Path(plan.after(command, "--module_id_file_name"))
                if not module.exists(): module.write_text("_00000000_4_x_cu_00000000")
            if everything:
                for ii in (Path(w) for w in command if w.endswith(".ii")):
                    ii.write_text(own_headers(ii.read_text(errors="surrogateescape")), errors="surrogateescape")
            limit = 300
            if not host:  # its front end alone is wanted; code generation of a big unit takes minutes
                limit = 120
            rc, ds, _ = ref.diagnostics(command, source.parent, plan.env, limit)
            if rc != 124: kept = {"command": command, "exit": rc, "diagnostics": ds}
    for f in keep.iterdir():
        if f.suffix not in (".ii", ".json") and "module_id" not in f.name: f.unlink()
    done.write_text(json.dumps(kept))
    return kept

OUTPUTS = {"--gen_c_file_name", "--stub_file_name", "--gen_module_id_file_name", "--gen_device_file_name", "-o"}

def one(a, ref, cu, source, flags):
    key = hashlib.sha256("\0".join([str(source), *flags, *["everything"] * a.everything]).encode()).hexdigest()[:16]
    keep = a.cache / f"{source.stem}-{key}"
    if a.cached and not (keep / f"{a.side}.json").exists(): return source, "skipped", ""
    kept = prepared(ref, cu, source, flags, keep, a.side, a.everything)
    if not kept: return source, "skipped", ""
    if a.only_prepare: return source, "kept", ""
    with tempfile.TemporaryDirectory() as t:
        words = list(kept["command"][1:])
        for i in range(1, len(words)):
            if words[i - 1] in OUTPUTS: words[i] = str(Path(t) / Path(words[i]).name)
        verb = "cudafe++" if a.side == "host" else "device"
        command = [str(a.cleave), verb, "--output_mode", "sarif", *words]
        rc, out, err = ref.run(command, cwd=source.parent, timeout=120)
        found = ref.sarif(out + err)
    if rc not in (0, 1, 2, 4): return source, "broken", f"exit {rc}: {(out + err)[-300:]}"
    keys = ("severity", "line", "number")
    bag = lambda ds: collections.Counter(tuple(d.get(k) for k in keys) for d in ds or [] if d.get("severity") in ("error", "warning") and d.get("number") != 3709)
    got, want = bag(found), bag(kept["diagnostics"])
    more = [d for d in found or [] if tuple(d.get(k) for k in keys) in got - want]
    show = "".join(f"\n    + {d['severity']} {d['number']} {d['line']}:{d['column']} {d['text'][:160]}" for d in more[:4])
    less = "".join(f"\n    - {k}" for k in list(want - got)[:4])
    if rc and not kept["exit"]: return source, "falsely rejected", show
    if kept["exit"] and not rc: return source, "falsely accepted", less
    if got != want: return source, "other diagnostics", show + less
    return source, "same", ""

def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("cleave", type=Path); p.add_argument("what", nargs="+"); p.add_argument("--shared", type=Path, required=True)
    p.add_argument("--pass", dest="side", choices=["host", "device"], default="host"); p.add_argument("--sample", type=int)
    p.add_argument("--sets", type=Path, default=Path.home() / ".cache/cleave-accept/sets.json")
    p.add_argument("--flags", default="-std=c++17 --extended-lambda --expt-relaxed-constexpr")
    p.add_argument("--cache", type=Path, default=Path.home() / ".cache/cleave-accept"); p.add_argument("-v", "--verbose", action="store_true")
    p.add_argument("--cached", action="store_true", help="only units whose reference side is already kept")
    p.add_argument("--everything", action="store_true"); p.add_argument("--only-prepare", action="store_true"); p.add_argument("--jobs", type=int, default=2)
    a = p.parse_args(); a.cleave = a.cleave.resolve()
    sys.path.insert(0, str(a.shared.resolve() / "tools"))
    import _reference as ref
    cu, sets = ref.toolkit(), json.loads(a.sets.read_text()) if a.sets.exists() else {}
    for name in a.what:
        known = sets.get(name)
        flags = (known or {}).get("flags", a.flags.split())
        root = Path(known["root"] if known else name).resolve()
        files = sorted({f for g in (known or {}).get("files", ["**/*.cu"]) for f in root.glob(g)}) if root.is_dir() else [root]
        if a.sample: files = files[::max(1, len(files) // a.sample)]
        count = collections.Counter()
        with cf.ThreadPoolExecutor(a.jobs) as pool:
            for source, verdict, why in pool.map(lambda f: one(a, ref, cu, f, flags), files):
                count[verdict] += 1
                if a.verbose and verdict not in ("same", "skipped", "kept"): print(f"{verdict}: {source}{why}", flush=True)
        compared = len(files) - count["skipped"]
        print(f"{name}, {a.side}: {compared} compared ({count['skipped']} skipped): " + ", ".join(f"{v} {k}" for k, v in sorted(count.items()) if k != "skipped"))

main()
