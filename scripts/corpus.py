#!/usr/bin/env python3
"""Parses every header we can find, item by item, bodies included, and wants no error node and no lost byte.

Corpora: the host compiler's standard library, the CUDA toolkit's headers, and packages that pip installs into a cache
folder. Headers are preprocessed as nvcc does it, many in one translation unit (a header that fails in company is tried
alone), and given to one `cleave parse --batch`, which parses no item twice. A file counts as read when it was part of a
translation unit that was preprocessed, whether by name or through another file.

What fails must be named in the exceptions file, and must fail in the reference too: with --verify, the reference reads the
same text, cudafe++ a host text and cicc's front end a device text. With --write the table goes into a Markdown file.
A run that was broken off goes on where it was; a new build of cleave starts anew. Exit status 1 if anything unexplained is left.

Usage: corpus.py --toolkit ROOT [--cleave PATH] [--cache DIR] [--only NAME]... [--std c++NN]... [--side SIDE]...
                 [--group N] [--sample N] [-j N] [--keep] [--fresh] [--verify] [--list-unread] [--known] [--write FILE]
"""
import argparse, fnmatch, gzip, hashlib, json, os, queue, re, subprocess, sys, tempfile, threading, time
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
EXCEPTIONS = ROOT / "test_data/corpus-exceptions.txt"
PACKAGES = ["nvidia-cuda-cccl==13.0.85", "nvidia-cutlass==4.2.0.0", "flashinfer-python==0.7.2.post1", "apache-tvm-ffi==0.1.15.post2", "nvidia-curand==10.4.5.25"]
HEADER = {"", ".h", ".hpp", ".cuh"}
CUDA = ["-D__CUDACC__", "-D__NVCC__", "-D__CUDACC_VER_MAJOR__=13", "-D__CUDACC_VER_MINOR__=0", "-D__CUDACC_VER_BUILD__=88",
        "-D__CUDA_API_VER_MAJOR__=13", "-D__CUDA_API_VER_MINOR__=0", "-D__NVCC_DIAG_PRAGMA_SUPPORT__=1",
        "-D__CUDACC_DEVICE_ATOMIC_BUILTINS__=1", "-D__CUDACC_EXTENDED_LAMBDA__", "-D__CUDACC_RELAXED_CONSTEXPR__"]
# What nvcc adds for each side, as its --dryrun prints it.
SIDES = {
    "host": ["-D__CUDA_ARCH_LIST__=800"],
    "sm_80": ["-D__CUDA_ARCH__=800", "-D__CUDA_ARCH_LIST__=800", "-DCUDA_DOUBLE_MATH_FUNCTIONS"],
    "sm_90a": ["-D__CUDA_ARCH__=900", "-D__CUDA_ARCH_FEAT_SM90_ALL", "-D__CUDA_ARCH_SPECIFIC__=900",
               "-D__CUDA_ARCH_FAMILY_SPECIFIC__=900", "-D__CUDA_ARCH_LIST__=900", "-DCUDA_DOUBLE_MATH_FUNCTIONS"],
    "sm_100a": ["-D__CUDA_ARCH__=1000", "-D__CUDA_ARCH_FEAT_SM100_ALL", "-D__CUDA_ARCH_SPECIFIC__=1000",
                "-D__CUDA_ARCH_FAMILY_SPECIFIC__=1000", "-D__CUDA_ARCH_LIST__=1000", "-DCUDA_DOUBLE_MATH_FUNCTIONS"],
}


class Corpus:
    """A named set of files with the way to include them."""
    def __init__(self, name, root, files, includes, stds, sides, sources=False):
        self.name, self.root, self.files, self.includes = name, root, files, includes
        self.stds, self.sides, self.sources = stds, sides, sources


def below(root, *folders, suffixes=HEADER, skip=()):
    out = []
    for folder in folders:
        for path in sorted((root / folder).rglob("*")):
            rel = path.relative_to(root).as_posix()
            if path.is_file() and path.suffix in suffixes and not any(fnmatch.fnmatch(rel, s) for s in skip): out.append(rel)
    return out


def library_root(compiler):
    """Where the host compiler's standard library lies."""
    p = subprocess.run([compiler, "-E", "-x", "c++", "-", "-v"], input="", capture_output=True, text=True)
    found = re.findall(r"^ (/\S+)$", p.stderr, re.M)
    return next(Path(f).resolve() for f in found if (Path(f) / "vector").is_file())


def corpora(a):
    cu, at = a.toolkit / "include", {}
    for package in PACKAGES:
        # A folder for each: packages of NVIDIA's share the names of their folders.
        name, at_name = package.split("==")[0], package.replace("==", "-")
        at[name] = a.cache / at_name
        if not at[name].is_dir() and a.install:
            part = a.cache / f"{at_name}.part"
            subprocess.run([sys.executable, "-m", "pip", "install", "-q", "--disable-pip-version-check", "--no-deps", "--target", str(part), package], check=True)
            part.rename(at[name])
    std, cccl = library_root(a.compiler), at["nvidia-cuda-cccl"] / "nvidia/cu13/include/cccl"
    cutlass, fi = at["nvidia-cutlass"] / "cutlass_library/source", at["flashinfer-python"] / "flashinfer/data"
    public = [f for f in below(std, ".") if not re.match(r"(bits|backward|debug|parallel|pstl|.*/(bits|detail))/", f)
              and not re.match(r"(ext|tr1|tr2|experimental|decimal)/.*(_fn_imps|_impl|\.tcc)", f)]
    ffi = at["apache-tvm-ffi"] / "tvm_ffi"
    flashinfer = [fi / f for f in ("cccl/cub", "cccl/libcudacxx/include", "cccl/thrust", "include", "csrc", "csrc/nv_internal", "csrc/nv_internal/include",
                  "cutlass/include", "cutlass/tools/util/include", "spdlog/include")] + [ffi / "include", ffi / "3rdparty/dlpack/include",
                  at["nvidia-curand"] / "nvidia/cu13/include"]
    return [
        Corpus("libstdc++", std, public, [], ["c++14", "c++17", "c++20", "c++23"], ["host", "sm_80"]),
        Corpus("cuda", cu, below(cu, ".", skip=("cccl/*", "crt/*.c")), [], ["c++17", "c++20"], ["host", "sm_80", "sm_90a"]),
        Corpus("cccl", cccl, below(cccl, "."), [cccl], ["c++17", "c++20"], ["host", "sm_80"]),
        Corpus("cutlass", cutlass, below(cutlass, "include", "tools/util/include"), [cutlass / "include", cutlass / "tools/util/include", at["nvidia-curand"] / "nvidia/cu13/include"],
               ["c++17"], ["host", "sm_80", "sm_90a", "sm_100a"]),
        Corpus("flashinfer", fi.parent, below(fi.parent, "data/include", "data/csrc", "experimental", suffixes={".cu", ".cuh"}),
               flashinfer, ["c++17"], ["host", "sm_80"], sources=True),
    ]


class Reader:
    """The one process that parses."""
    def __init__(self, cleave):
        self.process = subprocess.Popen([str(cleave), "parse", "--batch"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.lock = threading.Lock()

    def read(self, std, path):
        with self.lock:
            try:
                self.process.stdin.write(f"{std} {path}\n"); self.process.stdin.flush()
                line = self.process.stdout.readline()
            except BrokenPipeError:
                line = ""
        if not line: raise SystemExit(f"cleave parse ended on {path}: status {self.process.wait()}")
        return json.loads(line)


class Run:
    def __init__(self, a):
        self.a, self.reader, self.lock = a, Reader(a.cleave), threading.Lock()
        digest = hashlib.sha256(a.cleave.read_bytes()).hexdigest()[:16]
        self.state_file = a.cache / f"state-{digest}.jsonl"
        self.state = {}
        if a.fresh: self.state_file.unlink(missing_ok=True)
        if self.state_file.exists():
            for line in self.state_file.read_text().splitlines():
                try: key, value = json.loads(line); self.state[key] = value
                except ValueError: pass  # broken off while it was written
        self.kept = a.cache / "preprocessed"
        if a.keep: self.kept.mkdir(parents=True, exist_ok=True)
        # Places of errors that are known to be the file's own: no need to look for them again in other company.
        self.confirmed = defaultdict(set)

    def preprocess(self, c, std, side, files, out):
        """Writes OUT; gives the read files, and the failing ones with their reasons."""
        with tempfile.TemporaryDirectory(prefix="corpus-") as t:
            unit, deps = Path(t) / "unit.cu", Path(t) / "unit.d"
            unit.write_text("".join(f'#include "{c.root / f}"\n' for f in files))
            includes = [x for i in c.includes for x in ("-I", str(i))]
            cmd = [self.a.compiler, f"-std={std}", *SIDES[side], "-E", "-x", "c++", *CUDA, *includes, "-I", str(self.a.toolkit / "include"),
                   "-isystem", str(self.a.toolkit / "include/cccl"), "-include", "cuda_runtime.h", "-m64", "-w", "-MD", "-MF", str(deps), str(unit), "-o", str(out)]
            p = subprocess.run(cmd, capture_output=True, text=True, errors="replace")
            failed, at = {}, None
            for line in p.stderr.splitlines():
                m = re.search(re.escape(str(unit)) + r":(\d+)", line)
                if m: at = int(m[1]) - 1
                m = re.search(r"(?:fatal )?error: (.*)", line)
                if m and at is not None and at < len(files): failed.setdefault(files[at], m[1].strip())
            if p.returncode and not failed: failed = {f: (p.stderr.strip().splitlines() or ["?"])[-1][:200] for f in files}
            text = deps.read_text() if deps.exists() else ""
            read = {w.replace("\\", "") for w in text.replace("\\\n", " ").split()[1:]} if not p.returncode else set()
            return read, failed

    @staticmethod
    def key(c, std, side, files): return hashlib.sha256(json.dumps([c.name, std, side, files]).encode()).hexdigest()

    def unit(self, c, std, side, files):
        """The result of one translation unit: totals, errors by file, failures by file, files read."""
        key = self.key(c, std, side, files)
        if key in self.state: return self.state[key]
        total = {"bytes": 0, "items": 0, "parsed_bytes": 0, "parse_ms": 0.0, "error_nodes": 0, "loose": 0, "lossless": True,
                 "errors": {}, "failed": {}, "read": []}
        self.add(c, std, side, list(files), total)
        total["read"] = sorted({os.path.relpath(r, c.root) for r in total["read"] if not os.path.relpath(r, c.root).startswith("..")})
        with self.lock:
            self.state[key] = total
            with self.state_file.open("a") as f: f.write(json.dumps([key, total]) + "\n")
        return total

    def add(self, c, std, side, files, total):
        if not files: return
        with tempfile.TemporaryDirectory(prefix="corpus-") as t:
            ii = Path(t) / "unit.ii"
            name = self.key(c, std, side, files)
            kept, meta = self.kept / f"{name}.gz", self.kept / f"{name}.json"
            # A failure is kept for the same include path only: another may have what was missing.
            path = [str(i) for i in c.includes]
            old = json.loads(meta.read_text()) if kept.exists() and meta.exists() else None
            if old and (not old[1] or old[2:] == [path]):
                ii.write_bytes(gzip.decompress(kept.read_bytes())); (read, failed) = old[:2]
            else:
                read, failed = self.preprocess(c, std, side, files, ii)
                if self.a.keep:
                    kept.write_bytes(gzip.compress(ii.read_bytes() if ii.exists() and not failed else b"", 1)); meta.write_text(json.dumps([sorted(read), failed, path]))
            if failed:
                if len(files) == 1:
                    reason = failed[files[0]]
                    if self.a.verify and self.nvcc(c, std, side, files[0]): reason = f"only here; nvcc preprocesses it ({reason})"
                    total["failed"][files[0]] = reason
                    return
                ii.unlink(missing_ok=True)
                self.add(c, std, side, [f for f in files if f not in failed], total)
                for f in failed: self.add(c, std, side, [f], total)
                return
            r = self.reader.read(std, ii)
            if r.get("failure"): raise SystemExit(f"{files}: {r['failure']}")
            bad = bool(r["error_nodes"] or r["errors"] or r["places"] or r["loose_tokens"] or not r["lossless"])
            spots = {(p["file"], p["line"]) for p in r["places"]}
            known = self.confirmed[std, side]
            if bad and len(files) > 1 and not (spots and spots <= known):
                # Whose error it is shows only alone: files in one unit share macros.
                half = len(files) // 2
                self.add(c, std, side, files[:half], total); self.add(c, std, side, files[half:], total)
                return
            if bad and len(files) == 1: known |= spots
            for k in ("bytes", "items", "parsed_bytes", "parse_ms", "error_nodes"): total[k] += r[k]
            total["loose"] += r["loose_tokens"]; total["lossless"] &= r["lossless"]; total["read"] += read
            if bad and len(files) == 1:
                total["errors"][files[0]] = {"places": r["places"][:8], "error_nodes": r["error_nodes"], "lossless": r["lossless"],
                                             "reference": self.reference(std, side, ii) if self.a.verify else None}

    def nvcc(self, c, std, side, f):
        """Whether the toolkit's nvcc preprocesses a file alone."""
        with tempfile.TemporaryDirectory(prefix="corpus-") as t:
            unit = Path(t) / "unit.cu"; unit.write_text(f'#include "{c.root / f}"\n')
            arch = ["-arch", "sm_80" if side == "host" else side]
            includes = [x for i in c.includes for x in ("-I", str(i))]
            return not subprocess.run([str(self.a.toolkit / "bin/nvcc"), f"-std={std}", *arch, *includes, "-E", str(unit), "-o", f"{t}/x"], capture_output=True).returncode

    def reference(self, std, side, ii):
        """The first error that the reference has with the same text, or an empty string if it takes it."""
        common = [f"--{std}", "--gnu_version=120200", "--display_error_number", "--allow_managed"]
        with tempfile.TemporaryDirectory(prefix="corpus-") as t:
            out = f"{t}/x"
            if side == "host":
                cmd = ["bin/cudafe++", *common, "--m64", "--parse_templates", "--extended-lambda", "--relaxed_constexpr", "--gen_c_file_name", f"{out}.cpp",
                       "--stub_file_name", "x.stub.c", "--gen_module_id_file", "--module_id_file_name", f"{out}.id"]
            else:
                # A module id is cudafe++'s to make; any will do. Nothing is compiled: what the front end took is written before.
                Path(f"{out}.id").write_text("_00000000_4_x_cu_00000000")
                cmd = ["nvvm/bin/cicc", *common, "--static-host-stub", "--extended-lambda", "--relaxed_constexpr", "-arch", side.replace("sm", "compute"), "-m64", "--no-version-ident",
                       "-ftz=0", "-prec_div=1", "-prec_sqrt=1", "-fmad=1", "--include_file_name", "x.fatbin.c", "-tused", "--module_id_file_name", f"{out}.id",
                       "--gen_c_file_name", f"{out}.c", "--stub_file_name", f"{out}.stub.c", "--gen_device_file_name", f"{out}.gpu", "-o", f"{out}.ptx"]
            p = subprocess.run([str(self.a.toolkit / cmd[0]), *cmd[1:], str(ii)], capture_output=True, text=True, errors="replace")
        return next((l for l in p.stderr.splitlines() if "error" in l), f"exit {p.returncode}") if p.returncode else ""


def exceptions():
    """Rows `corpus | files | standards | sides | kind | reason`; patterns as in a shell. A kind may name the message it is about."""
    rows = []
    for line in EXCEPTIONS.read_text().splitlines() if EXCEPTIONS.exists() else []:
        if line.strip() and not line.startswith("#"): rows.append([f.strip() for f in line.split("|", 5)])
    return rows


def document(lines, rows, unexplained, a):
    """The table as a page for people."""
    table = ["| " + " | ".join(l) + " |" for l in lines]
    table.insert(1, "|" + "|".join("---" if i < 3 else "--:" for i in range(len(lines[0]))) + "|")
    named = [f"| {c} | {'all' if f == '*' else f'`{f}`'} | {'all' if s == '*' else s} | {'all' if d == '*' else d} | {k} | {n} | {r} |" for n, (c, f, s, d, k, r) in rows]
    part = [f"Only a part: {a.sample} files of each corpus, evenly spread.", ""] if a.sample else []
    left = ["", "Not explained:", "", *(f"- `{u.splitlines()[0]}`" for u in unexplained)] if unexplained else ["", "Nothing is left unexplained."]
    # The cache's place is nobody's business.
    text = "\n".join(["# What the parser reads", "", "Written by `just corpus --write docs/corpus.md`; see `scripts/corpus.py` for what is read and how.", "", *part,
                      "`files`: a/b where only a of b have been read so far. `alone`: files that cannot be preprocessed by themselves; `unread`: those of them that no other file of the corpus includes either.",
                      "`errors`: error nodes, tokens outside of every item, and files with a syntax error, where all of these should be in the list of",
                      "exceptions below. `lossless`: the tokens put together are the text. `MB/s`: text parsed, bodies included, for working time of one thread.",
                      "An item met before under its standard is not parsed again.", "", *table, "", "## Exceptions", "",
                      "From `test_data/corpus-exceptions.txt`. `preprocess`: cannot be preprocessed by nvcc either, with such a message where one is given;",
                      "`syntax`: the reference rejects the same text. `number`: how many files.", "",
                      "| corpus | files | standard | side | kind | number | reason |", "|---|---|---|---|---|--:|---|", *named, *left]) + "\n"
    return text.replace(f"{a.cache}/", "").replace(f"{a.toolkit}/", "")


def main():
    a = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    a.add_argument("--toolkit", type=Path, required=True); a.add_argument("--cleave", type=Path, default=ROOT / "target/release/cleave")
    a.add_argument("--cache", type=Path, default=Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "cleave-corpus")
    a.add_argument("--compiler", default="g++"); a.add_argument("--only", action="append"); a.add_argument("--std", action="append"); a.add_argument("--side", action="append")
    a.add_argument("--files", help="a pattern: only these"); a.add_argument("--group", type=int, default=96); a.add_argument("--sample", type=int, help="so many files of each corpus, evenly spread")
    a.add_argument("-j", type=int, default=os.cpu_count() or 1); a.add_argument("--keep", action="store_true", help="keep preprocessed texts in the cache, packed")
    a.add_argument("--fresh", action="store_true", help="forget earlier results"); a.add_argument("--verify", action="store_true", help="have the reference read what failed")
    a.add_argument("--no-install", dest="install", action="store_false"); a.add_argument("--list-unread", action="store_true"); a.add_argument("--suggest", action="store_true", help="print rows for the exceptions file")
    a.add_argument("--known", action="store_true", help="read nothing: the table of what this build has read already")
    a.add_argument("--write", type=Path, help="write the table and the exceptions into this file, as Markdown")
    a = a.parse_args()
    a.cleave, a.toolkit = a.cleave.resolve(), a.toolkit.resolve(); a.cache.mkdir(parents=True, exist_ok=True); a.cache = a.cache.resolve()
    run, rows, unexplained, used = Run(a), exceptions(), [], defaultdict(set)
    jobs, chosen = [], [c for c in corpora(a) if not a.only or c.name in a.only]
    for c in chosen:
        files = [f for f in c.files if not a.files or fnmatch.fnmatch(f, a.files)]
        if a.sample and a.sample < len(files): files = files[:: max(1, len(files) // a.sample)][: a.sample]
        c.files = files
        for std in c.stds:
            for side in c.sides:
                if (a.std and std not in a.std) or (a.side and side not in a.side): continue
                group = max(1, a.group // 4) if c.sources else a.group
                jobs += [(c, std, side, files[i:i + group]) for i in range(0, len(files), group)]
    offered = defaultdict(int)
    for c, std, side, files in jobs: offered[c.name, std, side] += len(files)
    if a.known: jobs = [j for j in jobs if run.key(*j) in run.state]
    # The standard that everything is read under comes first: a run that is broken off has seen every corpus.
    jobs.sort(key=lambda j: j[1] != "c++17")
    started, done = time.time(), [0]

    def work(job):
        result = run.unit(*job); done[0] += 1
        if sys.stderr.isatty() or done[0] % 20 == 0: print(f"{done[0]}/{len(jobs)} units, {time.time() - started:.0f} s, {job[0].name} {job[1]} {job[2]}", file=sys.stderr, flush=True)
        return result

    def explained(c, std, side, kind, f, message):
        for i, (name, files, stds, sides, k, _) in enumerate(rows):
            k, _, wanted = k.partition(" ")
            if name == c.name and k == kind and fnmatch.fnmatch(message, wanted or "*") and fnmatch.fnmatch(f, files) and any(fnmatch.fnmatch(std, s) for s in stds.split()) and any(fnmatch.fnmatch(side, s) for s in sides.split()):
                used[i].add(f); return True
        return False

    with ThreadPoolExecutor(a.j) as pool: results = list(pool.map(work, jobs))
    table = defaultdict(lambda: {"files": 0, "failed": 0, "unread": 0, "bytes": 0, "items": 0, "error_nodes": 0, "errors": 0, "lossless": True, "parsed": 0, "ms": 0.0, "loose": 0})
    suggestions = defaultdict(set)
    # A file that cannot stand alone is still read where another file includes it.
    read = defaultdict(set)
    for (c, std, side, files), r in zip(jobs, results): read[c.name, std, side] |= set(r["read"])
    for (c, std, side, files), r in zip(jobs, results):
        t, seen = table[c.name, std, side], read[c.name, std, side]
        t["files"] += len(files); t["failed"] += len(r["failed"]); t["lossless"] &= r["lossless"]; t["error_nodes"] += r["error_nodes"]; t["loose"] += r["loose"]
        t["bytes"] += r["bytes"]; t["items"] += r["items"]; t["parsed"] += r["parsed_bytes"]; t["ms"] += r["parse_ms"]; t["errors"] += len(r["errors"])
        for f, reason in r["failed"].items():
            if f in seen: continue
            t["unread"] += 1
            if not explained(c, std, side, "preprocess", f, reason) or reason.startswith("only here"):
                unexplained.append(f"{c.name} {std} {side} {f}: cannot be preprocessed: {reason}"); suggestions[c.name, f, "preprocess", reason].add((std, side))
        for f, e in r["errors"].items():
            ok = explained(c, std, side, "syntax", f, e["places"][0]["message"] if e["places"] else "")
            if not ok or (a.verify and e["reference"] == ""):
                where = e["places"][0] if e["places"] else {"file": f, "line": 0, "column": 0, "message": "not lossless", "around": ""}
                unexplained.append(f"{c.name} {std} {side} {f}: {where['file']}:{where['line']}:{where['column']}: {where['message']}: {where['around']}"
                                   + (f"\n    reference: {e['reference'] or 'accepts it'}" if e["reference"] is not None else ""))
                suggestions[c.name, f, "syntax", e["reference"] or ""].add((std, side))
    lines = [("corpus", "standard", "side", "files", "alone", "unread", "MB", "items", "errors", "lossless", "MB/s")]
    for (name, std, side), t in sorted(table.items()):
        whole = t["files"] == offered[name, std, side]
        lines.append((name, std, side, str(t["files"]) + ("" if whole else f"/{offered[name, std, side]}"), str(t["failed"]), str(t["unread"]), f"{t['bytes'] / 1e6:.1f}", str(t["items"]), str(t["error_nodes"] + t["loose"] + t["errors"]),
                      "yes" if t["lossless"] else "NO", f"{t['parsed'] / 1e3 / max(t['ms'], 1e-3):.1f}"))
    widths = [max(len(l[i]) for l in lines) for i in range(len(lines[0]))]
    for l in lines: print("  ".join(x.ljust(w) if i < 3 else x.rjust(w) for i, (x, w) in enumerate(zip(l, widths))))
    if a.write: a.write.write_text(document(lines, [(len(used[i]), r) for i, r in enumerate(rows) if used[i]], unexplained, a))
    if a.list_unread:
        for c in chosen:
            here = set().union(*(v for k, v in read.items() if k[0] == c.name)) if read else set()
            for f in sorted(set(c.files) - here): print(f"never read: {c.name} {f}")
    if a.suggest:
        for (name, f, kind, reason), where in sorted(suggestions.items()):
            print(f"{name} | {f} | {' '.join(sorted({s for s, _ in where}))} | {' '.join(sorted({s for _, s in where}))} | {kind} | {reason}")
    for u in unexplained[:200]: print("UNEXPLAINED", u)
    if not (a.only or a.std or a.side or a.sample or a.files):
        for i, row in enumerate(rows):
            if i not in used: print("NOT NEEDED ANY MORE", " | ".join(row))
    print(f"{len(jobs)} translation units, {len(unexplained)} unexplained, {time.time() - started:.0f} s")
    sys.exit(1 if unexplained else 0)


main()
