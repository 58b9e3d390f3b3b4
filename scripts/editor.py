#!/usr/bin/env python3
"""Latencies of the language server: from opening a file to its diagnostics, from a keystroke to diagnostics, completion, hover, and
what it does when nobody asks. Of each the median and the 95th percentile in milliseconds.

  scripts/editor.py [--server "cleave lsp"] [--edits 40] [--clangd clangd] FILE...

A keystroke alternates between a text that is wrong in one place and one that is right, so that each one changes what is said."""
import argparse
import json
import os
import pathlib
import queue
import subprocess
import threading
import time


class Server:
    def __init__(self, command, cwd=None):
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
        self.process = subprocess.Popen(command, cwd=cwd, **pipes)
        self.messages = queue.Queue()
        self.next = 0
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        out = self.process.stdout
        while True:
            length = 0
            while (line := out.readline()) not in (b"\r\n", b""):
                if line.lower().startswith(b"content-length:"):
                    length = int(line.split(b":")[1])
            if not length:
                return
            self.messages.put((time.perf_counter(), json.loads(out.read(length))))

    def send(self, message):
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.process.stdin.flush()

    def notify(self, method, params):
        self.send({"method": method, "params": params})

    def wait(self, wanted, patience=120):
        """The first message that is wanted, and when it came. What a server asks is answered with nothing."""
        while True:
            at, message = self.messages.get(timeout=patience)
            if "method" in message and "id" in message:
                self.send({"id": message["id"], "result": None})
            elif wanted(message):
                return at, message

    def request(self, method, params):
        self.next += 1
        number = self.next
        start = time.perf_counter()
        self.send({"id": number, "method": method, "params": params})
        at, message = self.wait(lambda m: m.get("id") == number and "method" not in m)
        return (at - start) * 1e3, message

    def cpu(self):
        fields = pathlib.Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def resident(self):
        """Megabytes. A server may be started by a script: what that has started counts as well."""
        pids, pages = [self.process.pid], 0
        for pid in pids:
            pages += int(pathlib.Path(f"/proc/{pid}/statm").read_text().split()[1])
            pids += map(int, pathlib.Path(f"/proc/{pid}/task/{pid}/children").read_text().split())
        return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def percentiles(times):
    times = sorted(times)
    return times[len(times) // 2], times[min(len(times) - 1, int(len(times) * 0.95))]


def diagnostics_of(uri, version):
    def wanted(message):
        params = message.get("params") or {}
        if message.get("method") != "textDocument/publishDiagnostics" or params["uri"] != uri:
            return False
        return params.get("version") in (None, version)

    return wanted


def measure(command, path, edits):
    server = Server(command)
    path = pathlib.Path(path).resolve()
    text = path.read_text()
    uri = path.as_uri()
    capabilities = {"general": {"positionEncodings": ["utf-8"]}}
    server.request("initialize", {"capabilities": capabilities, "rootUri": path.parent.as_uri(), "processId": None})
    server.notify("initialized", {})
    # The last line of the last function in the file is typed at.
    lines = text.split("\n")
    line = max(n for n, own in enumerate(lines) if own.strip() == "}" or own.startswith("}"))
    document = {"uri": uri, "languageId": "cuda", "version": 1, "text": text}
    start = time.perf_counter()
    server.notify("textDocument/didOpen", {"textDocument": document})
    at, _ = server.wait(diagnostics_of(uri, 1))
    first = (at - start) * 1e3
    typed = "    undeclared_name;\n"
    here = {"line": line, "character": 0}
    behind = {"line": line + 1, "character": 0}
    keystrokes, completions, hovers = [], [], []
    version = 1
    for number in range(edits):
        version += 1
        wrong = number % 2 == 0
        change = {"range": {"start": here, "end": here if wrong else behind}, "text": typed if wrong else ""}
        start = time.perf_counter()
        server.notify(
            "textDocument/didChange",
            {"textDocument": {"uri": uri, "version": version}, "contentChanges": [change]},
        )
        at, _ = server.wait(diagnostics_of(uri, version))
        keystrokes.append((at - start) * 1e3)
        position = {"textDocument": {"uri": uri}, "position": {"line": line, "character": 6 if wrong else 0}}
        completions.append(server.request("textDocument/completion", position)[0])
        hovers.append(server.request("textDocument/hover", position)[0])
    time.sleep(0.5)
    before = server.cpu()
    time.sleep(2)
    idle = (server.cpu() - before) / 2 * 100
    resident = server.resident()
    server.request("shutdown", None)
    server.notify("exit", None)
    server.process.wait(timeout=20)
    return first, keystrokes, completions, hovers, idle, resident


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--server", default="target/release/cleave lsp", help="the command of the server")
    parser.add_argument("--clangd", help="clangd, to be measured beside it")
    parser.add_argument("--edits", type=int, default=40, help="how many keystrokes")
    parser.add_argument("files", nargs="+")
    args = parser.parse_args()
    servers = [args.server.split()]
    if args.clangd:
        servers.append([args.clangd])
    for path in args.files:
        for command in servers:
            first, *times, idle, resident = measure(command, path, args.edits)
            print(f"{pathlib.Path(path).name}, {command[0]}: first diagnostics {first:.0f} ms")
            for name, of in zip(["keystroke to diagnostics", "completion", "hover"], times):
                median, high = percentiles(of)
                print(f"  {name:<24} median {median:6.1f}  p95 {high:6.1f}  most {max(of):6.1f}")
            print(f"  idle {idle:.1f} %, {resident:.0f} MB resident")


if __name__ == "__main__":
    main()
