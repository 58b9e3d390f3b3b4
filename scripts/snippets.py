#!/usr/bin/env python3
"""Small programs, thousands at once, through the reference's cudafe++ and through Cleave: what each says of each.

FILE has one program a line, or programs between lines `---`. All stand in one unit, each on a line and in a namespace of its own, so
that thousands take seconds, and messages are compared line by line. The reference says some errors once in a unit only, and a syntax error
may swallow the programs behind it: --again asks what differs once more, each program in a unit of its own.
Usage: snippets.py FILE --toolkit ROOT [--cleave PATH] [--alone | --again] [--all] [-- NVCC_ARGUMENT...]
  --alone  each program in a unit of its own
  --again  a hundred programs in a unit, and then those that differ alone
  --all    programs with the same messages too
"""
import argparse, collections, os, re, subprocess, sys, tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# What the runtime's headers define.
MACROS = {f"__{word}__": f"__attribute__(({word}))" for word in ("global", "device", "host", "shared", "constant", "managed", "grid_constant", "nv_pure")}
MACROS |= {f"__{word}__(": f"__attribute__(({word}(" for word in ("launch_bounds", "maxnreg", "cluster_dims", "block_size")}
MACROS["__forceinline__"] = "__inline__ __attribute__((always_inline))"
MESSAGE = re.compile(r"^(?:.*?\((\d+)\)): ((?:catastrophic )?(?:error|warning|remark)[^:]*: .*)$", re.M)

class Unit:
    """The steps that nvcc takes for a unit, and what an empty one is before cudafe++ reads it."""
    def __init__(self, toolkit, folder, arguments):
        self.folder = folder; (folder / "x.cu").write_text("\n")
        said = subprocess.run([toolkit / "bin/nvcc", "--dryrun", *arguments, "-c", "x.cu", "-o", os.devnull], capture_output=True, text=True, cwd=folder).stderr
        steps = [line[3:] for line in said.splitlines() if line.startswith("#$ ")]
        self.env = dict(os.environ, CLEAVE_SECOND_OPINION="off", CLEAVE_CACHE="off")
        for step in steps:
            if m := re.match(r"(\w+)=([^ ]*) *$", step): self.env[m[1]] = m[2].strip('"')
        text = next(s for s in steps if " -E " in s and "cpp4.ii" in s); self.step = next(s for s in steps if re.match(r"\S*cudafe\+\+ ", s))
        self.temporary = re.search(r'-o "([^"]*cpp4.ii)"', text)[1]
        subprocess.run(text.replace(self.temporary, str(folder / "head.ii")), shell=True, env=self.env, cwd=folder, check=True)
        self.head = (folder / "head.ii").read_text()

    def messages(self, program, text):
        """What a front end says of each line, and its exit status."""
        (self.folder / "x.ii").write_text(f'{self.head}# 1 "x.cu"\n{text}')
        step = self.step.replace(self.temporary, str(self.folder / "x.ii"))
        step = re.sub(r'"?/[^" ]*\.(cudafe1\.\w+|stub\.c|module_id)"?', lambda m: f'"{self.folder}/o.{m[1]}"', step)
        step = re.sub(r"^\S*cudafe\+\+", f"{program} --error_limit 1000000", step)
        done = subprocess.run(step, shell=True, env=self.env, cwd=self.folder, capture_output=True, text=True, errors="replace")
        found = collections.defaultdict(list)
        for line, message in MESSAGE.findall(done.stdout + done.stderr): found[int(line)].append(re.sub(r"\bp\d+::", "", message))
        return found, done.returncode

def written(number, program):
    for macro, text in MACROS.items():
        while (at := program.find(macro)) >= 0:
            end = at + len(macro)
            if macro[-1] == "(":
                depth, close = 1, end
                while close < len(program) and depth: depth += {"(": 1, ")": -1}.get(program[close], 0); close += 1
                text, end = MACROS[macro] + program[end:close] + "))", close
            program = program[:at] + text + program[end:]
    return f"namespace p{number} {{ {program} }}\n"

def main():
    a = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    a.add_argument("file", type=Path); a.add_argument("--toolkit", type=Path, required=True); a.add_argument("--cleave", type=Path, default=ROOT / "target/release/cleave")
    a.add_argument("--alone", action="store_true"); a.add_argument("--again", action="store_true"); a.add_argument("--all", action="store_true"); a.add_argument("arguments", nargs="*", default=["-std=c++17"])
    a = a.parse_args(); text = a.file.read_text()
    programs = [" ".join(p.split("\n")).strip() for p in (re.split(r"^---$", text, flags=re.M) if re.search(r"^---$", text, re.M) else text.splitlines())]
    programs = [p for p in programs if p]
    with tempfile.TemporaryDirectory() as folder:
        unit = Unit(a.toolkit, Path(folder), a.arguments); ours = Path(folder) / "cudafe++"; ours.symlink_to(a.cleave.resolve())
        def both(lines): return [unit.messages(front, "".join(lines)) for front in (a.toolkit / "bin/cudafe++", ours)]
        counts = collections.Counter()
        numbered = list(enumerate(programs)); size = 1 if a.alone else 100 if a.again else len(numbered)
        groups = collections.deque(numbered[i:i + size] for i in range(0, len(numbered), size))
        while groups:
            group = groups.popleft()
            (reference, status), (cleave, own) = both([written(i, p) for i, p in group])
            for front, ended in (("cudafe++", status), ("Cleave", own)):
                if ended not in (0, 1, 2): print(f"{front} ended with {ended}; what it says is not all", file=sys.stderr)
            for line, (number, program) in enumerate(group, 1):
                theirs, mine = reference[line], cleave[line]
                wrong = [any(m.startswith("error") for m in said) for said in (theirs, mine)]
                kind = "same" if theirs == mine else {(True, False): "missed", (False, True): "refused"}.get(tuple(wrong), "other")
                if kind != "same" and a.again and len(group) > 1:
                    groups.append([(number, program)]); continue
                counts[kind] += 1
                if kind != "same" or a.all: print(f"{kind}: {program}", *(f"    {who}: {m}" for who, said in (("cudafe++", theirs), ("Cleave", mine)) for m in said), sep="\n")
    print(", ".join(f"{counts[k]} {k}" for k in ("same", "other", "missed", "refused")), f"of {len(programs)}")
    return bool(counts["missed"] or counts["refused"])

sys.exit(main())
