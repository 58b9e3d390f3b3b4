#!/usr/bin/env python3
"""Foreign code: does Cleave write the device half, and is it whole? Nothing of the reference's device front end runs here, so that
units whose code takes minutes to compile are tried in seconds; `device-diff` compares the PTX of those that matter.

Usage: device.py --shared DIR [--flags="..."] [--ptxas] [--jobs N] [-v] CLEAVE FILE_OR_FOLDER...
For each unit (all *.cu below a folder) nvcc's own command preprocesses the device pass, and `cleave device` writes the half as C.
  skipped    the unit cannot be preprocessed: headers are missing
  written    the half is there
  refused    it is not, with why
  open       code uses functions that have no definition and are not the runtime's (their names are mangled)
--ptxas has cicc and ptxas compile what was written: `broken` counts those that one of them rejects.
Exit status 1 if a half is refused, open or broken.
"""
import argparse, collections, concurrent.futures as cf, re, resource, sys, tempfile
from pathlib import Path

OUTPUTS = ("--stub_file_name", "--gen_device_file_name", "--entities_file_name", "-o")
DECLARED = re.compile(r"^__attribute__\(\(device\)\) extern [^;={]*?\b(_Z\w+)\([^;{]*\);$", re.M)
DEFINED = re.compile(r"^[^\n;#]*?\b(_Z\w+)\([^;\n]*\)\n\{", re.M)

def one(a, ref, cu, source):
    """What became of one unit, and a sentence about it."""
    with tempfile.TemporaryDirectory() as t:
        t = Path(t)
        plan = ref.Plan(cu, source, a.flags.split(), t)
        if plan.error or not plan.cicc: return source, "skipped", str(plan.error)[-200:]
        rc, _, said = ref.run(plan.cpp_dev, cwd=source.parent, env=plan.env, timeout=300)
        if rc: return source, "skipped", said.strip().splitlines()[-1] if said.strip() else ""
        # The name of the unit's internal entities is of no interest here: the host pass would say it.
        Path(plan.after(plan.cicc, "--module_id_file_name")).write_text("_00000000_4_x_cu_00000000")
        words, made = list(plan.cicc[1:]), t / "device.i"
        for i in range(1, len(words)):
            if words[i - 1] in OUTPUTS: words[i] = str(t / ("our" + Path(words[i]).name))
        rc, _, said = ref.run([str(a.cleave), "device", *words, "--device_c_file_name", str(made)], cwd=source.parent, timeout=300)
        if rc or not made.exists():
            at = said.find("cannot be written: ")
            return source, "refused", said[max(at, 0):][:300].split("\n")[0]
        text = made.read_text(errors="replace")
        missing = sorted(set(DECLARED.findall(text)) - set(DEFINED.findall(text)))
        if missing: return source, "open", " ".join(missing[:3])
        if a.ptxas:
            ptx = t / "device.ptx"
            generator = [w for w in plan.cicc if re.match(r"-(m64|ftz|prec_|fmad|-allow_managed)", w)]
            cicc = [plan.cicc[0], "--c11", "-w", *generator, "-arch", plan.after(plan.cicc, "-arch"), str(made), "-o", str(ptx)]
            rc, _, said = ref.run(cicc, cwd=t, env=plan.env, timeout=600)
            if rc: return source, "broken", said[:300]
            target = re.search(r"^\.target (\w+)", ptx.read_text(), re.M).group(1)
            rc, _, said = ref.run([str(cu / "bin/ptxas"), f"-arch={target}", str(ptx), "-o", str(t / "cubin")], timeout=600)
            if rc: return source, "broken", said[:300]
        return source, "written", ""

def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("cleave", type=Path); p.add_argument("what", nargs="+", type=Path); p.add_argument("--shared", type=Path, required=True)
    p.add_argument("--flags", default="-std=c++17 --extended-lambda --expt-relaxed-constexpr"); p.add_argument("--ptxas", action="store_true")
    p.add_argument("--jobs", type=int, default=2); p.add_argument("-v", "--verbose", action="store_true")
    a = p.parse_args(); a.cleave = a.cleave.resolve()
    sys.path.insert(0, str(a.shared.resolve() / "tools"))
    import _reference as ref
    cu, count = ref.toolkit(), collections.Counter()
    files = [f.resolve() for w in a.what for f in (sorted(w.rglob("*.cu")) if w.is_dir() else [w])]
    with cf.ThreadPoolExecutor(a.jobs) as pool:
        for source, state, why in pool.map(lambda f: one(a, ref, cu, f), files):
            count[state] += 1
            if a.verbose and state != "written" or state in ("refused", "open", "broken"): print(f"{state}: {source}: {why}", flush=True)
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    print(", ".join(f"{count[s]} {s}" for s in ("written", "refused", "open", "broken", "skipped")) + f"; {used.ru_utime + used.ru_stime:.0f} s of processor time")
    sys.exit(any(count[s] for s in ("refused", "open", "broken")))

main()
