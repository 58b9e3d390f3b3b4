#!/usr/bin/env python3
"""Compares the preprocessor with g++ -E byte for byte, and times both.

usage: preprocess.py PROGRAM [--cuda ROOT] [--only WORD] [--time]

PROGRAM is `cleave preprocess` in quotes, or the crate's example. What is compared: test_data/programs with CUDA's headers (with --cuda, with
what nvcc says to its host compiler for the host pass), every C++ standard header alone, and all of them together.
"""
import argparse
import glob
import os
import shlex
import subprocess
import tempfile
import time

HERE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
FOLDERS = {"backward", "bits", "debug", "decimal", "experimental", "ext", "parallel", "pstl", "tr1", "tr2"}


def cuda_arguments(root):
    return [
        "-x", "c++", "-D__CUDACC__", "-D__NVCC__", f"-I{root}/bin/..//include", "-isystem", f"{root}/bin/..//include/cccl",
        "-D__CUDACC_VER_MAJOR__=13", "-D__CUDACC_VER_MINOR__=0", "-D__CUDACC_VER_BUILD__=88", "-D__CUDA_API_VER_MAJOR__=13",
        "-D__CUDA_API_VER_MINOR__=0", "-D__NVCC_DIAG_PRAGMA_SUPPORT__=1", "-D__CUDACC_DEVICE_ATOMIC_BUILTINS__=1",
        "-D__CUDA_ARCH_LIST__=750", "-include", "cuda_runtime.h", "-m64",
    ]


def cases(cuda, folder):
    if cuda:
        for path in sorted(glob.glob(f"{HERE}/test_data/programs/*.cu")):
            yield "programs", os.path.basename(path), [*cuda_arguments(cuda), path]
    headers = sorted(h for h in os.listdir("/usr/include/c++/12") if h not in FOLDERS)
    for std in ("17", "20"):
        for h in [*headers, None]:
            path = f"{folder}/{h or 'all'}.cpp"
            with open(path, "w") as out:
                out.writelines(f"#include <{h}>\n" for h in ([h] if h else headers))
            kind = f"headers, C++{std}" if h else f"all headers, C++{std}"
            yield kind, h or "all", [f"-std=c++{std}", path]


def run(words):
    start = time.perf_counter()
    out = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
    return out.stdout, out.stderr, time.perf_counter() - start


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--cuda")
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    program = shlex.split(options.program)
    counts, times = {}, [0.0, 0.0]
    with tempfile.TemporaryDirectory() as folder:
        for kind, name, arguments in cases(options.cuda, folder):
            if options.only not in kind + " " + name:
                continue
            want, _, a = run(["g++", "-E", *arguments])
            have, said, b = run([*program, *arguments])
            times[0] += a
            times[1] += b
            count = counts.setdefault(kind, [0, 0])
            if want == have:
                count[0] += 1
                continue
            count[1] += 1
            left, right = want.split(b"\n"), have.split(b"\n")
            at = next((i for i, (x, y) in enumerate(zip(left, right)) if x != y), min(len(left), len(right)))
            print(f"{kind}, {name}: line {at + 1}\n  g++ {left[at:at + 1]}\n  own {right[at:at + 1]} {said[:200]}")
    for kind, (same, other) in counts.items():
        print(f"{kind}: {same} same, {other} different")
    print(f"g++ {times[0]:.2f} s, own {times[1]:.2f} s, {times[0] / max(times[1], 1e-9):.1f} times as fast")


if __name__ == "__main__":
    main()
