#!/usr/bin/env python3
"""`cleave lsp` beside clangd over the same files and the same compile_commands.json: errors on programs that nvcc takes, what each says of
names picked at random, times and memory.

  scripts/editor_beside.py --cuda-path DIR [--server "cleave lsp"] [--clangd clangd] [--names 100] [--table FILE.md] FILE...

clangd is told what its users tell it in a file `.clangd`: the toolkit's folder, and nvcc's options to leave out. With `--table` the
part between the markers of a Markdown file is written anew; `--different` lists the names on which the two do not agree."""
import argparse
import json
import pathlib
import queue
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time

from editor import Server, diagnostics_of, percentiles

WORDS = set(
    "alignas alignof asm auto bool break case catch char class concept const consteval constexpr const_cast continue decltype default "
    "delete do double dynamic_cast else enum explicit export extern false float for friend goto if inline int long mutable namespace new "
    "noexcept nullptr operator private protected public register reinterpret_cast requires return short signed sizeof static "
    "static_assert static_cast struct switch template this throw true try typedef typeid typename union unsigned using virtual void "
    "volatile wchar_t while defined include define ifdef ifndef endif elif pragma undef once unroll".split()
)
SKIPPED = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|^[ \t]*#[^\n]*', re.S | re.M)
# `1.f` has no name in it.
NAME = re.compile(r"(?<!\d\.)\b[A-Za-z_]\w*\b")
BEGIN, END = "<!-- beside: begin -->", "<!-- beside: end -->"


def names_of(text, count, seed):
    """Positions of identifiers, directives, comments and literals aside."""
    blank = SKIPPED.sub(lambda m: re.sub(r"[^\n]", " ", m[0]), text)
    found = []
    for number, line in enumerate(blank.split("\n")):
        for m in NAME.finditer(line):
            if m[0] not in WORDS:
                found.append((number, len(line[: m.start()].encode()), m[0]))
    random.Random(seed).shuffle(found)
    return found[:count]


class Session:
    """A server with one file open."""

    def __init__(self, command, folder, path, text):
        self.server = Server(command, cwd=folder)
        self.text, self.uri = text, path.as_uri()
        self.version = 1
        capabilities = {
            "general": {"positionEncodings": ["utf-8"]},
            "offsetEncoding": ["utf-8"],
            "textDocument": {"hover": {"contentFormat": ["plaintext"]}, "definition": {"linkSupport": False}},
        }
        self.server.request("initialize", {"capabilities": capabilities, "rootUri": folder.as_uri(), "processId": None})
        self.server.notify("initialized", {})
        start = time.perf_counter()
        document = {"uri": self.uri, "languageId": "cuda", "version": 1, "text": text}
        self.server.notify("textDocument/didOpen", {"textDocument": document})
        at, message = self.server.wait(diagnostics_of(self.uri, 1))
        self.first = (at - start) * 1e3
        said = message["params"]["diagnostics"]
        self.errors = [d for d in said if d.get("severity", 1) == 1]

    def keystroke(self):
        """Types a wrong line before the end of the file's last function, and takes it back; the milliseconds of each."""
        lines = self.text.split("\n")
        line = max((n for n, own in enumerate(lines) if own.startswith("}")), default=None)
        if line is None:
            return []
        times = []
        for wrong in (True, False) * 4:
            self.version += 1
            here, behind = {"line": line, "character": 0}, {"line": line + 1, "character": 0}
            change = {"range": {"start": here, "end": here if wrong else behind}, "text": "    undeclared_name;\n" if wrong else ""}
            start = time.perf_counter()
            params = {"textDocument": {"uri": self.uri, "version": self.version}, "contentChanges": [change]}
            self.server.notify("textDocument/didChange", params)
            try:
                at, _ = self.server.wait(diagnostics_of(self.uri, self.version), 30)
            except queue.Empty:
                return times
            times.append((at - start) * 1e3)
        return times

    def ask(self, method, line, column):
        params = {"textDocument": {"uri": self.uri}, "position": {"line": line, "character": column}}
        return self.server.request(method, params)[1].get("result")

    def hover(self, line, column):
        found = self.ask("textDocument/hover", line, column)
        return bool(found and found.get("contents"))

    def definition(self, line, column):
        found = self.ask("textDocument/definition", line, column) or []
        found = [found] if isinstance(found, dict) else found
        places = set()
        for one in found:
            uri = one.get("uri") or one.get("targetUri")
            where = one.get("range") or one.get("targetSelectionRange")
            places.add((uri.rsplit("/", 1)[-1], where["start"]["line"]))
        return places

    def end(self):
        resident = self.server.resident()
        try:
            self.server.request("shutdown", None)
            self.server.notify("exit", None)
            self.server.process.wait(timeout=20)
        except (BrokenPipeError, queue.Empty, subprocess.TimeoutExpired):
            self.server.process.kill()
        return resident


def project(folder, path, toolkit, options):
    """A folder with the file, compile_commands.json and `.clangd`."""
    for near in path.parent.iterdir():
        if near.suffix in {".h", ".cuh", ".hpp", ".inl", ".inc"} and near.is_file():
            shutil.copy(near, folder / near.name)
    copy = folder / path.name
    shutil.copy(path, copy)
    nvcc = str(pathlib.Path(toolkit) / "bin/nvcc")
    command = [nvcc, *options, "-c", path.name, "-o", "a.o"]
    entry = {"directory": str(folder), "file": path.name, "arguments": command}
    (folder / "compile_commands.json").write_text(json.dumps([entry]))
    (folder / ".clangd").write_text(
        "CompileFlags:\n"
        f"  Add: [-xcuda, --cuda-path={toolkit}, -I{toolkit}/include, -I{toolkit}/include/cccl, --cuda-gpu-arch=sm_80, -Wno-unknown-cuda-version]\n"
        "  Remove: [-arch*, -gencode*, --extended-lambda, --expt-*, -rdc*, -Xcompiler*, -lineinfo]\n"
    )
    return copy


def beside(sides, path, args, total):
    text = path.read_text(errors="replace")
    first = re.match(r"// flags:(.*)", text)
    options = json.loads(args.options) if args.options else ["-arch=sm_80", *(first[1].split() if first else ["-std=c++17"])]
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        copy = project(folder, path, args.cuda_path, options)
        answers = []
        picked = names_of(text, args.names, path.name)
        for name, command in sides:
            own = total[name]
            try:
                session = Session(command, folder, copy, text)
            except (queue.Empty, BrokenPipeError):
                print(f"{path.name}: {name} says nothing")
                return
            own["first"].append(session.first)
            own["errors"] += len(session.errors)
            own["files"] += bool(session.errors)
            for error in session.errors[:3]:
                at = error["range"]["start"]["line"] + 1
                print(f"{path.name}:{at}: {name}: {error['message'].splitlines()[0]}")
            said = [(session.hover(line, column), session.definition(line, column)) for line, column, _ in picked]
            own["hovers"] += sum(h for h, _ in said)
            own["definitions"] += sum(bool(d) for _, d in said)
            own["keystrokes"] += session.keystroke()
            own["resident"].append(session.end())
            answers.append(said)
    total["names"] += len(picked)
    if len(answers) < 2:
        return
    for (line, column, word), ours, theirs in zip(picked, *answers):
        kind = (
            "neither" if not ours[1] and not theirs[1]
            else "only clangd" if not ours[1]
            else "only Cleave" if not theirs[1]
            else "same" if ours[1] & theirs[1]
            else "different"
        )
        total["kinds"][kind] = total["kinds"].get(kind, 0) + 1
        if args.different and kind in ("different", "only clangd"):
            print(f"  {path.name}:{line + 1}:{column + 1} {word}: {kind}: {sorted(ours[1])} {sorted(theirs[1])}")
        if args.different and theirs[0] and not ours[0]:
            print(f"  {path.name}:{line + 1}:{column + 1} {word}: no hover")


def table(total, sides, count):
    rows = [("", *[name for name, _ in sides]), tuple("---" for _ in range(len(sides) + 1))]
    of = [total[name] for name, _ in sides]
    names = total["names"]
    rows.append((f"files with errors, of {count} that nvcc takes", *[str(o["files"]) for o in of]))
    rows.append(("errors in them", *[str(o["errors"]) for o in of]))
    rows.append((f"hovers at {names} names", *[str(o["hovers"]) for o in of]))
    rows.append(("definitions of them", *[str(o["definitions"]) for o in of]))

    def both(key, unit):
        shown = [percentiles(o[key]) if o[key] else (0, 0) for o in of]
        return [f"{a:.0f}, {b:.0f}{unit}" for a, b in shown]

    rows.append(("opening to diagnostics, median and 95th percentile", *both("first", " ms")))
    rows.append(("keystroke to diagnostics", *both("keystrokes", " ms")))
    rows.append(("resident", *both("resident", " MB")))
    out = "".join("| " + " | ".join(row) + " |\n" for row in rows)
    if total["kinds"]:
        kinds = ["same", "only Cleave", "only clangd", "different", "neither"]
        out += "\n| definitions | names |\n|---|---|\n"
        out += "".join(f"| {kind} | {total['kinds'].get(kind, 0)} |\n" for kind in kinds)
    return out


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cuda-path", required=True)
    parser.add_argument("--server", default="target/release/cleave lsp", help="the command of the server")
    parser.add_argument("--clangd", help="clangd, if it is to be asked as well")
    parser.add_argument("--names", type=int, default=100, help="how many names of each file")
    parser.add_argument("--options", help="nvcc's options, a JSON list; without it those of the first line, `// flags: …`")
    parser.add_argument("--table", type=pathlib.Path, help="a Markdown file whose table is written anew")
    parser.add_argument("--different", action="store_true", help="list the names on which the two differ")
    parser.add_argument("files", nargs="+", type=pathlib.Path)
    args = parser.parse_args()
    words = args.server.split()
    words[0] = str(pathlib.Path(words[0]).resolve())
    sides = [("Cleave", words)]
    if args.clangd:
        version = subprocess.run([*args.clangd.split(), "--version"], capture_output=True, text=True).stdout
        number = re.search(r"clangd version (\S+)", version)
        sides.append((f"clangd {number[1] if number else ''}".strip(), [*args.clangd.split(), "--log=error"]))
    total = {"names": 0, "kinds": {}}
    for name, _ in sides:
        total[name] = {"first": [], "errors": 0, "files": 0, "hovers": 0, "definitions": 0, "keystrokes": [], "resident": []}
    for path in args.files:
        beside(sides, path.resolve(), args, total)
        sys.stdout.flush()
    shown = table(total, sides, len(args.files))
    print(shown)
    if args.table:
        text = args.table.read_text()
        before, rest = text.split(BEGIN, 1)
        args.table.write_text(f"{before}{BEGIN}\n{shown}{END}{rest.split(END, 1)[1]}")
    return 1 if total["Cleave"]["errors"] else 0


if __name__ == "__main__":
    sys.exit(main())
