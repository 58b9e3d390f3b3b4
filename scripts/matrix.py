#!/usr/bin/env python3
"""The host half beside the reference's, over all the flags that matter, as one table.

For each program and each of its flags (whole program or -rdc=true; -std=c++14, 17, 20; with and without --extended-lambda) the
reference's stages run once: both preprocessings, cudafe++, and the device compiler for its stub. Cleave then gets the command
line and the input that cudafe++ got, g++ makes an object of both host halves at each optimisation level, and the objects are
compared by the shared tools' own rules: symbols, the bytes and relocations of every function, variables and special sections.

Everything is cached by content. A second run only makes what Cleave's output changes. A program whose own first line
(`// flags: ...`) names another standard, or asks for what a cell leaves out, is left out of that cell. What the reference itself
rejects is counted as such.

Usage: matrix.py --shared DIR [--cleave PATH] [--only TEXT]... [--std 17]... [--rdc no|yes]... [--lambda no|yes]... [--opt 1]...
                 [--set programs|flashinfer|cutlass]... [--budget SECONDS] [--lines] [--warnings] [--clang PROGRAM] [--write FILE]
                 [--toolkit 13.5]
  --set       `programs` are test_data/programs; the others are .cu files of the wheels that scripts/corpus.py fetches
  --budget    after so many seconds only reads what is cached; the table says how many are missing
  --ids       compares the modules' names alone, which takes the reference's cudafe++ but neither its device compiler nor g++
  --no-stub   where the device compiler's stub is not there yet, compares the host halves with an empty one in its place: the
              device compiler takes most of the time, and what it writes is the same for both
  --lines     compares the line tables of -g objects as well, --warnings the warnings of -Wall -Wextra
  --clang     gives nvcc this host compiler
  --write     writes the table to a file; with --toolkit, as that toolkit's section of it
  --toolkit   compares with this version of the CUDA toolkit instead of the usual one; `--write` then goes to
              docs/host-half-toolkits.md where the usual table would be meant
Exit status 0 when all that was compared is equal.
"""
import argparse, collections, concurrent.futures as cf, hashlib, json, os, re, shlex, subprocess, sys, time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
STDS, YESNO, OPTS = ["17", "20", "14"], ["no", "yes"], ["-O1", "-O0", "-O2"]
WHEELS = ["flashinfer", "cutlass"]
# The attributes behind a lambda's parameters. The reference prints none of them; Cleave leaves them where they are.
HEAVY = 40_000_000                                      # bytes preprocessed above which a translation unit is left alone

def digest(*parts):
    h = hashlib.sha256()
    for p in parts:
        h.update(p if isinstance(p, bytes) else str(p).encode(errors="replace")); h.update(b"\0")
    return h.hexdigest()[:16]

def first_flags(path):
    m = re.match(r"//\s*flags:\s*(.*)", path.open(errors="replace").readline())
    return shlex.split(m.group(1)) if m else []

def last(text): return (text.strip().splitlines() or ["?"])[-1][:200]

def first_error(text): return next((l for l in text.splitlines() if "error" in l), last(text))[:200]

class Cell:
    """One program under one combination of flags."""
    def __init__(self, group, src, std, rdc, lam, extra=(), more=()):
        self.group, self.src, self.std, self.rdc, self.lam, self.more = group, src, std, rdc, lam, list(more)
        own = first_flags(src)
        self.skip = None
        stds = [f[len("-std=c++"):] for f in own if f.startswith("-std=")]
        if stds and stds[-1] != std: self.skip = "standard"
        if rdc == "no" and any(f in ("-rdc=true", "-dc") for f in own): self.skip = "rdc"
        if lam == "no" and any(f in ("--extended-lambda", "-extended-lambda", "--expt-extended-lambda") for f in own): self.skip = "lambda"
        add = [f"-std=c++{std}"] * (not stds) + ["-rdc=true"] * (rdc == "yes" and "-rdc=true" not in own)
        add += ["--extended-lambda"] * (lam == "yes" and "--extended-lambda" not in own)
        self.flags = [*own, *add, *extra]

    def name(self): return f"{self.src.stem} [{'rdc' if self.rdc == 'yes' else 'whole'} c++{self.std}{' lambda' if self.lam == 'yes' else ''}]"

class Bench:
    def __init__(self, a):
        self.a = a
        sys.path.insert(0, str(a.shared.resolve() / "tools"))
        import _objects, _reference
        self.objects, self.ref = _objects, _reference
        self.cu = _reference.toolkit()
        self.cleave = a.cleave.resolve()
        a.cache.mkdir(parents=True, exist_ok=True)

    def sh(self, cmd, cwd, timeout=900, env=None): return self.ref.run([str(c) for c in cmd], cwd=cwd, timeout=timeout, env=env)

    def over(self): return self.a.budget and time.time() - self.a.start > self.a.budget

    def folder(self, c): return self.a.cache / f"{c.src.stem}-{digest(c.src.name, c.src.read_bytes(), ' '.join(c.flags))}"

    def reference(self, c):
        """The folder with the reference's stages of a cell, and what happened."""
        d = self.folder(c); meta = d / "meta.json"
        if meta.exists():
            m = json.loads(meta.read_text())
            if "cwd" in m and not Path(m["cwd"]).is_dir(): m["cwd"] = str(c.src.resolve().parent)    # made in another checkout
            if not (m.get("rejected") or "").endswith("timeout"): return d, m
        d.mkdir(parents=True, exist_ok=True)
        m = self.host_half(c, d)
        # The names need no device compiler.
        if self.a.ids: return d, m
        if self.a.no_stub and not m["rejected"]:
            # Both host halves include the same stub, so that one without anything in it serves to compare them.
            (d / next(f"{Path(x).stem}.stub.c" for x in m["cc"] if x.endswith(".cudafe1.cpp"))).touch()
            return d, {**m, "stub": "none"}
        if not m["rejected"]: m = self.device_half(c, d, m)
        meta.write_text(json.dumps(m))
        return d, m

    def found(self, c):
        """The same, with the folders that only some files want where the others do not have a header."""
        d, m = self.reference(c)
        if c.more and "No such file" in (m["rejected"] or ""): c.flags, c.more = [*c.flags, *c.more], []; return self.reference(c)
        return d, m

    def plan(self, c, d): return self.ref.Plan(self.cu, c.src, c.flags, d)

    def host_half(self, c, d):
        """The preprocessor and cudafe++, once."""
        done = d / "host.json"
        if done.exists(): return json.loads(done.read_text())
        p = self.plan(c, d); cwd = c.src.resolve().parent
        if p.error or not p.cudafe: m = {"rejected": "nvcc: " + last(p.error or "no cudafe++")}
        else: m = {"cudafe": p.cudafe, "cc": p.cc, "cwd": str(cwd), "env": p.env["PATH"], "rejected": None}
        for what, cmd in () if m["rejected"] else (("preprocessor", p.cpp_host), ("cudafe++", p.cudafe)):
            m["rejected"] = m["rejected"] or self.stage(what, cmd, cwd, p.env)
        done.write_text(json.dumps(m))
        return m

    def device_half(self, c, d, m):
        """The device compiler is asked for its stub; what it does to the device code is of no interest here."""
        p = self.plan(c, d); cwd = c.src.resolve().parent
        if rejected := self.stage("preprocessor", p.cpp_dev, cwd, p.env): return {**m, "rejected": rejected}
        # The stub does not depend on how hard the optimizer tries.
        rc, o, e = self.sh([p.cicc[0], "-O0", *p.cicc[1:]], cwd, 600 if c.group in WHEELS else 900, env=p.env)
        stub = Path(p.after(p.cicc, "--stub_file_name"))
        if rc or not (d / stub.name).exists(): return {**m, "rejected": f"cicc: {first_error(o + e)}"}
        self.fat_binary(p, d, stub.name)
        for f in d.glob("*"):
            if f.name.endswith((".cpp1.ii", ".ptx", ".gpu", ".cudafe1.c")): f.unlink()
        return m

    def stage(self, what, cmd, cwd, env):
        """What is wrong with a stage, if anything."""
        rc, o, e = self.sh(cmd, cwd, env=env)
        if rc: return f"{what}: {first_error(o + e)}"
        if what == "preprocessor" and Path(cmd[cmd.index("-o") + 1]).stat().st_size > HEAVY: return "too large"
        return None

    def fat_binary(self, p, d, stub):
        """Stands for the device code that nobody assembles here; where code is relocatable it goes by the module's name."""
        self.ref.fatbin_placeholder(p, d)
        module = re.search(r"#define __NV_MODULE_ID (\w+)", (d / stub).read_text(errors="replace"))
        with (d / Path(p.after(p.cicc, "--include_file_name")).name).open("a") as f:
            if module: f.write(f'extern "C" const __fatBinC_Wrapper_t __fatbinwrap{module.group(1)}={{0x466243b1,1,fatbinData,0}};\n')

    def ours(self, c, d, m):
        """Cleave's host half of a cell: exit status, path, what it said."""
        fe = list(m["cudafe"]); out = d / "our"; out.mkdir(exist_ok=True)
        i = fe.index("--gen_c_file_name") + 1; ours = out / Path(fe[i]).name
        fe[i] = str(ours)
        at = fe.index("--module_id_file_name") + 1; theirs = Path(fe[at]); own = out / "module_id"; fe[at] = str(own)
        for f in (ours, own): f.unlink(missing_ok=True)
        rc, o, e = self.sh([self.cleave, "cudafe++", *fe[1:]], m["cwd"], 300)
        # Where the reference needs an id before it has seen anything to name it after, it makes one of the time and of its
        # process number: another one in every run. Cleave knows the whole file by then; to compare, it is given theirs.
        if rc == 0 and theirs.exists() and theirs.read_bytes() != own.read_bytes() and re.search(rb"_[0-9a-f]{8}_\d+$", theirs.read_bytes()):
            fe[at] = str(theirs); fe.remove("--gen_module_id_file")
            rc, o, e = self.sh([self.cleave, "cudafe++", *fe[1:]], m["cwd"], 300)
        return rc, ours, o + e

    def compiler(self, m, d, refcpp, cpp, opt, *more):
        c = list(m["cc"]); c[c.index(refcpp)] = str(cpp); o = c.index("-o"); del c[o:o + 2]
        return [*c, opt, "-w", "-ffunction-sections", "-fdata-sections", "-I", str(d), "-frandom-seed=0", *more]

    def cell(self, c):
        r = {"cell": c.name(), "group": c.group, "program": c.src.name, "std": c.std, "rdc": c.rdc, "lambda": c.lam, "state": "skipped", "why": c.skip, "opts": {}}
        if c.skip: return r
        if self.over() and not self.folder(c).joinpath("host.json" if self.a.no_stub else "meta.json").exists(): return {**r, "state": "missing"}
        d, m = self.found(c)
        if m["rejected"]: return {**r, "state": "rejected", "why": m["rejected"]}
        refcpp = next(x for x in m["cc"] if x.endswith(".cudafe1.cpp"))
        rc, ours, said = self.ours(c, d, m)
        r["state"] = "compared"
        if self.a.ids:
            ref, our = (f.read_text() if f.exists() else "" for f in (Path(m["cudafe"][m["cudafe"].index("--module_id_file_name") + 1]), d / "our/module_id"))
            r["id"] = {"ref": ref, "our": our, "equal": ref == our}; return r
        if rc or not ours.exists():
            why = next((l for l in said.splitlines() if "error" in l), said[-300:])
            r["opts"] = {o: {"accepted": False, "equal": False, "why": f"exit {rc}: {why}"} for o in self.a.opt}; return r
        # No object depends on what is said about warnings: it is made with -w.
        code = re.sub(rb"(?m)^#pragma GCC diagnostic .*\n", b"", ours.read_bytes())
        for opt in self.a.opt:
            stub = "-nostub" if m.get("stub") == "none" else ""
            key = digest(code, opt, Path(refcpp).stat().st_size, stub); f = d / f"result{stub}{opt}.json"
            old = json.loads(f.read_text()) if f.exists() else {}
            if old.get("key") != key:
                if self.over(): continue
                old = {"key": key, **self.compare(m, d, refcpp, ours, opt, stub)}; f.write_text(json.dumps(old))
            if old["why"].startswith("ref does not compile"):
                return {**r, "state": "rejected", "opts": {}, "why": "the host compiler, of the reference's host half: " + old["why"][22:] + ("" if old["compiles"] else "; nor of Cleave's")}
            r["opts"][opt] = old
        if not r["opts"]: return {**r, "state": "missing"}
        if self.a.lines: r["lines"] = self.lines(m, d, refcpp, ours)
        if self.a.warnings: r["warnings"] = self.warnings(m, d, refcpp, ours)
        return r

    def compare(self, m, d, refcpp, ours, opt, stub):
        r = {"accepted": True, "compiles": False, "symbols": False, "code": False, "data": False, "equal": False, "why": ""}
        objs = {}
        for name, cpp in (("ref", Path(refcpp)), ("our", ours)):
            obj = objs[name] = d / f"{name}{stub}{opt}.o"
            if name == "ref" and obj.exists(): continue
            rc, _, e = self.sh([*self.compiler(m, d, refcpp, cpp, opt), "-o", obj], m["cwd"])
            if rc:
                errors = [l for l in e.splitlines() if "error" in l][:2] or e.splitlines()[-2:]
                r["why"] = f"{name} does not compile: " + " | ".join(errors)[:400]
                if name == "ref": r["compiles"] = self.sh([*self.compiler(m, d, refcpp, ours, opt), "-o", "/dev/null"], m["cwd"])[0] == 0
                return r
        r["compiles"] = True
        same, n, fns, data, note = self.objects.compare(objs["ref"], objs["our"])
        r.update(symbols=same, functions=n, code=same and not fns, data=not data)
        r["equal"] = r["code"] and r["data"]
        r["why"] = "; ".join(x for x in (note, f"{len(fns)} of {n} functions differ: {fns[:4]}" if fns else "", f"data: {data[:4]}" if data else "") if x)
        objs["our"].unlink()
        return r

    def lines(self, m, d, refcpp, ours):
        """How many functions have the same source lines, statement by statement, in both -g objects."""
        tables = []
        for name, cpp in (("ref", Path(refcpp)), ("our", ours)):
            obj = d / f"{name}-g.o"
            if not (name == "ref" and obj.exists()):
                rc, _, e = self.sh([*self.compiler(m, d, refcpp, cpp, "-O0", "-g"), "-o", obj], m["cwd"])
                if rc: return {"why": f"{name} does not compile"}
            tables.append(line_table(self.sh(["objdump", "--dwarf=decodedline", "-C", obj], m["cwd"])[1], Path(m["cudafe"][-1]).name.split(".cpp4")[0]))
        a, b = tables
        differ = [[x, y] for x, y in zip(sorted((a - b).elements()), sorted((b - a).elements()))]
        return {"functions": a.total(), "equal": (a & b).total(), "differ": differ[:4]}

    def warnings(self, m, d, refcpp, ours):
        out = {}
        for name, cpp in (("ref", Path(refcpp)), ("our", ours)):
            cmd = [x for x in self.compiler(m, d, refcpp, cpp, "-O1", "-Wall", "-Wextra", "-fsyntax-only") if x != "-w"]
            rc, _, e = self.sh(cmd, m["cwd"])
            out[name] = collections.Counter(re.findall(r"warning:.*\[(-W[\w+=-]+)\]", e))
        return {"ref": sum(out["ref"].values()), "our": sum(out["our"].values()), "more": dict(out["our"] - out["ref"]), "fewer": dict(out["ref"] - out["our"])}

def line_table(text, program):
    """The program's own functions in a -g object (each is a section), as the runs of instructions of each file and line; counted.
    Rows of one line that follow each other are one: they differ by columns, and the reference prints on other columns."""
    functions, rows, last = collections.Counter(), [], None
    for l in text.splitlines():
        m = re.match(r"^(\S+)\s+(\d+|-)\s+(0x[0-9a-f]+|0)\b", l)
        if not m: continue
        if (at := f"{m.group(1)}:{m.group(2)}") != last: rows.append(f"{at}@{m.group(3)}")
        last = at
        if m.group(2) == "-": functions[" ".join(rows)] += rows[0].startswith(program); rows, last = [], None
    return functions

def wheels(a, group):
    """The .cu files of a library's wheel, and the flags that find its headers, in the folder that scripts/corpus.py fills."""
    def at(name): return next(iter(sorted(a.wheels.glob(f"{name}-[0-9]*"))), None) or sys.exit(f"no {name} in {a.wheels}: scripts/corpus.py fetches it")
    cutlass, fi, ffi = at("nvidia-cutlass") / "cutlass_library/source", at("flashinfer-python") / "flashinfer/data", at("apache-tvm-ffi") / "tvm_ffi"
    curand = list(at("nvidia-curand").glob("**/include"))
    inner = ["kda/tf32", "gdn", "cake_fmha", "cake_fmha/include", "nv_internal/tensorrt_llm/cutlass_extensions/include",
             "nv_internal/tensorrt_llm/kernels/cutlass_kernels/include", "fmha_v2", "xqa"]
    files, include, more = {
        "cutlass": (cutlass.glob("examples/**/*.cu"), [cutlass / "include", cutlass / "tools/util/include", cutlass / "examples/common", *curand],
                    lambda f: [f.parent]),
        "flashinfer": (fi.glob("csrc/*.cu"), [*(fi / f for f in ("include", "csrc", "csrc/nv_internal", "csrc/nv_internal/include", "cutlass/include",
                       "cutlass/tools/util/include", "spdlog/include")), ffi / "include", ffi / "3rdparty/dlpack/include", *curand],
                       lambda f: [fi / "csrc" / i for i in inner]),
    }[group]
    flags = lambda folders: [x for i in folders for x in ("-I", str(i))]
    # The small ones first: a large one takes the device compiler many minutes.
    return sorted(files, key=lambda f: f.stat().st_size), flags(include), lambda f: flags(more(f))

def table(rows, a):
    out = ["| set | mode | C++ | lambdas | programs | left out | rejected | compared | " + " | ".join(f"equal at {o}" for o in a.opt) + " |",
           "|---|---|---|---|---|---|---|---|" + "---|" * len(a.opt)]
    groups = collections.defaultdict(list)
    for r in rows: groups[(r["group"], r["rdc"], r["std"], r["lambda"])].append(r)
    total = collections.Counter()
    for (g, rdc, std, lam), rs in sorted(groups.items(), key=lambda x: (x[0][0] != "programs", x[0])):
        n = collections.Counter(r["state"] for r in rs)
        cols = []
        for o in a.opt:
            done = [r["opts"][o] for r in rs if o in r["opts"]]
            cols.append(f"{sum(x['equal'] for x in done)}/{len(done)}" if done else "")
            total[o, "equal"] += sum(x["equal"] for x in done); total[o, "done"] += len(done)
        compared = f"{n['compared']}" + (f" ({n['missing']} not run)" if n["missing"] else "")
        out.append(f"| {g} | {'-rdc=true' if rdc == 'yes' else 'whole program'} | {std} | {'yes' if lam == 'yes' else 'no'} | {len(rs)} | {n['skipped']} | {n['rejected']} | {compared} | " + " | ".join(cols) + " |")
    out.append("| all | | | | | | | | " + " | ".join(f"{total[o, 'equal']}/{total[o, 'done']}" for o in a.opt) + " |")
    return out

def report(rows, a):
    out = ["# The host half beside the reference's", "",
           "Made by `just matrix` (scripts/matrix.py, which says how it compares). Equal means: the same symbols, the same bytes and relocations of every",
           "function, the same data and special sections, in the objects that g++ makes of both host halves. Left out are programs whose own flags",
           "contradict the row; rejected is what the reference itself, or its host compiler, does not take with these flags.", ""]
    out += table(rows, a)
    bad = collections.defaultdict(list)
    for r in rows:
        for o, x in r["opts"].items():
            if not x["equal"]: bad[r["program"], x["why"]].append((r["cell"], o))
    out += ["", "## What is not equal", ""]
    for (program, why), cells in sorted(bad.items()):
        out.append(f"- `{program}` in {len(cells)} cells, such as {cells[0][0]} {cells[0][1]}: {clean(why)}")
    if not bad: out.append("Nothing.")
    out += ["", "## What was not run", ""]
    groups = collections.defaultdict(list)
    for r in rows:
        if r["state"] in ("compared", "missing"): groups[r["group"], r["rdc"], r["std"], r["lambda"]].append(r)
    whole = True
    for (g, rdc, std, lam), rs in sorted(groups.items()):
        todo = [f"{n} of {len(rs)} at {o}" for o in a.opt if (n := sum(o not in r["opts"] for r in rs))]
        if todo: whole = False; out.append(f"- {g}, {'-rdc=true' if rdc == 'yes' else 'whole program'}, C++{std}{', lambdas' if lam == 'yes' else ''}: {', '.join(todo)}")
    if whole: out.append("Nothing.")
    rejected = collections.defaultdict(set)
    for r in rows:
        if r["state"] == "rejected": rejected[r["program"], clean(r["why"])].add(r["std"])
    out += ["", "## What the reference rejects", ""]
    out += [f"- `{p}` (C++{', '.join(sorted(s))}): {w}" for (p, w), s in sorted(rejected.items())] or ["Nothing."]
    for key, title in (("lines", "Line tables"), ("warnings", "Warnings")):
        have = [r for r in rows if key in r]
        if not have: continue
        out += ["", f"## {title}", ""]
        if key == "lines":
            n = sum(r["lines"].get("functions", 0) for r in have); e = sum(r["lines"].get("equal", 0) for r in have)
            out.append(f"With -g -O0, {e} of {n} functions of {len(have)} cells have the same file and line for every instruction in both objects.")
            out += [f"- {r['cell']}: {clean(str(r['lines'].get('differ') or r['lines'].get('why')))[:300]}" for r in have if r["lines"].get("differ") or "why" in r["lines"]]
        else:
            ref, our = (sum(r["warnings"][k] for r in have) for k in ("ref", "our"))
            out.append(f"With -Wall -Wextra, g++ gives {ref} warnings on the reference's host halves of {len(have)} cells and {our} on Cleave's.")
            out += [f"- {r['cell']}: more {r['warnings']['more']}, fewer {r['warnings']['fewer']}" for r in have if r["warnings"]["more"] or r["warnings"]["fewer"]]
    return "\n".join(out) + "\n"

TOOLKITS = """# The host half beside other toolkits' cudafe++

Made by `just matrix --toolkit V`, a section for each version. [host-half.md](host-half.md) is the table of CUDA 13.0 and says what
the columns mean.
"""

def section(a, text):
    """The file that `--write` names, with this toolkit's section made anew."""
    title = f"## CUDA {a.toolkit}\n"
    old = a.write.read_text() if a.write.exists() else TOOLKITS
    head, *sections = re.split(r"(?m)^(?=## CUDA )", old)
    body = title + "\n" + with_what(a) + re.sub(r"(?m)^##", "###", text[text.index("\n|") + 1:])
    sections = [s.rstrip() + "\n" for s in sections if not s.startswith(title)] + [body]
    key = lambda s: [int(x) for x in re.match(r"## CUDA ([\d.]+)", s).group(1).split(".")]
    return "\n".join([head.rstrip() + "\n", *sorted(sections, key=key)])

def with_what(a):
    """What a run left out on purpose."""
    said = [f"`{f}`" for f, on in (("--no-stub", a.no_stub), *((f"--only {o}", True) for o in a.only)) if on]
    return f"Run with {', '.join(said)}.\n\n" if said else ""

def clean(text):
    """Without the paths of this machine."""
    return re.sub(r"(/[\w.+-]+)+/([\w.+-]+)", r"\2", re.sub(r"tmp[\w.]+", "tmp", text or "")).replace("|", "/")[:400]

def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--shared", type=Path, default=Path(os.environ.get("CLEAVE_SHARED", ROOT.parent / "shared"))); p.add_argument("--cleave", type=Path, default=ROOT / "target/release/cleave")
    p.add_argument("--only", action="append", default=[]); p.add_argument("--std", action="append"); p.add_argument("--rdc", action="append", choices=YESNO)
    p.add_argument("--lambda", dest="lam", action="append", choices=YESNO); p.add_argument("--opt", action="append"); p.add_argument("--set", action="append", choices=["programs", *WHEELS])
    p.add_argument("--budget", type=float, default=0); p.add_argument("--lines", action="store_true"); p.add_argument("--warnings", action="store_true"); p.add_argument("--clang"); p.add_argument("--ids", action="store_true"); p.add_argument("--no-stub", action="store_true")
    p.add_argument("--limit", type=int, default=0, help="at most so many files of a set"); p.add_argument("--flag", action="append", default=[], help="a further nvcc flag")
    p.add_argument("--write", type=Path); p.add_argument("--jobs", type=int, default=2); p.add_argument("--verbose", action="store_true"); p.add_argument("--json", type=Path)
    p.add_argument("--cache", type=Path, default=Path(os.environ.get("CLEAVE_MATRIX_CACHE", Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "cleave-matrix")))
    p.add_argument("--wheels", type=Path, default=Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "cleave-corpus", help="where scripts/corpus.py unpacked them")
    p.add_argument("--toolkit", help="the version to compare with")
    p.add_argument("files", nargs="*", type=Path)
    a = p.parse_args(); a.start = time.time()
    if a.toolkit:
        os.environ["CUDA_REFERENCE_VERSION"] = a.toolkit
        a.cache = a.cache.with_name(f"{a.cache.name}-{a.toolkit}")      # what is cached knows no version
        if a.write == Path("docs/host-half.md"): a.write = Path("docs/host-half-toolkits.md")
    a.opt = ["-O" + o.removeprefix("-O") for o in a.opt] if a.opt else OPTS; stds, rdcs, lams = a.std or STDS, a.rdc or YESNO, a.lam or YESNO
    bench = Bench(a); extra = a.flag + (["-ccbin", a.clang] if a.clang else [])
    cells = []
    def add(group, files, rows, extra, more=lambda f: ()):
        files = [f for f in files if not a.only or any(o in str(f) for o in a.only)]
        if a.limit: files = files[:a.limit]
        for std, rdc, lam in rows: cells.extend(Cell(group, f, std, rdc, lam, extra, more(f)) for f in files)
    grid = [(s, r, l) for l in lams for s in stds for r in rdcs]
    if a.files: add("files", a.files, grid, extra)
    else:
        for group in a.set or ["programs"]:
            if group == "programs": add(group, sorted((ROOT / "test_data/programs").glob("*.cu")), grid, extra); continue
            files, flags, more = wheels(a, group)
            # Compiling a library takes long: the other cells only where they are asked for.
            rows = [(s, r, l) for l in a.lam or ["no"] for s in a.std or ["17"] for r in a.rdc or ["no"]]
            add(group, files, rows, [*flags, "--expt-relaxed-constexpr", *extra], more)
    rows = []
    with cf.ThreadPoolExecutor(a.jobs) as ex:
        for r in ex.map(bench.cell, cells):
            rows.append(r)
            bad = [f"{o}: {x['why']}" for o, x in r["opts"].items() if not x["equal"]]
            if bad or a.verbose: print(("FAIL " if bad else f"{r['state']:8} ") + r["cell"], (bad or [r["why"] or ""])[0], flush=True)
            if a.verbose and (r.get("lines") or r.get("warnings")): print("    ", r.get("lines"), r.get("warnings"), flush=True)
            if a.ids and "id" in r: print("     " if r["id"]["equal"] else "NAME ", r["id"]["ref"], "" if r["id"]["equal"] else r["id"]["our"], flush=True)
    if a.ids:
        named = [r["id"]["equal"] for r in rows if "id" in r]
        print(f"{sum(named)} of {len(named)} modules have the reference's name"); sys.exit(0 if all(named) else 1)
    print("\n".join(table(rows, a)))
    if a.json: a.json.write_text(json.dumps(rows, indent=1))
    if a.write: a.write.write_text(section(a, report(rows, a)) if a.toolkit else report(rows, a))
    sys.exit(0 if all(x["equal"] for r in rows for x in r["opts"].values()) else 1)

main()
