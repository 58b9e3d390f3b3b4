#!/usr/bin/env python3
"""clang's and gcc's test suites through the reference's cudafe++ and through Cleave, host pass.

The sources are Debian's, fetched once into the user's cache; nothing of them is part of this project. Each file is preprocessed by g++
alone, in the dialect that it asks for, and both front ends say whether they take it. Only files with an even CRC32 of the name are read:
the others are kept for whoever checks the result.

Usage: suites.py CLEAVE [--toolkit DIR] [--sample N] [--folder WORD]... [--refused] [--taken] [--json OUT]
  --sample N    every Nth file, told by the CRC32 of its name
  --folder WORD only folders with this word in their path
  --refused     each file that the reference accepts and Cleave refuses, with Cleave's first error
  --taken       each file that the reference rejects and Cleave accepts, with the reference's errors
"""
import argparse, collections, concurrent.futures as cf, hashlib, json, os, re, resource, shutil, subprocess, sys, zlib
from pathlib import Path

CACHE = Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "cleave" / "suites"
CLANG = "Parser SemaCXX SemaTemplate CXX CodeGenCXX SemaCUDA CodeGenCUDA".split()
PACKAGES = {
    "llvm-toolchain-19": [f"*/clang/test/{folder}" for folder in CLANG],
    "gcc-12": ["*/gcc/testsuite/g++.dg"],
}
SECONDS = 20
MEMORY = 4 << 30
DEFINES = ["-D__CUDACC__", "-D__NVCC__", "-D__CUDACC_VER_MAJOR__=13", "-D__CUDACC_VER_MINOR__=0"]


def fetch(packages=PACKAGES, name="done"):
    """Folders of Debian's sources, unpacked below the cache; `name` remembers that they are there."""
    done = CACHE / name
    if done.exists(): return
    apt = CACHE / "apt"
    (apt / "lists" / "partial").mkdir(parents=True, exist_ok=True)
    release = dict(line.split("=", 1) for line in Path("/etc/os-release").read_text().splitlines() if "=" in line)
    (apt / "sources.sources").write_text(
        "Types: deb-src\nURIs: http://deb.debian.org/debian\nSuites: %s\nComponents: main\n"
        "Signed-By: /usr/share/keyrings/debian-archive-keyring.gpg\n" % release["VERSION_CODENAME"].strip('"'))
    options = ["-o", "Dir::Etc::sourcelist=/dev/null", "-o", f"Dir::Etc::sourceparts={apt}", "-o", f"Dir::State::lists={apt}/lists"]
    subprocess.run(["apt-get", *options, "update"], check=True, stdout=subprocess.DEVNULL)
    for package, folders in packages.items():
        if not list(CACHE.glob(f"{package}_*.orig.tar.*")):
            subprocess.run(["apt-get", *options, "source", "--download-only", package], check=True, cwd=CACHE, stdout=subprocess.DEVNULL)
        archive = next(CACHE.glob(f"{package}_*.orig.tar.*"))
        # Debian's gcc is an archive within an archive.
        inner = next((n for n in subprocess.run(["tar", "-taf", archive], capture_output=True, text=True).stdout.split("\n")
                      if re.fullmatch(r"[^/]+/[^/]+\.tar\.xz", n)), None)
        if inner:
            out = subprocess.Popen(["tar", "-xaf", archive, "-O", inner], stdout=subprocess.PIPE)
            subprocess.run(["tar", "-xJf", "-", "-C", CACHE, "--wildcards", *folders], stdin=out.stdout, check=True)
        else:
            subprocess.run(["tar", "-xaf", archive, "-C", CACHE, "--wildcards", *folders], check=True)
    done.touch()


def crc(path): return zlib.crc32(path.name.encode())


def files(args):
    out = []
    for path in sorted(CACHE.rglob("*")):
        if path.suffix in (".cpp", ".C", ".cu", ".cc") and path.is_file() and "Inputs" not in path.parts:
            folder = str(path.relative_to(CACHE).parent)
            if crc(path) % 2 == 0 and crc(path) // 2 % args.sample == 0 and all(w in folder for w in args.folder):
                out.append(path)
    return out


def dialect(text):
    """The standard that a file asks for: 14, 17 or 20."""
    found = re.search(r"-std=(?:c|gnu)\+\+(\w\w)", text) or re.search(r"target c\+\+(\d\d)", text)
    return {"98": "14", "03": "14", "0x": "14", "11": "14", "1y": "14", "14": "14", "1z": "17", "17": "17"}.get(found and found[1], "20" if found else "17")


def preprocess(path):
    """The preprocessed file and its dialect; None where g++ can't."""
    key = hashlib.sha1(str(path.relative_to(CACHE)).encode()).hexdigest()[:20]
    out = CACHE / "text" / f"{key}.ii"
    std = dialect(path.read_text(errors="replace"))
    if not out.exists():
        out.parent.mkdir(exist_ok=True)
        run = subprocess.run(["g++", f"-std=c++{std}", "-E", "-x", "c++", *DEFINES, path.name, "-o", f"{out}.part"],
                             cwd=path.parent, stdin=subprocess.DEVNULL, capture_output=True)
        if run.returncode: Path(f"{out}.part").write_bytes(b"")
        os.replace(f"{out}.part", out)
    return (out, std) if out.stat().st_size else (None, std)


def limits():
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def front_end(tool, text, std, where):
    """Exit status (None: out of time), and the errors: line and message."""
    command = [*tool, f"--c++{std}", "--gnu_version=120200", "--display_error_number", "--allow_managed", "--m64", "--parse_templates",
               "--gen_c_file_name", f"{where}.cpp", "--stub_file_name", f"{where}.stub.c", "--gen_module_id_file",
               "--module_id_file_name", f"{where}.id", str(text)]
    try:
        run = subprocess.run(command, capture_output=True, timeout=SECONDS, preexec_fn=limits, stdin=subprocess.DEVNULL)
    except subprocess.TimeoutExpired:
        return None, []
    finally:
        for end in (".cpp", ".stub.c", ".id"): Path(where + end).unlink(missing_ok=True)
    said = (run.stdout + run.stderr).decode(errors="replace")
    errors = re.findall(r"\((\d+)\): (?:catastrophic |internal )?error(?: #[\w-]+)?: (.*)", said)
    if not errors and run.returncode: errors = [("0", said.strip()[:200])]
    return run.returncode, errors


def compare(path, args):
    text, std = preprocess(path)
    if text is None: return None
    kept = CACHE / "reference" / args.version / (text.stem + ".json")
    if kept.exists(): theirs = json.loads(kept.read_text())
    else:
        kept.parent.mkdir(parents=True, exist_ok=True)
        theirs = front_end([str(args.toolkit / "bin" / "cudafe++")], text, std, str(kept.with_suffix("")))
        kept.write_text(json.dumps(theirs))
    ours = front_end([args.cleave, "cudafe++"], text, std, str(kept.with_suffix(".ours")))
    return {"file": str(path.relative_to(CACHE)), "text": str(text), "std": std, "theirs": theirs, "ours": ours}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cleave")
    parser.add_argument("--toolkit", type=Path, default=os.environ.get("CUDA_PATH"))
    parser.add_argument("--sample", type=int, default=1)
    parser.add_argument("--folder", action="append", default=[])
    parser.add_argument("--refused", action="store_true")
    parser.add_argument("--taken", action="store_true")
    parser.add_argument("--json", type=Path)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    args = parser.parse_args()
    if not args.toolkit: sys.exit("no toolkit: --toolkit DIR or CUDA_PATH")
    args.toolkit = Path(args.toolkit)
    args.cleave = str(Path(args.cleave).resolve())
    args.version = hashlib.sha1((args.toolkit / "bin" / "cudafe++").read_bytes()[:1 << 22]).hexdigest()[:12]
    os.environ["CLEAVE_SECOND_OPINION"] = "off"
    CACHE.mkdir(parents=True, exist_ok=True)
    fetch()
    with cf.ThreadPoolExecutor(args.jobs) as pool:
        rows = [r for r in pool.map(lambda p: compare(p, args), files(args)) if r]
    table = collections.defaultdict(collections.Counter)
    for r in rows:
        (theirs, their_errors), (ours, our_errors) = r["theirs"], r["ours"]
        name = r["file"]
        folder = "gcc/" + "/".join(name.split("g++.dg/", 1)[1].split("/")[:1]) if "g++.dg/" in name else \
            "clang/" + name.split("/clang/test/", 1)[1].split("/")[0]
        for row in (table[folder], table["all"]):
            row["files"] += 1
            if ours is None: row["hangs"] += 1
            elif ours < 0 or ours == 101: row["crashes"] += 1
            if theirs == 0:
                row["valid"] += 1
                row["accepted"] += ours == 0
            elif theirs is not None and theirs > 0:
                row["invalid"] += 1
                row["rejected"] += ours not in (0, None)
                row["lines"] += {e[0] for e in their_errors} == {e[0] for e in our_errors}
        r["false"] = "refused" if theirs == 0 and ours != 0 else "taken" if theirs and ours == 0 else None
    share = lambda a, b: f"{100 * a / b:5.1f} %" if b else "-"
    print("| folder | files | valid | accepted | invalid | rejected | same lines | crashes | hangs |\n|---|---|---|---|---|---|---|---|---|")
    for folder in sorted(table, key=lambda f: (f == "all", f)):
        c = table[folder]
        print(f"| {folder} | {c['files']} | {c['valid']} | {c['accepted']} ({share(c['accepted'], c['valid'])}) | {c['invalid']} "
              f"| {c['rejected']} ({share(c['rejected'], c['invalid'])}) | {c['lines']} | {c['crashes']} | {c['hangs']} |")
    for r in rows:
        if args.refused and r["false"] == "refused" or (r["ours"][0] is None or r["ours"][0] < 0):
            print(f"refused {r['file']} ({r['text']}, {r['std']}): {r['ours'][0]} {r['ours'][1][:1]}")
        if args.taken and r["false"] == "taken":
            print(f"taken {r['file']} ({r['text']}, {r['std']}): {r['theirs'][1][:3]}")
    if args.json: args.json.write_text(json.dumps(rows))


if __name__ == "__main__": main()
