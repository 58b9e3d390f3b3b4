#!/usr/bin/env python3
"""Random edits of programs: does the stand-in for cicc write what cicc writes, and how often without running it?
With --mode kernels: does it write the same whether anything is kept or not, and is the code of all kernels that of cicc?
With --mode object: is the object that nvcc makes with all stand-ins, kept objects and precompiled headers included, the one that it
makes without them?
With --mode watch: does `cleave watch`, which goes on over all edits of a program, leave the object and say what nvcc does without Cleave?

Usage: rebuild.py --shared DIR [--edits N] [--seed N] [--jobs N] [--kinds a,b] [--flags "..."] [--mode exact|kernels|object|watch] [-v]
                  CLEAVE FILE...
Each program is compiled once, so that its outputs are kept. Each edit is compiled by the toolkit's cicc and by the stand-in. The PTX and
the stub must be the same bytes. The table says for each kind of edit
  edits   how many compile
  same    how many of them leave PTX and stub as they are, lines apart
  reused  how many the stand-in answers without cicc; in object mode, by an old object or on precompiled headers; in watch mode, how
          many are built by steps
  wrong   how many of these answers are not what cicc writes; in kernels mode, of all answers that are not those of an empty cache
  other   how many other answers are not what cicc writes; in kernels mode, in how many the code of a kernel is not cicc's
Exit status 1 if an answer is wrong.
"""
import argparse, collections, concurrent.futures as cf, json, os, random, re, shutil, subprocess, sys, tempfile, time
from pathlib import Path

def code_lines(lines):
    """Numbers of lines in front of which a line may be put."""
    out, raw = [], False
    for i, line in enumerate(lines):
        if not raw and not (i and lines[i - 1].rstrip().endswith("\\")): out.append(i)
        if 'R"' in line: raw = True
        if raw and ')"' in line: raw = False
    return out

def statements(lines):
    return [i for i in code_lines(lines) if re.match(r"^\s+[^#/\s].*;\s*$", lines[i]) and "return" not in lines[i]]

def comment(r, lines):
    i = r.choice(code_lines(lines)); return lines[:i] + ["// note\n"] + lines[i:]
def blank(r, lines):
    i = r.choice(code_lines(lines)); return lines[:i] + ["\n"] * r.randint(1, 3) + lines[i:]
def join(r, lines):
    may = [i for i in code_lines(lines)[:-1] if not re.search(r"//|#|\\|\"", lines[i] + lines[i + 1]) and lines[i].strip()]
    if not may: return None
    i = r.choice(may); return lines[:i] + [lines[i].rstrip() + " " + lines[i + 1].lstrip()] + lines[i + 2:]
def number(r, lines):
    at = [(i, m.span()) for i in code_lines(lines) if not lines[i].lstrip().startswith("#")
          for m in re.finditer(r"(?<![\w.\"])\d+(?![\w.\"])", lines[i])]
    if not at: return None
    i, (a, b) = r.choice(at); n = int(lines[i][a:b])
    return lines[:i] + [lines[i][:a] + str(n + r.choice([1, 2, 8])) + lines[i][b:]] + lines[i + 1:]
def operator(r, lines):
    at = [(i, m.span()) for i in code_lines(lines) if not re.search(r"#|template|include", lines[i]) for m in re.finditer(r" [-+*<] ", lines[i])]
    if not at: return None
    i, (a, b) = r.choice(at); new = r.choice(["+", "-", "*", "<"])
    return lines[:i] + [lines[i][:a] + f" {new} " + lines[i][b:]] + lines[i + 1:]
def delete(r, lines):
    at = statements(lines)
    if not at: return None
    i = r.choice(at); return lines[:i] + lines[i + 1:]
def twice(r, lines):
    at = statements(lines)
    if not at: return None
    i = r.choice(at); return lines[:i + 1] + [lines[i]] + lines[i + 1:]
def inside(r, lines, what):
    """Behind the brace of the function main."""
    at = [i for i in code_lines(lines) if re.match(r"^(int|void|bool|static|double|float)\b.*\)\s*\{\s*$", lines[i]) and "__" not in lines[i]]
    if not at: return None
    i = r.choice(at); return lines[:i + 1] + ["  " + what + "\n"] + lines[i + 1:]
def host_statement(r, lines):
    return inside(r, lines, r.choice(["int cleave_a = 3; (void)cleave_a;", "static int cleave_b = 0; ++cleave_b;", "for (int cleave_i = 0; cleave_i < 3; ++cleave_i) {}"]))
def host_closure(r, lines):
    return inside(r, lines, r.choice(["auto cleave_l = [](int x) { return x + 1; }; (void)cleave_l;", "struct CleaveLocal { int a; } cleave_s{1}; (void)cleave_s;"]))
def host_function(r, lines):
    at = [i for i in code_lines(lines) if re.match(r"^(int|__global__|template|static|void|struct)\b", lines[i]) and (i == 0 or not lines[i - 1].strip() or lines[i - 1].rstrip().endswith("}"))]
    if not at: return None
    i = r.choice(at)
    new = r.choice(["static int cleave_new(int a) { return a * 2; }\n", "int cleave_external(const char* text) { return text[0]; }\n", "inline long cleave_inline() { return 7; }\n"])
    return lines[:i] + [new] + lines[i:]
def launch(r, lines):
    at = [(i, m.span(1)) for i in code_lines(lines) for m in re.finditer(r"<<<([^>]*)>>>", lines[i])]
    if not at: return None
    i, (a, b) = r.choice(at); return lines[:i] + [lines[i][:a] + r.choice(["1, 32", "dim3(2, 2), 64", "3, 96, 0"]) + lines[i][b:]] + lines[i + 1:]

KINDS = dict(comment=comment, blank=blank, join=join, number=number, operator=operator, delete=delete, twice=twice,
             host_statement=host_statement, host_closure=host_closure, host_function=host_function, launch=launch)

class Unit:
    def __init__(self, a, ref, cu, source, folder):
        self.a, self.ref, self.folder = a, ref, Path(folder)
        self.source = self.folder / source.name
        for other in source.parent.iterdir():
            if other.is_file() and other.suffix in (".cuh", ".h", ".hpp"): shutil.copy(other, self.folder)
        self.text = source.read_text(errors="replace")
        m = re.match(r"//\s*flags:\s*(.*)", self.text.split("\n", 1)[0])
        flags = a.flags.split() + (m.group(1).split() if m else [])
        self.source.write_text(self.text); self.flags = flags
        self.plan = ref.Plan(cu, self.source, flags, self.folder)
        # nvcc names cicc by its folder or leaves it to PATH.
        self.cicc = next((list(c) for c in self.plan.cmds if Path(c[0]).name == "cicc"), [])
        if self.cicc: self.cicc[0] = str(cu / "nvvm/bin/cicc")
        for f in ("--gen_device_file_name", "--stub_file_name", "--gen_c_file_name", "--include_file_name", "-o"):
            if f in self.cicc: i = self.cicc.index(f) + 1; self.cicc[i] = str(self.folder / ("tmpxft_1_" + Path(self.cicc[i]).name))

    def outputs(self):
        read = lambda f: Path(self.cicc[self.cicc.index(f) + 1]).read_bytes() if f in self.cicc else b""
        return {f: read(f) for f in ("-o", "--stub_file_name")}

    def front(self, text):
        self.source.write_text(text)
        for c in (self.plan.cpp_host, self.plan.cudafe, self.plan.cpp_dev):
            if self.ref.run(c, cwd=self.folder, env=self.plan.env, timeout=300)[0]: return False
        return True

    def reference(self):
        rc, o, e = self.ref.run(self.cicc, cwd=self.folder, env=self.plan.env, timeout=600)
        return (self.outputs(), o + e) if rc == 0 else None

    def ours(self, cache="cache"):
        report = self.folder / "report"; report.write_text("")
        for f in ("-o", "--stub_file_name", "--gen_c_file_name"):
            if f in self.cicc: Path(self.cicc[self.cicc.index(f) + 1]).unlink(missing_ok=True)
        env = dict(self.plan.env, XDG_CACHE_HOME=str(self.folder / cache), CLEAVE_REPORT=str(report), CLEAVE_DEVICE=self.a.mode)
        rc, o, e = self.ref.run([self.a.standin, *self.cicc[1:]], cwd=self.folder, env=env, timeout=600)
        return (rc, self.outputs() if rc == 0 else None, o + e, '"reused"' in report.read_text())

    def object(self, stand_ins, cache="cache"):
        """What nvcc leaves and says; also whether the host compiler had less to do."""
        report, made = self.folder / "report", self.folder / "object.o"; report.write_text(""); made.unlink(missing_ok=True)
        env = dict(self.plan.env, XDG_CACHE_HOME=str(self.folder / cache), CLEAVE_REPORT=str(report), CLEAVE_PCH="now")
        if not stand_ins: env.update(CLEAVE_HOST="off", CLEAVE_CACHE="off")
        # With their own names: an assembler may put strings in another order by the number in those of temporary files.
        kept = self.folder / "kept.d"; kept.mkdir(exist_ok=True)
        command = [self.a.nvcc, "--keep", "--keep-dir", str(kept), *self.flags, "-c", self.source.name, "-o", made.name]
        rc, o, e = self.ref.run(command, cwd=self.folder, env=env, timeout=600)
        code, said = made.read_bytes() if rc == 0 else None, o + e
        last = [l for l in report.read_text().splitlines() if '"gcc"' in l][-1:]
        return rc, code, said, any('"reused"' in l or "on precompiled headers\"" in l for l in last)

    def nvcc(self):
        """What nvcc leaves and says without Cleave."""
        made = self.folder / "plain.o"; made.unlink(missing_ok=True)
        command = [str(self.a.cuda / "bin/nvcc"), *self.flags, "-c", self.source.name, "-o", made.name]
        rc, o, e = self.ref.run(command, cwd=self.folder, env=dict(self.plan.env), timeout=600)
        return rc == 0, without_runs(made.read_bytes()) if rc == 0 else None, without_runs((o + e).encode())

    def watch(self):
        """Starts `cleave watch`; says whether the unit is built."""
        env = dict(self.plan.env, XDG_CACHE_HOME=str(self.folder / "cache"))
        command = [str(self.a.cleave.resolve()), "watch", "--format", "json", "--cuda-path", str(self.a.cuda), "--", "nvcc", *self.flags, "-c", self.source.name, "-o", "watched.o"]
        self.watching = subprocess.Popen(command, cwd=self.folder, env=env, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        return self.event("built")["ok"] and self.event("warm")

    def event(self, name):
        while True:
            event = json.loads(self.watching.stdout.readline())
            if event["event"] == name: return event

    def save(self, text):
        """What `cleave watch` leaves and says after a save; also whether it has built by steps."""
        self.source.write_text(text); built = self.event("built")
        code = without_runs((self.folder / "watched.o").read_bytes()) if built["ok"] else None
        steps = any(step["tool"] == "cudafe++" for step in built["account"]["steps"])
        return built["ok"], code, without_runs(built["said"].encode()), steps

    def wait(self):
        """Precompiled headers are made beside builds."""
        for _ in range(600):
            if not list((self.folder / "cache/cleave/precompiled").glob(".new-*")): return
            time.sleep(0.2)

table_other = collections.Counter()

def without_runs(data):
    """Without the numbers of nvcc's temporary files, their folder, and that of the toolkit, which has a shadow."""
    data = re.sub(rb"/[^\s\"']*?/(?:cleave/toolkit-[0-9a-f]+|nvidia/cu\d+)/(?:bin/\.\.//)?", b"TOOLKIT/", data)
    return re.sub(rb"[\w/.+-]*tmpxft_[0-9a-f]{8}_", b"tmpxft_", data)

def without_numbers(outputs):
    """Without the number in one name of the stub, which is not exact: docs/decisions/022-stand-ins.md."""
    return outputs and {k: re.sub(rb"\b__T\d+\b", b"__T", v) if k == "--stub_file_name" else v for k, v in outputs.items()}

def without_lines(outputs):
    return {k: re.sub(rb'^# \d+ ', b"# ", v, flags=re.M) for k, v in outputs.items()}

def one(a, ref, cu, source, seed):
    r = random.Random(seed); rows = []
    with tempfile.TemporaryDirectory() as t:
        unit = Unit(a, ref, cu, source, t)
        if unit.plan.error or not unit.cicc or not unit.front(unit.text): return source, None
        if a.mode == "object":
            base = unit.object(False)
            if base[0] or unit.object(True)[0]: return source, None
            unit.wait()
        elif a.mode == "watch":
            base, now = unit.nvcc(), unit.text
            if not base[0] or not unit.watch(): return source, None
        else:
            base = unit.reference()
            if base is None or unit.ours()[0]: return source, None
        if a.mode != "watch" and not (unit.folder / "cache").exists(): sys.exit("the stand-in keeps nothing: an option of cicc is not known")
        for _ in range(a.edits):
            kind = r.choice(a.kinds); lines = unit.text.splitlines(keepends=True)
            edited = KINDS[kind](r, lines)
            if edited is None or edited == lines: continue
            if r.random() < 0.3:
                more = KINDS[r.choice(["comment", "blank"])](r, edited); edited = more or edited
            text = "".join(edited)
            if a.mode == "watch":
                if text == now: continue
                now, got, expected = text, unit.save(text), unit.nvcc()
                rows.append((kind, expected[1] == base[1], got[3], got[:3] != expected, text))
                continue
            if a.mode == "object":
                unit.source.write_text(text)
                expected = unit.object(False)
                # What an edit leaves may well do harm to the next one: it stays.
                got = unit.object(True)
                rows.append((kind, expected[1] == base[1], got[3], got[:3] != expected[:3], text))
                continue
            if not unit.front(text): continue
            # Nothing that an edit leaves may help the next one.
            shutil.rmtree(unit.folder / "kept", ignore_errors=True); shutil.copytree(unit.folder / "cache", unit.folder / "kept")
            expected = unit.reference(); theirs = unit.folder / "theirs.ptx"
            if a.mode == "kernels" and expected: theirs.write_bytes(expected[0]["-o"])
            got = unit.ours()
            shutil.rmtree(unit.folder / "cache"); (unit.folder / "kept").rename(unit.folder / "cache")
            if expected is None:
                if got[0] == 0: rows.append((kind, False, got[3], True, text))
                continue
            same = without_lines(expected[0]) == without_lines(base[0]) and expected[1] == base[1]
            if a.mode == "kernels":
                mine = unit.folder / "mine.ptx"; mine.write_bytes((got[1] or {}).get("-o", b""))
                ours_differ = any(_ptx.compare(theirs, mine)[1:])
                cold = unit.ours("empty"); shutil.rmtree(unit.folder / "empty", ignore_errors=True)
                rows.append((kind, same, got[3], got[:3] != cold[:3], text)); table_other[kind] += ours_differ
                continue
            rows.append((kind, same, got[3], without_numbers(got[1]) != without_numbers(expected[0]) or got[2] != expected[1], text))
        if a.mode == "watch": unit.watching.kill(); unit.watching.wait()
    return source, rows

def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("cleave", type=Path); p.add_argument("what", nargs="+", type=Path); p.add_argument("--shared", type=Path, required=True)
    p.add_argument("--edits", type=int, default=20); p.add_argument("--seed", type=int, default=1); p.add_argument("--jobs", type=int, default=2)
    p.add_argument("--mode", choices=("exact", "kernels", "object", "watch"), default="exact"); p.add_argument("--kinds", default=",".join(KINDS)); p.add_argument("--flags", default=""); p.add_argument("-v", "--verbose", action="store_true")
    a = p.parse_args(); a.kinds = a.kinds.split(",")
    sys.path.insert(0, str(a.shared.resolve() / "tools"))
    import _reference as ref
    cu = a.cuda = ref.toolkit()
    shadow = subprocess.run([str(a.cleave.resolve()), "toolkit", "--cuda-path", str(cu)], capture_output=True, text=True, check=True).stdout.strip()
    a.standin, a.nvcc = str(Path(shadow) / "nvvm/bin/cicc"), str(Path(shadow) / "bin/nvcc")
    table = collections.defaultdict(collections.Counter); wrong = 0
    global _ptx; import _ptx
    with cf.ThreadPoolExecutor(a.jobs) as pool:
        for source, rows in pool.map(lambda s: one(a, ref, cu, s, f"{a.seed} {s.name}"), a.what):
            if rows is None: print("not compiled:", source); continue
            for kind, same, reused, bad, text in rows:
                kernels = a.mode == "kernels"
                table[kind].update(edits=1, same=same, reused=reused, wrong=bad and (reused or kernels), other=bad and not reused and not kernels)
                if bad:
                    wrong += 1; keep = Path(tempfile.gettempdir()) / f"rebuild-{source.stem}-{wrong}.cu"; keep.write_text(text)
                    print("WRONG" if reused else "OTHER", kind, source, keep)
                elif a.verbose and same and not reused: print("missed", kind, source)
    names = ("edits", "same", "reused", "wrong", "other"); total = collections.Counter()
    print(f"{'kind':16}" + "".join(f"{n:>8}" for n in names))
    for kind, row in sorted(table.items()):
        row["other"] += table_other[kind]
        total.update(row); print(f"{kind:16}" + "".join(f"{row[n]:8}" for n in names))
    print(f"{'all':16}" + "".join(f"{total[n]:8}" for n in names))
    sys.exit(1 if total["wrong"] else 0)

if __name__ == "__main__":
    main()
