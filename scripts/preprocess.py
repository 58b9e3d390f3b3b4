#!/usr/bin/env python3
"""Compares the preprocessor with g++ -E byte for byte, and times both in processor time.

usage: preprocess.py PROGRAM [--cuda ROOT] [--set NAME]... [--only WORD] [--said] [--sample N] [--cache DIR] [--suite DIR] [--tokens]
                     [--write FILE]

PROGRAM is `cleave preprocess` in quotes, or the crate's example. The sets:
  programs   test_data/programs with what nvcc says to its host compiler for the host pass and for the device pass (with --cuda)
  headers    every C++ standard header alone and all together, C++17, C++20 and C++23
  toolkit    the toolkit's headers (with --cuda)
  cccl       headers of nvidia-cuda-cccl, cutlass: units that include one header of nvidia-cutlass, flashinfer: units of flashinfer-python;
             the packages are those that corpus.py installs into its cache
  suite      gcc.dg/cpp of gcc's source, only files with an even CRC32 of the name: Debian's source of the compiler's own version, fetched
             into the cache as suites.py does, or DIR
--write puts the table into FILE, between the marks of this compiler. --tokens compares without blanks, line ends and line markers.
--said also compares what is said: file, line, column and message of each error and warning. --sample takes every Nth case of a set.
"""
import argparse, glob, os, re, resource, shlex, subprocess, sys, tempfile, zlib
from pathlib import Path

import suites

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = {"backward", "bits", "debug", "decimal", "experimental", "ext", "parallel", "pstl", "tr1", "tr2"}
SETS = ["programs", "headers", "toolkit", "cccl", "cutlass", "flashinfer", "suite"]


def cuda_arguments(root, side="host"):
    defines = ["-D__CUDA_ARCH_LIST__=750"]
    if side == "device":
        defines = ["-D__CUDA_ARCH__=750", "-D__CUDA_ARCH_LIST__=750", "-DCUDA_DOUBLE_MATH_FUNCTIONS"]
    return [
        "-x", "c++", "-D__CUDACC__", "-D__NVCC__", f"-I{root}/bin/..//include", "-isystem", f"{root}/bin/..//include/cccl",
        "-D__CUDACC_VER_MAJOR__=13", "-D__CUDACC_VER_MINOR__=0", "-D__CUDACC_VER_BUILD__=88", "-D__CUDA_API_VER_MAJOR__=13",
        "-D__CUDA_API_VER_MINOR__=0", "-D__NVCC_DIAG_PRAGMA_SUPPORT__=1", "-D__CUDACC_DEVICE_ATOMIC_BUILTINS__=1",
        *defines, "-include", "cuda_runtime.h", "-m64",
    ]


def version():
    return subprocess.run(["g++", "-dumpversion"], capture_output=True, text=True, check=True).stdout.strip()


def standard_headers():
    """The folder with <vector>; clang takes g++'s."""
    said = subprocess.run(["g++", "-E", "-v", "-x", "c++", "/dev/null"], capture_output=True, text=True, check=True).stderr
    return next(d for d in re.findall(r"^ (/\S+)$", said, re.M) if os.path.exists(f"{d}/vector"))


def suite():
    """gcc.dg/cpp of the compiler's own version."""
    package = f"gcc-{version().split('.')[0]}"
    suites.CACHE.mkdir(parents=True, exist_ok=True)
    suites.fetch({package: ["*/gcc/testsuite/gcc.dg/cpp"]}, f"done-cpp-{package}")
    return next(suites.CACHE.glob(f"{package}.*/gcc/testsuite/gcc.dg/cpp"))


def unit(folder, name, headers):
    path = f"{folder}/{name.replace('/', '_')}.cpp"
    with open(path, "w") as out:
        out.writelines(f"#include <{h}>\n" for h in headers)
    return path


def below(root, suffixes):
    return sorted(str(p.relative_to(root)) for p in Path(root).rglob("*") if p.suffix in suffixes and p.is_file())


def take(items, count):
    """So many of them, told by the CRC32 of their names."""
    return sorted(sorted(items, key=lambda n: zlib.crc32(n.encode()))[:count])


def cases(options, folder):
    cuda, cache = options.cuda, options.cache
    package = lambda name: next(iter(sorted(cache.glob(f"{name}-[0-9]*"))), None)
    wanted = lambda name: name in options.set
    if wanted("programs") and cuda:
        for side in ("host", "device"):
            for path in sorted(glob.glob(f"{ROOT}/test_data/programs/*.cu")):
                yield f"programs, {side}", os.path.basename(path), [*cuda_arguments(cuda, side), path]
    if wanted("headers"):
        headers = sorted(h for h in os.listdir(standard_headers()) if h not in FOLDERS)
        for std in ("17", "20", "23"):
            for h in headers:
                yield f"headers, C++{std}", h, [f"-std=c++{std}", unit(folder, h, [h])]
            yield f"all headers, C++{std}", "all", [f"-std=c++{std}", unit(folder, "all", headers)]
    if wanted("toolkit") and cuda:
        include = f"{cuda}/include"
        for h in below(include, {".h", ".hpp", ".cuh"}):
            if not h.startswith("cccl/"):
                yield "toolkit", h, [*cuda_arguments(cuda), unit(folder, h, [h])]
    if wanted("cccl") and (root := package("nvidia-cuda-cccl")):
        root = root / "nvidia/cu13/include/cccl"
        names = [h for h in below(root, {"", ".h", ".cuh"})]
        for h in take(names, options.count):
            yield "cccl", h, [f"-I{root}", *cuda_arguments(cuda), unit(folder, h, [h])]
    extra = package("nvidia-curand")
    extra = [f"-I{extra}/nvidia/cu13/include"] if extra else []
    if wanted("cutlass") and (root := package("nvidia-cutlass")):
        root = root / "cutlass_library/source"
        for h in take(below(root / "include", {".h", ".hpp", ".cuh"}), options.count):
            path = unit(folder, h, [h])
            yield "cutlass", h, [f"-I{root}/include", f"-I{root}/tools/util/include", *extra, *cuda_arguments(cuda, "device"), "-std=c++17", path]
    if wanted("flashinfer") and (root := package("flashinfer-python")):
        fi, ffi = root / "flashinfer/data", package("apache-tvm-ffi") / "tvm_ffi"
        folders = [fi / f for f in ("cccl/cub", "cccl/libcudacxx/include", "cccl/thrust", "include", "csrc", "csrc/nv_internal",
                   "csrc/nv_internal/include", "cutlass/include", "cutlass/tools/util/include", "spdlog/include")]
        folders += [ffi / "include", ffi / "3rdparty/dlpack/include"]
        for path in take(below(fi / "csrc", {".cu"}), options.count):
            yield "flashinfer", path, [*(f"-I{f}" for f in folders), *extra, *cuda_arguments(cuda), "-std=c++17", f"{fi}/csrc/{path}"]
    if wanted("suite"):
        home = options.suite or suite()
        for path in sorted(home.rglob("*.c")):
            if zlib.crc32(path.name.encode()) % 2 == 0:
                asked = re.search(r"dg-options\s+\"([^\"]*)\"", path.read_text(errors="replace"))
                words = [w for w in asked[1].split() if re.match(r"-[DUP]|-std=c\+\+|-std=gnu\+\+|-trigraphs", w)] if asked else []
                yield "suite", str(path.relative_to(home)), ["-x", "c++", *words, f"-I{path.parent}", str(path)]


def run(words, where):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    out = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL, check=False, cwd=where,
                         env={**os.environ, "LC_ALL": "C"})
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return out.stdout, out.stderr, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def said(text):
    """Places and messages alone."""
    lines = text.decode(errors="replace").splitlines()
    found = [re.match(r"(.*?:\d+(?::\d+)?: (?:fatal error|error|warning|note): .*)", line) for line in lines]
    return [re.sub(r" \[-W[^]]*\]$", "", m[1]) for m in found if m]


def tokens(text):
    """The text without what no token is made of, a token's end at each line."""
    lines = [line for line in text.split(b"\n") if not re.match(rb"# \d+ ", line)]
    return b"".join(b"".join(lines).split()).replace(b"#pragma", b"\n#pragma").replace(b";", b";\n")


def write(path, counts):
    """Puts the table between `<!-- g++ 14 -->` and `<!-- end -->`."""
    mark, rows = f"<!-- g++ {version().split(chr(46))[0]} -->\n", ["| set | cases | same text | same messages |", "|---|---|---|---|"]
    rows += [f"| {kind} | {same + other} | {same} | {alike} |" for kind, (same, other, alike, *_) in counts.items()]
    before, rest = path.read_text().split(mark)
    path.write_text(before + mark + "\n".join(rows) + "\n" + rest[rest.index("<!-- end -->"):])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--cuda", default=os.environ.get("CUDA_PATH"))
    parser.add_argument("--set", action="append", choices=SETS)
    parser.add_argument("--only", default="")
    parser.add_argument("--said", action="store_true")
    parser.add_argument("--sample", type=int, default=1)
    parser.add_argument("--count", type=int, default=75)
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "cleave-corpus"
    parser.add_argument("--cache", type=Path, default=cache)
    parser.add_argument("--suite", type=Path)
    parser.add_argument("--tokens", action="store_true")
    parser.add_argument("--write", type=Path)
    options = parser.parse_args()
    options.set = options.set or SETS
    program = shlex.split(options.program)
    program[0] = os.path.abspath(program[0]) if "/" in program[0] else program[0]
    counts = {}
    with tempfile.TemporaryDirectory() as folder:
        for at, (kind, name, arguments) in enumerate(cases(options, folder)):
            if options.only not in kind + " " + name or at % options.sample:
                continue
            want, theirs, a = run(["g++", "-E", *arguments], folder)
            have, ours, b = run([*program, *arguments], folder)
            count = counts.setdefault(kind, [0, 0, 0, 0.0, 0.0])
            count[3] += a
            count[4] += b
            if options.tokens: want, have = tokens(want), tokens(have)
            same = want == have
            count[0 if same else 1] += 1
            if not same:
                left, right = want.split(b"\n"), have.split(b"\n")
                line = next((i for i, (x, y) in enumerate(zip(left, right)) if x != y), min(len(left), len(right)))
                print(f"{kind}, {name}: line {line + 1}\n  g++ {left[line:line + 1]}\n  own {right[line:line + 1]} {ours[:200]}")
            left, right = said(theirs), said(ours)
            count[2] += left == right
            if options.said and left != right:
                print(f"{kind}, {name}: said")
                for line in left:
                    if line not in right: print(f"  g++ {line}")
                for line in right:
                    if line not in left: print(f"  own {line}")
                if sorted(left) == sorted(right): print("  in another order")
            sys.stdout.flush()
    if options.write: write(options.write, counts)
    print("| set | same text | different | same messages | g++ | own | times as fast |\n|---|---|---|---|---|---|---|")
    for kind, (same, other, alike, a, b) in counts.items():
        print(f"| {kind} | {same} | {other} | {alike} | {a:.2f} s | {b:.2f} s | {a / max(b, 1e-9):.1f} |")


if __name__ == "__main__":
    main()
