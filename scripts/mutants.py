#!/usr/bin/env python3
"""Programs with one mistake each, as an editor makes them, through the reference's cudafe++ and through Cleave: what both say.

Each source is preprocessed once as nvcc does it for the host pass. Then one token of the main file is deleted, doubled, swapped with its
neighbour, or replaced, or a line is lost, and both front ends read the text. The messages are compared one by one. The source as it is
comes first (`none`). A source tells its own arguments of nvcc in a first line `// flags: …`.
Usage: mutants.py SOURCE... --toolkit ROOT [--cleave PATH] [--each N] [--seed N] [--kind KIND] [--limit N] [--quiet] [-- NVCC_ARGUMENT...]
  --each N   so many mutants of each source, 10 if not said
  --kind     only one kind of change
  --limit N  at most so many mutants in all
  --quiet    only the table
"""
import argparse, collections, os, random, re, subprocess, sys, tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TOKEN = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\\n]|\\.)*\'|[A-Za-z_]\w*|\.?\d[\w.\']*|<<<|>>>|::|->\*?|\+\+|--|&&|\|\||[-+*/%&|^<>=!]=|\.\.\.|[^\s\w]', re.S)
MARKER = re.compile(r'^# (\d+) "([^"]*)"', re.M)
MESSAGE = re.compile(r"^(?:.*?\((\d+)\)): ((?:catastrophic )?(?:error|warning|remark)[^:]*: .*)$", re.M)
NUMBER = re.compile(r"(error|warning|remark) #(\d+)")
SWAPS = {"(": "[", ")": "]", ";": ",", ",": ";", "{": "(", "}": ")", "<": "(", ">": ")", ".": "->", "->": ".", "=": "==", "==": "=", "*": "&", "&": "*", "::": ":", ":": "::"}


class Unit:
    """A source after the preprocessor, and the step that runs cudafe++."""

    def __init__(self, toolkit, source, arguments, folder):
        self.folder, self.source = folder, source
        said = subprocess.run([toolkit / "bin/nvcc", "--dryrun", *arguments, "-c", source, "-o", os.devnull], capture_output=True, text=True, cwd=source.parent).stderr
        steps = [line[3:] for line in said.splitlines() if line.startswith("#$ ")]
        self.env = dict(os.environ, CLEAVE_SECOND_OPINION="off", CLEAVE_CACHE="off")
        for step in steps:
            if m := re.match(r"(\w+)=([^ ]*) *$", step): self.env[m[1]] = m[2].strip('"')
        text = next(s for s in steps if " -E " in s and "cpp4.ii" in s)
        self.step = next(s for s in steps if re.match(r"\S*cudafe\+\+ ", s))
        self.temporary = re.search(r'-o "([^"]*cpp4.ii)"', text)[1]
        done = subprocess.run(text.replace(self.temporary, str(folder / "head.ii")), shell=True, env=self.env, cwd=source.parent, capture_output=True)
        self.text = (folder / "head.ii").read_text(errors="replace") if done.returncode == 0 else None

    def own(self):
        """The parts of the text that stand in the main file."""
        markers = list(MARKER.finditer(self.text))
        for marker, after in zip(markers, [*markers[1:], None]):
            if Path(marker[2]).name == self.source.name:
                yield self.text.index("\n", marker.start()) + 1, after.start() if after else len(self.text)

    def messages(self, front, text):
        (self.folder / "x.ii").write_text(text)
        step = self.step.replace(self.temporary, str(self.folder / "x.ii"))
        step = re.sub(r'"?/[^" ]*\.(cudafe1\.\w+|stub\.c|module_id)"?', lambda m: f'"{self.folder}/o.{m[1]}"', step)
        step = re.sub(r"^\S*cudafe\+\+", f"timeout 60 {front} --error_limit 1000000", step)
        done = subprocess.run(step, shell=True, env=self.env, cwd=self.source.parent, capture_output=True, text=True, errors="replace")
        return MESSAGE.findall(done.stdout + done.stderr), done.returncode


def mutate(unit, rng, wanted):
    """A text with one mistake, the kind of the mistake, and its line in words."""
    spans = [m.span() for a, b in unit.own() for m in TOKEN.finditer(unit.text, a, b)]
    spans = [(a, b) for a, b in spans if not unit.text[a:b].startswith(("//", "/*", "#"))]
    words = sorted({unit.text[a:b] for a, b in spans if re.match(r"[A-Za-z_]", unit.text[a:b])})
    text = unit.text
    for _ in range(100):
        i = rng.randrange(len(spans) - 1); a, b = spans[i]; token = text[a:b]; c, d = spans[i + 1]
        kind = wanted or rng.choice(["delete", "double", "swap", "misspell", "other name", "punctuation", "line", "operand"])
        if kind == "delete": new = text[:a] + text[b:]
        elif kind == "double": new = text[:b] + " " + token + text[b:]
        elif kind == "swap" and "\n" not in text[b:c]: new = text[:a] + text[c:d] + text[b:c] + " " + token + text[d:]
        elif kind == "misspell" and re.match(r"[A-Za-z_]{3}", token): new = text[:b] + "_" + text[b:]
        elif kind == "other name" and re.match(r"[A-Za-z_]", token): new = text[:a] + rng.choice(words) + text[b:]
        elif kind == "punctuation" and token in SWAPS: new = text[:a] + SWAPS[token] + text[b:]
        elif kind == "line":
            start, end = text.rfind("\n", 0, a) + 1, text.find("\n", b)
            new = text[:start] + text[end:]
        elif kind == "operand" and re.match(r"\w", token) and token not in ("if", "for", "return"): new = text[:a] + rng.choice(["0", "1.5f", '"text"', "nullptr", "this"]) + text[b:]
        else: continue
        if new == text: continue
        start = text.rfind("\n", 0, a) + 1
        head = new[start:].split("\n", 1)[0] if kind != "line" else "(lost) " + text[start:text.find("\n", b)]
        return new, kind, head.strip()
    return None


def numbers(messages): return [(line, NUMBER.search(text).groups() if NUMBER.search(text) else text[:9]) for line, text in messages]


def compare(theirs, mine):
    if theirs == mine: return "same"
    wrong = [any("error" in text[:20] for _, text in said) for said in (theirs, mine)]
    if wrong == [True, False]: return "missed"
    if wrong == [False, True]: return "refused"
    if numbers(theirs) == numbers(mine): return "words"
    if sorted(theirs) == sorted(mine): return "order"
    return "later" if theirs and mine and theirs[0] == mine[0] else "other"


KINDS = ["same", "words", "order", "later", "other", "missed", "refused", "crash"]


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("sources", nargs="+", type=Path); p.add_argument("--toolkit", type=Path, required=True)
    p.add_argument("--cleave", type=Path, default=ROOT / "target/release/cleave"); p.add_argument("--each", type=int, default=10)
    p.add_argument("--seed", type=int, default=1); p.add_argument("--kind"); p.add_argument("--limit", type=int, default=10**9); p.add_argument("--quiet", action="store_true")
    split = sys.argv.index("--") if "--" in sys.argv else len(sys.argv)
    a = p.parse_args(sys.argv[1:split]); arguments = sys.argv[split + 1:] or ["-std=c++17"]
    table = collections.defaultdict(collections.Counter); done = 0
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder); ours = folder / "cudafe++"; ours.symlink_to(a.cleave.resolve())
        for source in a.sources:
            own = re.match(r"// flags:(.*)", source.read_text(errors="replace"))
            unit = Unit(a.toolkit, source.resolve(), own[1].split() + ["-std=c++17"] * ("-std" not in own[1]) if own else arguments, folder)
            rng = random.Random(f"{source.name} {a.seed}")
            if not unit.text: continue
            for i in range(a.each + 1):
                made = (unit.text, "none", "unchanged") if i == 0 else mutate(unit, rng, a.kind)
                if done >= a.limit or not made: break
                done += 1; text, kind, line = made
                theirs, status = unit.messages(a.toolkit / "bin/cudafe++", text); mine, own = unit.messages(ours, text)
                found = compare(theirs, mine) if own in (0, 1, 2) else "crash"
                table[kind][found] += 1
                if found != "same" and not a.quiet:
                    at = next((i for i, (t, m) in enumerate(zip(theirs, mine)) if t != m), min(len(theirs), len(mine)))
                    print(f"{found}: {source.name}: {kind}: {line}")
                    for who, said in (("cudafe++", theirs), ("Cleave", mine)):
                        for n, m in said[max(0, at - 1):at + 3]: print(f"    {who}: {n}: {m}")
                    sys.stdout.flush()
    rows = [*sorted(table), "all"]
    table["all"] = sum(table.values(), collections.Counter())
    print(f"{'':12}" + "".join(f"{k:>8}" for k in KINDS))
    for row in rows: print(f"{row:12}" + "".join(f"{table[row][k]:8}" for k in KINDS))


main()
