#!/usr/bin/env python3
"""Compares what `cleave lsp --check` shows of files with what `cleave split` reports: file, line, column, number and severity.

  scripts/editor_check.py --cuda-path DIR [--cleave target/release/cleave] FILE...

What the host compiler's preprocessor says by itself is no diagnostic of `split`, and is left out."""
import argparse
import json
import os
import re
import subprocess
import sys
import tempfile

LINE = re.compile(r"^(\S[^:]*):(\d+)(?::(\d+))?: ([a-z ]+) #(\d+): ")


def run(command):
    env = dict(os.environ, CLEAVE_SECOND_OPINION="off")
    return subprocess.run(command, capture_output=True, text=True, env=env, errors="replace")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cuda-path", required=True)
    parser.add_argument("--cleave", default="target/release/cleave")
    parser.add_argument("files", nargs="+")
    args = parser.parse_args()
    differ = total = 0
    with tempfile.TemporaryDirectory() as out:
        for file in args.files:
            common = ["--cuda-path", args.cuda_path]
            split = run([args.cleave, "split", *common, "--diagnostics=json", file, "-o", out])
            objects = [json.loads(line) for line in split.stderr.splitlines() if line.startswith("{")]
            want = {
                (d.get("file"), d.get("line"), d.get("column"), d.get("number"), d["severity"])
                for d in objects
            }
            check = run([args.cleave, "lsp", *common, "--check", file])
            found = map(LINE.match, check.stdout.splitlines())
            got = {
                (m[1], int(m[2]), int(m[3]) if m[3] else None, int(m[5]), m[4])
                for m in found
                if m
            }
            total += len(want)
            if want != got:
                differ += 1
                missing, more = sorted(want - got, key=str), sorted(got - want, key=str)
                print(f"{file}: missing {missing[:4]}, more {more[:4]}")
    print(f"{len(args.files)} files, {total} diagnostics, {differ} files differ")
    return 1 if differ else 0


if __name__ == "__main__":
    sys.exit(main())
