#!/usr/bin/env python3
"""How long a build takes after an edit: nvcc, `sccache nvcc`, `cleave nvcc` in both modes, and `cleave watch` in both modes, in one run.

Usage: rebuild_times.py --shared DIR [--runs N] [--patience SECONDS] [--only NAME] [--flags "..."] [--tools LIST] [--write FILE]
                        CLEAVE UNIT...
A unit is FILE:EDIT:EDIT…, and an edit is NAME=FROM=>TO, with the number of the run in the place of `#`; NAME@HEADER=FROM=>TO edits a
header that lies beside. `include=FOLDER` among them is a folder of headers, or what the path of one of `just corpus` ends in: where
there is none the unit is left out. --only takes the units whose names have that word. Of each edit there are --runs runs, or as many as
begin within --patience. Each unit is built with nothing known (clean), after a comment in the first line and one in the last, and after
each of its edits. Each edit is another one in each run, so that nothing of it is known. nvcc does the same whatever an edit was: it runs once
after each edit, and all of these runs count for each of them. Medians of processor and wall time in seconds,
and how many times as fast as nvcc by each. In watch the time is from the save to the object; the processor's time is that of all its
processes, and what is made ahead while nobody waits is left out of both. --write makes the table of docs/measured-rebuild.md; the rows
of units that are left out stay as they are.
"""
import argparse, json, os, resource, shutil, statistics, subprocess, sys, tempfile, time
from pathlib import Path

CLEAN, PAUSE = "clean", 0.5
CORPORA = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "cleave-corpus"
HEAD = """# How long builds take after an edit

`just rebuild --write docs/measured-rebuild.md` writes this table: medians in seconds, and how many times as fast as nvcc. The rows of a unit
are of one run. A comment in the first line moves all lines, and lines count where the program asks for them. sccache works in a server,
whose processor time is not seen.
*exact* and *kernels* are the modes of `cleave nvcc`, *watch* and *watch-kernels* those of `cleave watch`, from the save to the object.

| unit | edit | tool | processor | wall | times as fast, processor | wall |
|---|---|---|---|---|---|---|
"""

def timed(command, env, folder):
    begin, before = time.time(), resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, env=env, cwd=folder, capture_output=True, text=True, timeout=1800)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode: sys.exit(f"{' '.join(command)}\n{done.stderr[-2000:]}")
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, time.time() - begin

def tree(pid):
    """Processor time of a process and all below it, in seconds."""
    try: fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    except OSError: return 0.0
    ticks = sum(int(fields[at]) for at in (11, 12, 13, 14)) / os.sysconf("SC_CLK_TCK")
    children = []
    for task in Path(f"/proc/{pid}/task").glob("*/children"):
        try: children += task.read_text().split()
        except OSError: pass
    return ticks + sum(tree(child) for child in children)

class Watch:
    """`cleave watch`, which builds after each save."""
    def __init__(self, command, env, folder):
        self.process = subprocess.Popen(command, env=env, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.wait("warm")

    def wait(self, name):
        while True:
            line = self.process.stdout.readline()
            if not line: sys.exit("cleave watch has ended")
            event = json.loads(line)
            if event["event"] == "built" and not event["ok"]: sys.exit(event["said"][-2000:])
            if event["event"] == name: return

    def quiet(self):
        """Waits until nothing is made ahead any more."""
        last = -1.0
        while (now := tree(self.process.pid)) > last + 0.02: last = now; time.sleep(PAUSE)
        return now

    def timed(self, save):
        before, begin = self.quiet(), time.time()
        save(); self.wait("built")
        took = time.time() - begin
        return tree(self.process.pid) - before, took

    def end(self): self.process.kill(); self.process.wait()

def edits_of(parts, text, folder):
    """Name to a function that saves the unit with the number of a run."""
    out = {CLEAN: lambda n: (None, text), "comment": lambda n: (None, f"// {n}\n" * (n + 1) + text), "comment at end": lambda n: (None, text + f"// {n}\n")}
    for part in parts:
        name, old, new = part.split("=", 1)[0], *part.split("=", 1)[1].split("=>")
        name, _, header = name.partition("@")
        base = (folder / header).read_text() if header else text
        if old not in base: sys.exit(f"no {old!r}")
        out[name] = lambda n, h=header, b=base, o=old, w=new: (h or None, b.replace(o, w.replace("#", str(n + 2)), 1))
    return out

def headers(name):
    """A folder of headers by its path, or by the end of one among the corpora."""
    if Path(name).is_dir(): return Path(name)
    found = CORPORA.glob(f"*/**/{name}") if CORPORA.is_dir() else []
    return next((folder for folder in sorted(found) if folder.is_dir()), None)

def repeated(runs, patience, one):
    """What some runs took, as many as begin in time."""
    begin, out = time.time(), []
    for n in range(runs):
        if out and time.time() - begin > patience: break
        out.append(one(n))
    return out

def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("cleave", type=Path); p.add_argument("units", nargs="+"); p.add_argument("--shared", type=Path, required=True)
    p.add_argument("--runs", type=int, default=5); p.add_argument("--flags", default="-arch=sm_80 -std=c++17 --extended-lambda --expt-relaxed-constexpr")
    p.add_argument("--patience", type=float, default=60); p.add_argument("--only", action="append", default=[])
    p.add_argument("--write", type=Path); p.add_argument("--tools", default="nvcc,sccache,exact,kernels,watch,watch-kernels")
    a = p.parse_args()
    sys.path.insert(0, str(a.shared.resolve() / "tools"))
    import _reference as ref
    cu, cleave = ref.toolkit(), str(a.cleave.resolve())
    wanted = [t for t in a.tools.split(",") if t != "sccache" or shutil.which("sccache")]
    rows = []
    print(f"{'unit':16}{'edit':16}{'tool':15}{'cpu':>8}{'wall':>8}{'x cpu':>7}{'x wall':>7}")
    for unit in a.units:
        name, *parts = unit.split(":"); folders = []
        if a.only and not any(word in name for word in a.only): continue
        for part in [part for part in parts if part.startswith("include=")]:
            parts.remove(part); folders.append((part[8:], headers(part[8:])))
        missing = [name for name, folder in folders if not folder]
        if missing: print(f"{Path(name).stem}: left out, there is no {missing[0]}: `just corpus` fetches it, or name the folder"); continue
        folders = [word for _, folder in folders for word in ("-I", str(folder.resolve()))]
        source = Path(name); text = source.read_text(); edits = edits_of(parts, text, source.parent)
        with tempfile.TemporaryDirectory() as t:
            t = Path(t); results = {}
            for tool in wanted:
                folder = t / tool; folder.mkdir(); copy = folder / source.name
                def put(path, body):
                    # Nobody sees half of a file, and what is the same is not saved.
                    if path.exists() and path.read_text() == body: return
                    half = path.with_suffix(".half"); half.write_text(body); half.replace(path)
                def restore():
                    put(copy, text)
                    for other in source.parent.iterdir():
                        if other.suffix in (".cuh", ".h", ".hpp"): put(folder / other.name, other.read_text())
                def save(edit, n):
                    header, body = edits[edit](n); put(folder / header if header else copy, body)
                words = [*a.flags.split(), *folders, "-I", str(source.parent.resolve()), "-c", copy.name, "-o", "out.o"]
                env = dict(os.environ, XDG_CACHE_HOME=str(folder / "cache"), SCCACHE_DIR=str(folder / "sccache"), SCCACHE_SERVER_PORT=str(42000 + os.getpid() % 9000))
                nvcc, mode = str(cu / "bin/nvcc"), "kernels" if "kernels" in tool else "exact"
                command = dict(nvcc=[nvcc], sccache=["sccache", nvcc]).get(tool, [cleave, "nvcc", "--cuda-path", str(cu), f"--cleave-device={mode}"])
                restore()
                if tool.startswith("watch"):
                    watch = Watch([cleave, "watch", "--format", "json", "--cuda-path", str(cu), "--cleave-device", mode, "--", "nvcc", *words], env, folder)
                    for edit in edits:
                        if edit == CLEAN: continue
                        # What is known after the first one, which is not counted, is known to somebody who works on a unit.
                        watch.timed(lambda: save(edit, 0))
                        results[edit, tool] = repeated(a.runs, a.patience, lambda n: watch.timed(lambda: save(edit, n + 1)))
                        watch.timed(restore)
                    watch.end(); continue
                if tool == "nvcc":
                    runs = []
                    for n, edit in enumerate(edits): restore(); save(edit, n); runs.append(timed([*command, *words], env, folder))
                    results.update({(edit, tool): runs for edit in edits}); continue
                for edit in edits:
                    if edit != CLEAN: restore(); timed([*command, *words], env, folder)
                    def one(n):
                        if edit == CLEAN:
                            if tool == "sccache": subprocess.run(["sccache", "--stop-server"], env=env, capture_output=True)
                            for kept in ("cache", "sccache"): shutil.rmtree(folder / kept, ignore_errors=True)
                        save(edit, n); return timed([*command, *words], env, folder)
                    results[edit, tool] = repeated(a.runs, a.patience, one)
                if tool == "sccache": subprocess.run(["sccache", "--stop-server"], env=env, capture_output=True)
            for edit in edits:
                nvcc = None
                for tool in wanted:
                    if (edit, tool) not in results: continue
                    cpu, wall = (statistics.median(x[i] for x in results[edit, tool]) for i in (0, 1)); nvcc = nvcc or (cpu, wall)
                    seen = tool != "sccache"
                    row = (source.stem, edit, tool, f"{cpu:.2f}" if seen else "", f"{wall:.2f}", f"{nvcc[0] / max(cpu, 0.01):.1f}" if seen else "", f"{nvcc[1] / wall:.1f}"); rows.append(row)
                    print(f"{row[0]:16}{row[1]:16}{row[2]:15}{row[3]:>8}{row[4]:>8}{row[5]:>7}{row[6]:>7}", flush=True)
    if a.write:
        new = {}
        for row in rows: new.setdefault(row[0], []).append("| " + " | ".join(row) + " |\n")
        old = a.write.read_text().splitlines(keepends=True) if a.write.exists() else []
        units = [Path(unit.split(":")[0]).stem for unit in a.units]
        kept = {unit: new.get(unit) or [line for line in old if line.startswith(f"| {unit} |")] for unit in units}
        a.write.write_text(HEAD + "".join(line for lines in kept.values() for line in lines))

if __name__ == "__main__":
    main()
