#!/usr/bin/env python3
"""Every way to use nvcc that we know of, with the toolkit's own front end and with Cleave's.

test_data/modes/modes.txt is the table of modes: each is a name and a command of the shell. The command runs
twice in equal folders with the programs of test_data/modes. `nvcc` is once the toolkit's own, once that of a
shadow toolkit (`cleave toolkit`). Compared are the exit status, standard output, standard error, the names of
all files that appear (the folder for temporary files is one of them), and what is in the files: objects by the
shared tools' rules (symbols and code), libraries member by member, programs by their symbols, and everything
else byte by byte. Names of temporary files, process numbers and times are made equal before they are compared.
A `~WORD` behind a mode's name leaves out files, sections and data with this word in their names, which differ
from one run of the same nvcc to the next. The host half itself (*.cudafe1.cpp) is text of our own and only has
to be there.

What the toolkit's own nvcc does is kept in a cache.

Usage: modes.py --shared DIR [--cleave PATH] [--toolkit V]... [--only TEXT]... [--jobs N] [--self] [--verbose]
                [--cleave-nvcc] [--fresh] [--json FILE]
  --toolkit   a version that the shared tool `reference-toolkit` knows [13.0]
  --only      modes whose names contain the text
  --self      compares the toolkit's own nvcc with itself: what differs then is no difference of Cleave's
  --cleave-nvcc  runs `cleave nvcc` in place of the shadow toolkit's nvcc
  --fresh     forgets the cached runs
Exit status 0 when nothing differs.
"""
import argparse
import collections
import concurrent.futures
import difflib
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
DATA = ROOT / "test_data" / "modes"
ASPECTS = ["exit", "stdout", "stderr", "files", "contents"]
TIMEOUT = 300

# What differs from one run to the next of the same command, and what stands in its place.
VOLATILE = [
    # A shadow's profile has nvcc look for programs where it is itself.
    (rb"(?m)^#\$ (PATH|CICC_PATH|CLEAVE)=.*\n", b""),
    # The host compiler sees other columns: the reference prints the source anew, Cleave leaves it as it is.
    (rb"(?m)^(\S+:\d+):\d+: ", rb"\1: "),
    (rb"(?m)^ +\| .*$", b"  |"),
    (rb"tmpxft_[0-9a-f]+_[0-9a-f]+", b"tmpxft"),
    (rb"/tmp/cc\w{6}\b", b"/tmp/ccTMP"),
    (rb"\bcc\w{6}\.(o|s|ltrans\w*|res|cdtor\.\w)\b", rb"ccTMP.\1"),
    (rb"\b\d+\.\d+ (ms|seconds?|s)\b", rb"TIME \1"),
    (rb"(_[0-9a-f]{8}_)\d+", rb"\1PID"),
    (rb", \d+\.\d+ , ms", b", TIME , ms"),
    (rb'"(dur|ts|tid|pid)" ?: *\d+', rb'"\1": TIME'),
]
# Programs get this time of change: line tables of device code hold it.
CHANGED = 1_700_000_000
HOST_HALF = ".cudafe1.cpp"
MACHINE_X86 = 62
RELOCATABLE = 1


class Mode:
    """A row of the table."""

    def __init__(self, name, unlike, command):
        self.name = name
        self.unlike = unlike
        self.command = command


def read_modes(path):
    """The rows of the table."""
    modes = []
    for line in path.read_text().splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        head, command = line.split(": ", 1)
        name, *unlike = head.split(" ~")
        modes.append(Mode(name, unlike, command))
    return modes


class Outcome:
    """What a command did, and the folder with what it left."""

    def __init__(self, exit_status, stdout, stderr, folder):
        self.exit_status = exit_status
        self.stdout = stdout
        self.stderr = stderr
        self.folder = folder

    def save(self):
        record = {
            "exit": self.exit_status,
            "stdout": self.stdout.decode("latin-1"),
            "stderr": self.stderr.decode("latin-1"),
        }
        self.folder.with_suffix(".json").write_text(json.dumps(record))

    @staticmethod
    def load(folder):
        record = json.loads(folder.with_suffix(".json").read_text())
        stdout = record["stdout"].encode("latin-1")
        stderr = record["stderr"].encode("latin-1")
        return Outcome(record["exit"], stdout, stderr, folder)


class Bench:
    """A toolkit, its shadow, and how to run and compare."""

    def __init__(self, arguments, version):
        self.arguments = arguments
        sys.path.insert(0, str(arguments.shared.resolve() / "tools"))
        import _objects

        self.objects = _objects
        tool = arguments.shared / "tools" / "reference-toolkit"
        printed = subprocess.run([tool, version], capture_output=True, text=True, check=True).stdout
        self.cache = arguments.cache / version
        self.cache.mkdir(parents=True, exist_ok=True)
        self.toolkit = self.cache / "toolkit"
        self.make_complete(Path(printed.splitlines()[-1]))
        self.shadow = self.cache / "shadow"
        # What nvcc runs it names by the shadow, what is read by the toolkit.
        folders = [re.escape(bytes(folder)) for folder in (self.shadow, self.toolkit)]
        folders.append(rb"/[^\s\"'=:]*/cleave/toolkit-[0-9a-f]{16}")
        self.volatile = [(b"(" + b"|".join(folders) + b")\\b", b"CUDA"), *VOLATILE]
        if not arguments.self:
            self.make_shadow()

    def make_complete(self, root):
        """A toolkit as installers make it. Wheels lack libraries by the names that linkers look for: a shadow has them, and would be another
        folder of libraries, which objects name."""
        made = tempfile.mkdtemp(dir=self.cache)
        for entry in root.iterdir():
            if entry.name not in ("lib", "lib64"):
                os.symlink(entry, f"{made}/{entry.name}")
        os.mkdir(f"{made}/lib64")
        os.symlink("lib64", f"{made}/lib")
        for library in sorted((root / "lib").iterdir()):
            os.symlink(library, f"{made}/lib64/{library.name}")
            plain = f"{made}/lib64/{library.name.split('.so.')[0]}.so"
            if ".so." in library.name and not os.path.exists(plain):
                os.symlink(library.name, plain)
        shutil.rmtree(self.toolkit, ignore_errors=True)
        os.rename(made, self.toolkit)

    def make_shadow(self):
        command = [self.arguments.cleave.resolve(), "toolkit", "--cuda-path", self.toolkit, "--dir", self.shadow]
        subprocess.run(command, check=True, capture_output=True)

    def programs(self):
        return sorted(p for p in DATA.iterdir() if p.suffix in (".cu", ".cpp"))

    def key(self, mode):
        """What a cached run of the toolkit's own nvcc depends on."""
        state = hashlib.sha256()
        state.update(f"{mode.command}\0{self.toolkit}\0".encode())
        for program in self.programs():
            state.update(program.read_bytes())
        return state.hexdigest()

    def run(self, mode, root, name):
        """Runs the mode's command with the toolkit at `root`.

        Objects hold paths of the folder, so both runs are in the same one. It is then renamed to `name`."""
        home = self.cache / mode.name
        home.mkdir(exist_ok=True)
        nvcc = f"'{root}/bin/nvcc'"
        if root == self.shadow and self.arguments.cleave_nvcc:
            nvcc = f"'{self.arguments.cleave.resolve()}' nvcc --cuda-path '{self.toolkit}'"
        run = home / "run"
        shutil.rmtree(run, ignore_errors=True)
        kept = home / name
        shutil.rmtree(kept, ignore_errors=True)
        (run / "tmp").mkdir(parents=True)
        for program in self.programs():
            shutil.copy(program, run)
            os.utime(run / program.name, (CHANGED, CHANGED))
        script = f"nvcc() {{ {nvcc} \"$@\"; }}\n{mode.command}"
        environment = dict(os.environ, TMPDIR=str(run / "tmp"), LC_ALL="C.UTF-8", CLEAVE_SECOND_OPINION="off")
        environment.pop("CUDA_PATH", None)
        try:
            done = subprocess.run(
                ["bash", "-c", script],
                cwd=run,
                env=environment,
                capture_output=True,
                stdin=subprocess.DEVNULL,
                timeout=TIMEOUT,
            )
            outcome = Outcome(done.returncode, done.stdout, done.stderr, kept)
        except subprocess.TimeoutExpired:
            outcome = Outcome(124, b"", b"timeout", kept)
        run.rename(kept)
        outcome.save()
        return outcome

    def reference(self, mode):
        """The toolkit's own nvcc, from the cache if it is there."""
        home = self.cache / mode.name
        stamp = home / "key"
        if not self.arguments.fresh and stamp.exists() and stamp.read_text() == self.key(mode):
            return Outcome.load(home / "ref")
        outcome = self.run(mode, self.toolkit, "ref")
        stamp.write_text(self.key(mode))
        return outcome

    def ours(self, mode):
        return self.run(mode, self.toolkit if self.arguments.self else self.shadow, "our")

    def normal(self, text):
        """Text without what differs from run to run."""
        for pattern, replacement in self.volatile:
            text = re.sub(pattern, replacement, text)
        return text

    def files(self, folder):
        """Every file that is there after the run, by its normal name."""
        found = {}
        for path in sorted(folder.rglob("*")):
            if path.is_file() or path.is_symlink():
                name = self.normal(str(path.relative_to(folder)).encode()).decode(errors="replace")
                found[name] = path
        return found

    def compare(self, mode):
        """The aspects in which a mode differs, each with what is to be said about it."""
        theirs = self.reference(mode)
        ours = self.ours(mode)
        differences = {}
        if theirs.exit_status != ours.exit_status:
            differences["exit"] = f"{theirs.exit_status} and {ours.exit_status}"
        for aspect in ("stdout", "stderr"):
            difference = self.text_difference(getattr(theirs, aspect), getattr(ours, aspect))
            if difference:
                differences[aspect] = difference
        expected = self.files(theirs.folder)
        found = self.files(ours.folder)
        if expected.keys() != found.keys():
            missing = sorted(expected.keys() - found.keys())
            extra = sorted(found.keys() - expected.keys())
            differences["files"] = f"missing {missing}, extra {extra}"
        contents = []
        for name in sorted(expected.keys() & found.keys()):
            difference = self.content_difference(mode, name, expected[name], found[name])
            if difference and not any(word in name for word in mode.unlike):
                contents.append(f"{name}: {difference}")
        if contents:
            differences["contents"] = "\n".join(contents)
        return theirs, differences

    def text_difference(self, left, right):
        left = self.normal(left).decode(errors="replace").splitlines()
        right = self.normal(right).decode(errors="replace").splitlines()
        if left == right:
            return ""
        return "\n".join(list(difflib.unified_diff(left, right, "nvcc", "cleave", lineterm="", n=1))[2:])

    def content_difference(self, mode, name, left, right):
        if not left.exists() or not right.exists() or name.endswith(HOST_HALF):
            return ""
        a = left.read_bytes()
        b = right.read_bytes()
        if a == b:
            return ""
        if a.startswith(b"!<arch>"):
            return self.library_difference(mode, left, right)
        if a.startswith(b"\x7fELF") and int.from_bytes(a[18:20], "little") == MACHINE_X86:
            if int.from_bytes(a[16:18], "little") == RELOCATABLE:
                return self.object_difference(mode, left, right)
            return self.program_difference(left, right)
        a = self.normal(a)
        b = self.normal(b)
        if a == b:
            return ""
        if name.endswith(".ii"):
            return self.compiled_difference(mode, left, right)
        return f"{len(a)} and {len(b)} bytes\n" + self.text_difference(a, b)[:600]

    def object_difference(self, mode, left, right):
        same, count, functions, data, note = self.objects.compare(left, right)
        data = [name for name in data if not any(word in name for word in mode.unlike)]
        said = []
        if note:
            said.append(note)
        if functions:
            said.append(f"{len(functions)} of {count} functions: {functions[:4]}")
        if data:
            said.append(f"data: {data[:4]}")
        return "; ".join(said)

    def program_difference(self, left, right):
        a = self.objects.Object(left).interface()
        b = self.objects.Object(right).interface()
        if a == b:
            return ""
        return f"symbols: missing {sorted(x[0] for x in a - b)[:4]}, extra {sorted(x[0] for x in b - a)[:4]}"

    def library_difference(self, mode, left, right):
        folders = []
        for library in (left, right):
            folder = library.with_name(library.name + ".members")
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir()
            subprocess.run(["ar", "x", library], cwd=folder, check=True)
            folders.append(folder)
        a, b = ({self.normal(p.name.encode()): p for p in folder.iterdir()} for folder in folders)
        said = []
        if a.keys() != b.keys():
            said.append(f"members {sorted(a)} and {sorted(b)}")
        for name in sorted(a.keys() & b.keys()):
            difference = self.object_difference(mode, a[name], b[name])
            if difference:
                said.append(f"{name.decode()}: {difference}")
        for folder in folders:
            shutil.rmtree(folder)
        return "; ".join(said)

    def compiled_difference(self, mode, left, right):
        """Host halves that are preprocessed again: the host compiler makes objects of both."""
        compiled = []
        for path in (left, right):
            target = path.with_name(path.name + ".compiled")
            command = ["g++", "-w", "-fpreprocessed", "-x", "c++", "-c", path, "-o", target, "-frandom-seed=0"]
            done = subprocess.run(command, capture_output=True)
            if done.returncode:
                return "does not compile: " + done.stderr.decode(errors="replace")[:300]
            compiled.append(target)
        difference = self.object_difference(mode, *compiled)
        for target in compiled:
            target.unlink()
        return difference



def indented(text):
    return "\n".join("      " + line for line in text.splitlines())


def check(bench, version, arguments, modes):
    """Compares all modes, prints what differs, and returns the rows."""
    rows = []
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        for mode, (theirs, differences) in zip(modes, pool.map(bench.compare, modes)):
            row = {"toolkit": version, "mode": mode.name, "exit": theirs.exit_status, "differences": differences}
            rows.append(row)
            if differences or arguments.verbose:
                verdict = ", ".join(differences) or "equal"
                print(f"{version} {mode.name} (exit {theirs.exit_status}): {verdict}", flush=True)
            for aspect, difference in differences.items():
                shown = difference if arguments.verbose else difference[: arguments.width]
                print(f"   {aspect}:\n{indented(shown)}", flush=True)
    return rows


def table(rows):
    """Counts of equal modes, one line for each toolkit."""
    lines = ["| toolkit | modes | equal | " + " | ".join(ASPECTS) + " |", "|---" * (3 + len(ASPECTS)) + "|"]
    by_version = collections.defaultdict(list)
    for row in rows:
        by_version[row["toolkit"]].append(row["differences"])
    for version, found in by_version.items():
        equal = sum(not differences for differences in found)
        counts = [sum(aspect not in differences for differences in found) for aspect in ASPECTS]
        lines.append(f"| {version} | {len(found)} | {equal} | " + " | ".join(map(str, counts)) + " |")
    return "\n".join(lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--shared", type=Path, required=True)
    parser.add_argument("--cleave", type=Path, default=ROOT / "target/release/cleave")
    parser.add_argument("--toolkit", action="append", default=[])
    parser.add_argument("--only", action="append", default=[])
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--self", action="store_true")
    parser.add_argument("--cleave-nvcc", action="store_true")
    parser.add_argument("--fresh", action="store_true")
    parser.add_argument("--verbose", action="store_true")
    parser.add_argument("--width", type=int, default=1500, help="so many characters of each difference are printed")
    parser.add_argument("--json", type=Path)
    caches = Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache"))
    parser.add_argument("--cache", type=Path, default=caches / "cleave-modes")
    arguments = parser.parse_args()
    modes = read_modes(DATA / "modes.txt")
    if arguments.only:
        modes = [mode for mode in modes if any(text in mode.name for text in arguments.only)]
    rows = []
    for version in arguments.toolkit or ["13.0"]:
        rows += check(Bench(arguments, version), version, arguments, modes)
    print(table(rows))
    if arguments.json:
        arguments.json.write_text(json.dumps(rows, indent=1))
    sys.exit(1 if any(row["differences"] for row in rows) or not rows else 0)


main()
