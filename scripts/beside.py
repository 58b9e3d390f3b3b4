#!/usr/bin/env python3
"""Small programs through the reference and through Cleave, both passes: the verdict and the whole text of all messages.

Usage: beside.py --shared DIR CLEAVE FILE... [--pass host|device] [--only NAME]... [--raw] [--brief] [--jobs N]
A FILE holds programs. Each begins with a line `//// NAME [FLAG]...`; the flags are nvcc's.
`-nodev` among the flags leaves the device pass out.
Each program that differs is listed with the kind of the difference: ACCEPT (the verdict), DIAGS (which messages), order, text
(notes, columns, excerpts). Lines with `-` are the reference's, lines with `+` are Cleave's.
  --raw    the whole text of both
  --brief  the names and kinds alone
What the reference says is kept in the user's cache.
"""
import argparse, collections, concurrent.futures as cf, difflib, hashlib, json, os, re, sys, tempfile
from pathlib import Path

CACHE = Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "cleave" / "beside"
NAME = re.compile(r"[A-Za-z0-9_.]+")
HEAD = re.compile(r"^(?:\S.*\(\d+\): |)(?:catastrophic |internal |command-line )?(?:error|warning|remark)\b")
OUTPUTS = {"--gen_c_file_name", "--stub_file_name", "--module_id_file_name", "--gen_device_file_name", "-o"}


def programs(file):
    """(name, flags, text) of each program."""
    out, lines = [], None
    for line in Path(file).read_text().splitlines():
        head = re.match(r"//// (\S+)((?: -\S+)*)$", line)
        if head:
            if not NAME.fullmatch(head[1]): sys.exit(f"{file}: {head[1]!r} is no name for a program")
            lines = []
            out.append((head[1], head[2].split(), lines))
        elif lines is not None: lines.append(line)
    return [(name, flags, "\n".join(lines) + "\n") for name, flags, lines in out]


def messages(text):
    """The messages of a text: the first line of each with all that follows it."""
    out = []
    for line in text.splitlines():
        if HEAD.match(line) or not out: out.append([])
        out[-1].append(line.rstrip())
    return ["\n".join(m).rstrip() for m in out if any(m)]


def redirected(command, folder):
    """The command with its outputs in `folder`."""
    out = list(command)
    for i in range(1, len(out)):
        if out[i - 1] in OUTPUTS: out[i] = str(folder / Path(out[i]).name)
    return out


def prepare(ref, toolkit, name, flags, text, keep):
    """What the reference says of both passes; made once."""
    done = keep / "done.json"
    if done.exists(): return json.loads(done.read_text())
    keep.mkdir(parents=True, exist_ok=True)
    source = keep / f"{name}.cu"
    source.write_text(text)
    device = "-nodev" not in flags
    plan = ref.Plan(toolkit, source, [f for f in flags if f != "-nodev"], keep)
    if plan.error: sys.exit(f"{name}: {plan.error}")
    kept = {}
    for side, cpp, command in (("host", plan.cpp_host, plan.cudafe), ("device", plan.cpp_dev, plan.cicc)):
        if side == "device" and not device or not command: continue
        rc, _, err = ref.run(cpp, cwd=keep, env=plan.env)
        if rc: kept[side] = {"command": None, "exit": rc, "text": err}; continue
        if side == "device":
            module = Path(plan.after(command, "--module_id_file_name"))
            if not module.exists(): module.write_text("_00000000_4_x_cu_00000000")
        rc, out, err = ref.run(command, cwd=keep, env=plan.env, timeout=120)
        kept[side] = {"command": command, "exit": rc, "text": out + err}
    done.write_text(json.dumps(kept))
    return kept


def judge(theirs, exit_code, text):
    """The kind of the difference and the lines that differ; None if there is none."""
    want, got = messages(theirs["text"]), messages(text)
    heads = lambda ms: [m.split("\n", 1)[0] for m in ms]
    lines = [l for l in difflib.unified_diff("\n".join(want).split("\n"), "\n".join(got).split("\n"), lineterm="", n=0) if not l.startswith(("---", "+++", "@@"))]
    if bool(theirs["exit"]) != bool(exit_code): return "ACCEPT", lines
    if collections.Counter(heads(want)) != collections.Counter(heads(got)): return "DIAGS", lines
    if heads(want) != heads(got): return "order", lines
    return ("text", lines) if want != got else None


def one(args, ref, file, name, flags, text):
    key = hashlib.sha256("\0".join([args.version, name, *flags, text]).encode()).hexdigest()[:16]
    keep = CACHE / key
    kept = prepare(ref, args.toolkit, name, flags, text, keep)
    out = []
    for side, theirs in kept.items():
        if args.side and side != args.side or not theirs["command"]: continue
        with tempfile.TemporaryDirectory() as scratch:
            command = redirected(theirs["command"][1:], Path(scratch))
            rc, stdout, stderr = ref.run([str(args.cleave), "cudafe++" if side == "host" else "device", *command], cwd=keep, timeout=60)
        said = stdout + stderr
        if args.raw: out.append((side, "raw", ["-- reference", *theirs["text"].splitlines(), "-- Cleave", *said.splitlines()]))
        elif found := judge(theirs, rc, said): out.append((side, *found))
        else: out.append((side, None, []))
    return file, name, out


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--shared", type=Path, required=True)
    parser.add_argument("cleave", type=Path)
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--pass", dest="side")
    parser.add_argument("--only", action="append", default=[])
    parser.add_argument("--raw", action="store_true")
    parser.add_argument("--brief", action="store_true")
    parser.add_argument("--jobs", type=int, default=1)
    args = parser.parse_args()
    sys.path.insert(0, str(args.shared / "tools"))
    import _reference as ref
    args.cleave, args.toolkit = args.cleave.resolve(), ref.toolkit()
    args.version = hashlib.sha1((args.toolkit / "bin" / "cudafe++").read_bytes()[:1 << 22]).hexdigest()[:12]
    os.environ.update(CLEAVE_SECOND_OPINION="off", CLEAVE_CACHE="off")
    work = [(file, *p) for file in args.files for p in programs(file) if not args.only or p[0] in args.only]
    kinds, same = collections.Counter(), 0
    with cf.ThreadPoolExecutor(args.jobs) as pool:
        for file, name, found in pool.map(lambda w: one(args, ref, *w), work):
            if not any(kind for _, kind, _ in found): same += 1
            for side, kind, lines in found:
                if not kind: continue
                kinds[side, kind] += 1
                print(f"== {file.stem}/{name} {side} {kind}")
                if not args.brief: print("\n".join(f"   {l}" for l in lines))
    print(f"{len(work)} programs, {same} the same in both passes;", ", ".join(f"{s} {k} {n}" for (s, k), n in sorted(kinds.items())))


if __name__ == "__main__": main()
