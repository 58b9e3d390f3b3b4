#!/usr/bin/env python3
"""Splits every program in test_data/programs and has g++ check the host half, under each toolkit that is named and under Cleave's
own headers. A program that fails is tried with the toolkit's nvcc: if that refuses it too, it does not count.

    scripts/split.py target/release/cleave --own-headers --toolkit /usr/local/cuda-13.0 --toolkit /usr/local/cuda-12.4
"""

import argparse
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
PROGRAMS = ROOT / "test_data" / "programs"

# What only a toolkit brings.
NEEDS_TOOLKIT = re.compile(
    r"<thrust/|<cub/|<cuda/|<mma.h>|<cooperative_groups/memcpy_async.h>|<cuda_fp4.h>|cudaGraphConditional"
)


def flags_of(program):
    """nvcc's flags in the first line of a program. Some need an architecture that is not the oldest."""
    first = program.read_text().splitlines()[0]
    return ["-arch=sm_80"] + (first.removeprefix("// flags:").split() if first.startswith("// flags:") else [])


def run(command, environment, folder):
    done = subprocess.run(command, env=environment, cwd=folder, capture_output=True, text=True)
    return done.returncode, done.stderr


def check(cleave, toolkit, programs, verbose):
    """Prints a line for a toolkit (None: our own headers) and returns how many programs fail that nvcc takes."""
    environment = {name: value for name, value in os.environ.items() if name not in ("CUDA_PATH", "CUDA_HOME")}
    own = [] if toolkit else ["--own-headers"]
    if toolkit:
        environment["CUDA_PATH"] = str(toolkit)
    passed, refused, failed = 0, [], []
    with tempfile.TemporaryDirectory() as folder:
        for program in programs:
            if not toolkit and NEEDS_TOOLKIT.search(program.read_text()):
                continue
            flags = flags_of(program)
            status, text = run([cleave, "split", *own, *flags, "--check-host", "-o", folder, program], environment, folder)
            if status == 0:
                passed += 1
                continue
            nvcc = [toolkit / "bin" / "nvcc", *flags, "-c", program, "-o", "x.o"] if toolkit else None
            if nvcc and run(nvcc, environment, folder)[0] != 0:
                refused.append(program.name)
                continue
            failed.append(program.name)
            if verbose:
                print(f"{program.name}: {status}\n{text}", file=sys.stderr)
    name = toolkit or "own headers"
    print(f"{name}: {passed} pass, {len(failed)} fail {failed}, {len(refused)} that nvcc refuses {refused}", flush=True)
    return len(failed)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cleave", type=pathlib.Path)
    parser.add_argument("--toolkit", action="append", default=[], type=pathlib.Path, help="the root of a toolkit")
    parser.add_argument("--own-headers", action="store_true", help="also with the headers that come with Cleave")
    parser.add_argument("--only", action="append", default=[], help="names of programs, without .cu")
    parser.add_argument("--verbose", action="store_true", help="print what was said of programs that fail")
    arguments = parser.parse_args()
    programs = sorted(p for p in PROGRAMS.glob("*.cu") if not arguments.only or p.stem in arguments.only)
    toolkits = ([None] if arguments.own_headers else []) + arguments.toolkit
    cleave = arguments.cleave.resolve()
    sys.exit(any([check(cleave, toolkit, programs, arguments.verbose) for toolkit in toolkits]))


if __name__ == "__main__":
    main()
