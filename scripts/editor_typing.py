#!/usr/bin/env python3
"""A client of the language server that types at random: edits that break the text and mend it, requests that are cancelled, edits out of
range. Now and then what the server says of the text is compared with what a fresh server says of it.

  scripts/editor_typing.py --cuda-path DIR [--server "cleave lsp"] [--seeds 3] [--first 1] [--edits 400] [--every 50] FILE...

Exit status: 1 if an answer differs, a request fails, the server ends, or it has grown by more than a third between the second quarter and
the last one: what it has on the average, as what it computes at the moment comes and goes."""
import argparse
import pathlib
import queue
import random
import statistics
import sys
import tempfile

from editor import Server, diagnostics_of
from editor_beside import project

PIECES = [
    "{", "}", "(", ")", ";", "<<<1, 1>>>", "template <class T> ", "__device__ ", "__global__ void k() {}\n", "auto x = 1;\n", "::",
    "struct S { int a; };\n", "#define M(x) x\n", "#include <cstdio>\n", "#if 0\n", "#endif\n", "/*", "*/", '"', "undeclared();\n", "T",
    "int fresh_{n};\n", "inline int f_{n}(int a) { return a + {n}; }\n", "return 0;\n", "\n", "// {n}\n",
]
REQUESTS = ["hover", "definition", "completion", "references", "documentSymbol", "semanticTokens/full", "codeLens", "foldingRange"]


class Client:
    def __init__(self, command, folder, path, text):
        self.server, self.uri, self.version, self.text = Server(command, cwd=folder), path.as_uri(), 1, text
        options = {"capabilities": {"general": {"positionEncodings": ["utf-8"]}}, "rootUri": folder.as_uri(), "processId": None}
        self.server.request("initialize", options)
        self.server.notify("initialized", {})
        document = {"uri": self.uri, "languageId": "cuda", "version": 1, "text": text}
        self.server.notify("textDocument/didOpen", {"textDocument": document})
        self.failed = []

    def change(self, start, end, piece):
        """Replaces what lies between two places, each a line and a column in bytes; the client's own copy follows the protocol."""
        lines = self.text.encode().split(b"\n")

        def byte(place):
            line, column = place
            if line >= len(lines):
                return len(self.text.encode())
            return sum(len(own) + 1 for own in lines[:line]) + min(column, len(lines[line]))

        whole = self.text.encode()
        self.text = (whole[: byte(start)] + piece.encode() + whole[byte(end) :]).decode()
        self.version += 1
        here = [{"line": line, "character": column} for line, column in (start, end)]
        change = {"range": {"start": here[0], "end": here[1]}, "text": piece}
        self.notify([change])

    def restore(self, text):
        self.text = text
        self.version += 1
        self.notify([{"text": text}])

    def notify(self, changes):
        params = {"textDocument": {"uri": self.uri, "version": self.version}, "contentChanges": changes}
        self.server.notify("textDocument/didChange", params)

    def said(self, name):
        """What is wrong with the text, once that is known. A server is silent where an edit changes nothing of that, so a line in front of
        the text warns under that name meanwhile."""
        line = f"#warning {name}\n"
        self.change((0, 0), (0, 0), line)

        def wanted(message):
            error = message.get("error")
            # Changed meanwhile, or cancelled by the client.
            if error and error["code"] not in (-32801, -32800):
                self.failed.append(error)
            return diagnostics_of(self.uri, self.version)(message) and name in str(message["params"]["diagnostics"])

        _, message = self.server.wait(wanted)
        self.change((0, 0), (1, 0), "")
        key = lambda d: (d["range"]["start"]["line"], d["range"]["start"]["character"], str(d.get("code")), d["message"])
        return sorted(map(key, message["params"]["diagnostics"]))

    def ask(self, numbers):
        self.server.next += 1
        position = {"line": numbers.randrange(self.text.count("\n") + 3), "character": numbers.randrange(60)}
        params = {"textDocument": {"uri": self.uri}, "position": position}
        method = numbers.choice(REQUESTS)
        if method == "references":
            params["context"] = {"includeDeclaration": True}
        self.server.send({"id": self.server.next, "method": "textDocument/" + method, "params": params})
        if numbers.random() < 0.3:
            self.server.notify("$/cancelRequest", {"id": self.server.next})

    def end(self):
        self.server.process.kill()
        self.server.process.wait()


def type_at(command, path, args, seed):
    """What goes wrong, in words; nothing if all is well."""
    text = path.read_text()
    numbers = random.Random(seed)
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        copy = project(folder, path, args.cuda_path, ["-arch=sm_80", "-std=c++17"])
        client = Client(command, folder, copy, text)
        sizes, edits = [], []
        try:
            client.said("opened")
            for number in range(1, args.edits + 1):
                lines = client.text.encode().split(b"\n")
                # Some places lie behind the end of a line or of the text. What is inserted is ASCII, so no character is cut.
                start = (numbers.randrange(len(lines) + 2), numbers.randrange(70))
                end = start if numbers.random() < 0.7 else (start[0] + numbers.randrange(2), start[1] + numbers.randrange(9))
                if number % 10 == 0:
                    client.restore(text)
                    edits.append("restored")
                elif end >= start:
                    piece = numbers.choice(PIECES).replace("{n}", str(number))
                    client.change(start, end, piece)
                    edits.append((start, end, piece))
                for _ in range(numbers.randrange(3)):
                    client.ask(numbers)
                if numbers.random() < 0.5:
                    client.said(f"after {number}")
                    sizes.append(client.server.resident())
                if number % args.every == 0:
                    said = client.said("compared")
                    fresh = Client(command, folder, copy, client.text)
                    wanted = fresh.said("compared")
                    fresh.end()
                    if said != wanted:
                        return f"after edit {number}: {said}\nfrom scratch: {wanted}\nlast edits: {edits[-12:]}"
            if client.failed:
                return f"requests fail: {client.failed[:3]}"
            quarter = max(1, len(sizes) // 4)
            second, last = (statistics.mean(part) for part in (sizes[quarter : 2 * quarter] or sizes, sizes[-quarter:]))
            print(f"{path.name}, seed {seed}: {args.edits} edits, {second:.0f} MB in the second quarter, {last:.0f} MB in the last", flush=True)
            return f"it grows: {second:.0f} to {last:.0f} MB" if last > second * 4 / 3 else None
        except (queue.Empty, BrokenPipeError) as e:
            return f"the server says nothing more: {e!r}; last edits: {edits[-12:]}"
        finally:
            client.end()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--server", default="target/release/cleave lsp", help="the command of the server")
    parser.add_argument("--cuda-path", required=True, help="the toolkit")
    parser.add_argument("--seeds", type=int, default=3, help="how many runs of each file")
    parser.add_argument("--first", type=int, default=1, help="the seed of the first run")
    parser.add_argument("--edits", type=int, default=400, help="how many edits a run has")
    parser.add_argument("--every", type=int, default=50, help="after how many edits a fresh server is asked")
    parser.add_argument("files", nargs="+")
    args = parser.parse_args()
    program, *words = args.server.split()
    command = [str(pathlib.Path(program).resolve()), *words]
    status = 0
    for path in args.files:
        for seed in range(args.first, args.first + args.seeds):
            if wrong := type_at(command, pathlib.Path(path).resolve(), args, seed):
                print(f"{path}, seed {seed}: {wrong}", flush=True)
                status = 1
    sys.exit(status)


if __name__ == "__main__":
    main()
