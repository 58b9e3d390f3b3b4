#!/usr/bin/env python3
"""The shared conformance scores in seconds: what the reference's side needs (preprocessed inputs, commands,
module ids, stubs) is made once and kept in the user's cache; the comparison is `conformance`'s own code.

Usage: score.py --shared DIR [host|device] CLEAVE [AREA | AREA/CASE]... [-v] [--compile] [--entities] [--json OUT]
  -v          every failing case, with what differs
  --compile   also ask g++ of every host output whose reference output it accepts (minutes)
  --entities  also the kernels, kept functions and registrations of the device side
"""
import argparse, collections, concurrent.futures as cf, json, os, re, shlex, shutil, sys, tempfile
from pathlib import Path

def load(shared):
    """conformance's functions: its text without the call of main at its end."""
    tools = shared / "tools"
    sys.path.insert(0, str(tools))
    text = (tools / "conformance").read_text().rsplit("\nmain()", 1)[0]
    space = {"__file__": str(tools / "conformance"), "__name__": "conformance"}
    exec(compile(text, "conformance", "exec"), space)
    return space

def prepare(ref, cu, case, keep):
    """Runs the reference's pipeline for one case, once; returns what was kept of it."""
    done = keep / "done.json"
    if done.exists(): return json.loads(done.read_text())
    shutil.rmtree(keep, ignore_errors=True); keep.mkdir(parents=True)
    record = json.loads(case.with_suffix(".json").read_text())
    plan = ref.Plan(cu, case, record["flags"], keep)
    kept = {"plan": not plan.error and bool(plan.cudafe)}
    if kept["plan"]:
        ref.run(plan.cpp_host, cwd=case.parent, env=plan.env)
        kept.update(cudafe=plan.cudafe, cicc=plan.cicc)
        if plan.cicc:
            ref.run(plan.cpp_dev, cwd=case.parent, env=plan.env)
            module = Path(plan.after(plan.cudafe, "--module_id_file_name"))
            ref.run(plan.cudafe, cwd=case.parent, env=plan.env)
            if not module.exists() or not module.read_text(): module.write_text("_00000000_4_x_cu_00000000")
            kept["module"] = module.read_text()
            if record["host"].get("compiles"): ref.run(plan.cicc, cwd=case.parent, env=plan.env)
    done.write_text(json.dumps(kept))
    return kept

def redirected(command, keep, scratch, outputs):
    """The command with its output files moved to `scratch`; inputs stay where they were kept."""
    command = list(command)
    for i, word in enumerate(command):
        if i and command[i - 1] in outputs: command[i] = str(scratch / Path(word).name)
    return command

OUTPUTS = {"--gen_c_file_name", "--stub_file_name", "--gen_module_id_file_name", "--gen_device_file_name", "-o"}

def one(a, space, cu, case):
    ref, score, why = space["ref"], {}, ""
    record = json.loads(case.with_suffix(".json").read_text())
    keep = a.cache / f"{case.parent.name}-{case.stem}"
    kept = prepare(ref, cu, case, keep)
    if "host" not in record or not kept["plan"]: return case, score, "no plan"
    env = dict(os.environ, PATH=f"{cu}/nvvm/bin:{cu}/bin:" + os.environ["PATH"])
    with tempfile.TemporaryDirectory() as t:
        scratch = Path(t)
        if a.side == "host":
            if a.compile and record["host"].get("compiles"):
                shutil.copytree(keep, scratch / "all", dirs_exist_ok=True)
                plan = ref.Plan(cu, case, record["flags"], scratch / "all")
                rc, _, _ = ref.run([str(a.cleave), "cudafe++", *plan.cudafe[1:]], cwd=case.parent, env=plan.env)
                ok, err = ref.gxx_accepts(plan, scratch / "all", case.parent) if rc == 0 else (False, f"exit {rc}")
                score["host.compiles"] = ok
                if not ok: why = "g++: " + err
            command = redirected(kept["cudafe"], keep, scratch, OUTPUTS)
            rc, ds, text = space["tool"](a.cleave, "cudafe++", command[1:], case.parent, env)
            space["compare"](score, "host", record["host"], rc, ds)
            want = record["host"]
        elif kept.get("cicc") and "device" in record:
            command = redirected(kept["cicc"], keep, scratch, OUTPUTS)
            entities = scratch / "entities.json"
            extra = ["--entities_file_name", str(entities)] if a.entities else []
            rc, ds, text = space["tool"](a.cleave, "device", [*extra, *command[1:]], case.parent, env)
            want = record["device"]
            space["compare"](score, "device", want, rc, ds)
            if a.entities and want["exit"] == 0:
                m, norm = kept["module"], space["norm"]
                got = json.loads(entities.read_text()) if entities.exists() else []
                names = lambda kinds: sorted({norm(e["name"], m) for e in got if e.get("kind") in kinds and e.get("defined", True)})
                kernels = sorted({x[1] for x in want["ptx"] if x[0] == "entry"})
                score["device.kernels"] = names({"kernel"}) == kernels
                score["device.kept"] = names({"kernel", "function"}) == sorted(set(want["kept"]))
                stub = ref.registrations(scratch / Path(space["ref"].Plan.after(None, kept["cicc"], "--stub_file_name")).name)
                score["device.registers"] = json.loads(norm(json.dumps(stub), m)) == want["registers"]
                if a.verbose:
                    for label, g, w in (("kernels", names({"kernel"}), kernels), ("kept", names({"kernel", "function"}), sorted(set(want["kept"])))):
                        if g != w: why += f"\n    {label} + {sorted(set(g) - set(w))[:6]}\n    {label} - {sorted(set(w) - set(g))[:6]}"
        else: return case, score, "no device"
        if rc not in (0, 1, 2, 4): why += f" exit {rc}: {text[-300:]}"
        if a.verbose:
            keys = ("severity", "line", "number", "column", "text")
            got, wanted = space["bag"](ds or [], *keys), space["bag"](want["diagnostics"], *keys)
            for mark, d in (("+", got - wanted), ("-", wanted - got)):
                for key in list(d)[:6]: why += f"\n    {mark} {key}"
    return case, score, why

def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("side", choices=["host", "device"]); p.add_argument("cleave", type=Path); p.add_argument("only", nargs="*")
    p.add_argument("--shared", type=Path, required=True); p.add_argument("-v", "--verbose", action="store_true")
    p.add_argument("--cache", type=Path, default=Path.home() / ".cache/cleave-score")
    p.add_argument("--compile", action="store_true"); p.add_argument("--entities", action="store_true")
    p.add_argument("--json", type=Path); p.add_argument("--jobs", type=int, default=2)
    a = p.parse_args(); a.cleave = a.cleave.resolve(); a.shared = a.shared.resolve()
    space = load(a.shared); cu = space["ref"].toolkit()
    cases = sorted(f.resolve() for f in (a.shared / "cases").rglob("*.cu") if f.with_suffix(".json").exists() and '"host"' in f.with_suffix(".json").read_text())
    if a.only: cases = [f for f in cases if f.parent.name in a.only or f"{f.parent.name}/{f.stem}" in a.only]
    by = collections.defaultdict(lambda: [0, 0]); areas = collections.defaultdict(lambda: [0, 0]); rows = []
    with cf.ThreadPoolExecutor(a.jobs) as pool:
        for case, score, why in pool.map(lambda f: one(a, space, cu, f), cases):
            name = f"{case.parent.name}/{case.stem}"
            rows.append({"case": name, "score": score, "why": why})
            for k, v in score.items(): by[k][0] += v; by[k][1] += 1
            if score: areas[case.parent.name][0] += all(score.values()); areas[case.parent.name][1] += 1
            bad = [k.split(".")[1] for k, v in score.items() if not v]
            if bad and a.verbose: print(f"{name}: {' '.join(bad)}{why}", flush=True)
    print(f"{a.side}: " + ", ".join(f"{k.split('.')[1]} {v[0]}/{v[1]}" for k, v in by.items()))
    print("areas: " + ", ".join(f"{k} {v[0]}/{v[1]}" for k, v in sorted(areas.items())))
    if a.json: a.json.write_text(json.dumps(rows, indent=1))

main()
