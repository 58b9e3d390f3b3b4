#!/usr/bin/env python3
"""Units of other people's projects that were once slow, beside the reference's cudafe++: processor time of the host pass.

The projects are cloned once into a cache, and so are headers of CUDA libraries and of PyTorch that pip has; nothing of them is part of this project.
Each unit is preprocessed as nvcc does it, and both front ends read the same text. `faster` is the reference's time by Cleave's. The goal is
five times, and twelve for the median of HeCBench's programs. Those programs are drawn by the CRC32 of their names.
Usage: slow_units.py --toolkit ROOT [--cleave PATH] [--cache DIR] [--runs N] [--programs N] [--limit S] [--save DIR] [--json OUT] [--list] [WORD]...
  --programs N  so many programs of HeCBench, 60 if not said
  --save DIR    what Cleave writes and says of each unit, to compare builds
  --json OUT    the table as data
  WORD          only units with one of these words in their name
"""
import argparse, json, os, resource, shlex, statistics, subprocess, sys, threading, zipfile, zlib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PROJECTS = {
    "ggml": "https://github.com/ggml-org/ggml",
    "flash-attention": "https://github.com/Dao-AILab/flash-attention",
    "cutlass": "https://github.com/NVIDIA/cutlass",
    "tiny-cuda-nn": "https://github.com/NVlabs/tiny-cuda-nn",
    "fmt": "https://github.com/fmtlib/fmt",
    "HeCBench": "https://github.com/zjin-lcf/HeCBench",
}
# Wheels whose headers the units include, and the folder of the headers.
WHEELS = {"nvidia-cublas==13.0.2.14": "nvidia/cu13/include", "nvidia-curand==10.4.0.35": "nvidia/cu13/include", "nvidia-cusparse==12.6.3.3": "nvidia/cu13/include",
          "nvidia-cusolver==12.0.4.66": "nvidia/cu13/include", "nvidia-cufft==12.0.0.61": "nvidia/cu13/include", "torch==2.9.1": "torch/include"}
CUTE = ["-I{cutlass}/include", "-I{cutlass}/tools/util/include"]
GGML = ["-std=c++17", "-arch=sm_80", "-use_fast_math", "-extended-lambda", "-DGGML_CUDA_USE_GRAPHS", "-I{ggml}/include", "-I{ggml}/src", "-I{ggml}/src/ggml-cuda"]
FLASH = ["-std=c++17", "-arch=sm_80", "--expt-relaxed-constexpr", "--expt-extended-lambda", "--use_fast_math", "-U__CUDA_NO_HALF_OPERATORS__",
         "-I{flash-attention}/csrc/flash_attn", "-I{flash-attention}/csrc/flash_attn/src", *CUTE, "-I{libs}/torch/include", "-I{libs}/torch/include/torch/csrc/api/include"]
TCNN = ["-std=c++17", "-arch=sm_80", "--extended-lambda", "--expt-relaxed-constexpr", "-DTCNN_MIN_GPU_ARCH=80", "-DTCNN_HALF_PRECISION=1", "-DTCNN_SHAMPOO", "-I{tiny-cuda-nn}/include",
        "-I{tiny-cuda-nn}/dependencies", "-I{fmt}/include", *CUTE]
HEC = ["-std=c++17", "-arch=sm_80", "-I{HeCBench}/src/include"]
# Project, file (a pattern), arguments of nvcc.
UNITS = [
    ("ggml", "src/ggml-cuda/mmq.cu", GGML),
    ("ggml", "src/ggml-cuda/fattn.cu", GGML),
    ("ggml", "src/ggml-cuda/fattn-tile.cu", GGML),
    ("ggml", "src/ggml-cuda/template-instances/mmq-instance-*.cu", GGML),
    ("flash-attention", "csrc/flash_attn/src/flash_bwd_hdim32*.cu", FLASH),
    ("cutlass", "examples/15_*/*.cu", ["-std=c++17", "-arch=sm_80", "--expt-relaxed-constexpr", "-I{cutlass}/examples/common", *CUTE]),
    ("tiny-cuda-nn", "src/cutlass_mlp.cu", TCNN),
    ("HeCBench", "src/bm3d-cuda/*.cu", HEC),
    ("HeCBench", "src/lut-gemm-cuda/*.cu", HEC),
    ("HeCBench", "src/logic-rewrite-cuda/*.cu", HEC),
    ("HeCBench", "src/attention-paged-cuda/*.cu", HEC),
]

def fetch(cache, projects=PROJECTS):
    """Sources and headers that the cache does not have yet."""
    for name, url in projects.items():
        if not (cache / "sources" / name).exists():
            subprocess.run(["git", "clone", "--quiet", "--depth", "1", url, str(cache / "sources" / name)], check=True)
    unpack(cache / "libs", {wheel: [folder] for wheel, folder in WHEELS.items()})

def unpack(libs, wheels):
    """Folders of wheels that are not there yet."""
    libs.mkdir(parents=True, exist_ok=True)
    for wheel, folders in wheels.items():
        done = libs / f"{wheel}.done"
        if done.exists(): continue
        subprocess.run([sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--dest", str(libs), wheel], check=True)
        for file in libs.glob("*.whl"):
            with zipfile.ZipFile(file) as z:
                for n in z.namelist():
                    if n.startswith(tuple(f + "/" for f in folders)): z.extract(n, libs)
            file.unlink()
        done.touch()

def drawn(cache, count):
    """Programs of HeCBench, drawn by their names."""
    home = cache / "sources/HeCBench/src"
    named = {file.parent for _, pattern, _ in UNITS if pattern.startswith("src/") for file in home.parent.glob(pattern)}
    return sorted((p for p in home.glob("*-cuda") if p not in named and list(p.glob("*.cu"))), key=lambda p: zlib.crc32(p.name.encode()))[:count]

def preprocess(toolkit, cache, file, words, name):
    """The text that nvcc gives to cudafe++, and the arguments; none where the unit wants what is not here."""
    where = cache / "text" / name.replace("/", "+"); done = where / "arguments.json"
    if not done.exists():
        where.mkdir(parents=True, exist_ok=True)
        paths = {"libs": cache / "libs", **{p: cache / "sources" / p for p in PROJECTS}}
        nvcc = [str(toolkit / "bin/nvcc"), *(w.format(**paths) for w in words), f"-I{file.parent}", f"-I{cache}/libs/nvidia/cu13/include",
                "--keep", "--keep-dir", str(where), "-c", str(file), "-o", f"{where}/x.o", "--dryrun"]
        said = [l[3:] for l in subprocess.run(nvcc, capture_output=True, text=True, cwd=where).stderr.splitlines() if l.startswith("#$ ")]
        text = next((l for l in said if " -E " in l and ".cpp4.ii" in l), "false")
        p = subprocess.run(text, shell=True, cwd=where, capture_output=True, text=True)
        arguments = shlex.split(next((l for l in said if l.startswith("cudafe++ ")), ""))[1:] if p.returncode == 0 else []
        done.write_text(json.dumps({"arguments": arguments, "error": p.stderr[-2000:] if p.returncode else ""}))
    kept = json.loads(done.read_text())
    return where, kept["arguments"], kept["error"]

def measure(commands, cwd, runs, limit):
    """Of each command processor time in seconds (the best), peak memory in MB, exit status. The commands run in turn, so that all of them
    meet the same machine."""
    results = [(float("inf"), 0, 0)] * len(commands)
    for which, cmd in list(enumerate(commands)) * runs:
        p = subprocess.Popen(cmd, cwd=cwd, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL,
                             preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (limit, limit)))
        timer = threading.Timer(limit * 10, p.kill); timer.start()
        _, status, usage = os.wait4(p.pid, 0); timer.cancel()
        p.returncode = os.waitstatus_to_exitcode(status); best, memory, _ = results[which]
        results[which] = min(best, usage.ru_utime + usage.ru_stime), max(memory, usage.ru_maxrss / 1024), p.returncode
    return results

def save(cmd, where, folder, name):
    """What Cleave writes and says of a unit."""
    out = folder / name.replace("/", "+"); out.mkdir(parents=True, exist_ok=True)
    p = subprocess.run(cmd, cwd=where, capture_output=True)
    (out / "said").write_bytes(p.stdout + p.stderr + f"exit status {p.returncode}\n".encode())
    for option in ("--gen_c_file_name", "--stub_file_name", "--module_id_file_name"):
        if option in cmd and (file := where / cmd[cmd.index(option) + 1]).exists(): (out / option.strip("-")).write_bytes(file.read_bytes())

def main():
    a = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    a.add_argument("--toolkit", type=Path, required=True); a.add_argument("--cleave", type=Path, default=ROOT / "target/release/cleave")
    a.add_argument("--cache", type=Path, default=Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "cleave/slow-units")
    a.add_argument("--runs", type=int, default=3); a.add_argument("--programs", type=int, default=60); a.add_argument("--limit", type=int, default=120)
    a.add_argument("--save", type=Path); a.add_argument("--json", type=Path); a.add_argument("--list", action="store_true"); a.add_argument("words", nargs="*")
    a = a.parse_args(); fetch(a.cache); cleave = str(a.cleave.resolve())
    os.environ.update(CLEAVE_SECOND_OPINION="off", CLEAVE_CACHE="off")
    units = [(project, f"{project}/{file.relative_to(a.cache / 'sources' / project)}", file, words, 5)
             for project, pattern, words in UNITS for file in sorted((a.cache / "sources" / project).glob(pattern))]
    programs = [("HeCBench", f"HeCBench/{p.name}/{file.name}", file, HEC, 0) for p in drawn(a.cache, a.programs) for file in sorted(p.glob("*.cu"))]
    chosen = [u for u in units + programs if not a.words or any(w in u[1] for w in a.words)]
    if a.list: print("\n".join(u[1] for u in chosen)); return
    results, missed, of_programs, left_out = {}, [], {}, []
    print(f"{'unit':<75}{'cudafe++':>9} {'Cleave':>8} {'faster':>7} {'MB':>6} {'theirs':>7}")
    for project, name, file, words, goal in chosen:
        where, arguments, error = preprocess(a.toolkit, a.cache, file, words, name)
        if not arguments: left_out.append(f"{name}: {next((l for l in error.splitlines() if 'error' in l), error[:100])}"); continue
        ref, our = measure([[str(a.toolkit / "bin/cudafe++"), *arguments], [cleave, "cudafe++", *arguments]], where, a.runs, a.limit)
        if a.save: save([cleave, "cudafe++", *arguments], where, a.save, name)
        faster = ref[0] / our[0]
        what = [f"exit {our[2]}, theirs {ref[2]}"] if our[2] != ref[2] else []
        if faster < goal: what.append("SLOW"); missed.append(name)
        if not goal and not ref[2]: one = of_programs.setdefault(name.split("/")[1], [0, 0]); one[0] += ref[0]; one[1] += our[0]
        print(f"{name:<75}{ref[0]:>9.3f} {our[0]:>8.3f} {faster:>7.1f} {our[1]:>6.0f} {ref[1]:>7.0f}  {' '.join(what)}", flush=True)
        results[name] = dict(reference=ref, cleave=our, faster=faster)
    print(*(f"left out: {l}" for l in left_out), sep="\n")
    if of_programs:
        ratios = sorted((r / o, name) for name, (r, o) in of_programs.items())
        print(f"{len(ratios)} programs of HeCBench: median {statistics.median(r for r, _ in ratios):.1f} times faster; slowest " + ", ".join(f"{n} {r:.1f}" for r, n in ratios[:8]))
    print(f"{len(results)} units; slower than five times: {', '.join(missed) or 'none'}")
    if a.json: a.json.write_text(json.dumps(results, indent=1))

if __name__ == "__main__": main()
