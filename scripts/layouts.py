#!/usr/bin/env python3
"""Layouts of random classes: what g++ gives them is asserted to the reference and to Cleave.

A class has bases (some virtual, some empty), members, arrays, bit-fields, alignments, packing. g++ prints its size, its alignment and the
places of its members; each figure becomes a static assertion, and both front ends read them.

With --tables the classes have virtual functions that override each other, results that vary with the class, virtual destructors. Their
virtual tables, those of bases under construction and the tables of tables are read out of the lowered device halves of the reference and
of Cleave, entry by entry.

Usage: layouts.py CLEAVE [--toolkit DIR] [--classes N] [--seed N] [--show] [--tables]
  --show     the classes with an assertion that a front end fails
  --tables   virtual tables in place of layouts
"""
import argparse, os, random, re, subprocess, sys, tempfile
from pathlib import Path

SCALARS = ["char", "short", "int", "long", "double", "long double", "char*", "bool", "float"]
BITS = [("char", 8), ("short", 16), ("int", 32), ("unsigned", 32), ("long", 64), ("bool", 1)]


def make(rng, known, name):
    """The text of a class, and what it is for the classes after it."""
    union = rng.random() < 0.08
    bases = []
    if not union:
        for base in rng.sample(known, min(len(known), rng.choice([0, 0, 1, 1, 2, 3]))):
            if not base["union"]:
                bases.append(("virtual " if rng.random() < 0.25 else "") + base["name"])
    fields, members, virtual, count = [], [], False, rng.choice([0, 0, 1, 2, 3, 4])
    if not union and rng.random() < 0.2:
        members.append("virtual void v%s();" % name)
        virtual = True
    for i in range(count):
        field, kind = f"m{name}{i}", rng.random()
        align = f"alignas({rng.choice([2, 4, 8, 16])}) " if rng.random() < 0.07 else ""
        packed = " __attribute__((packed))" if rng.random() < 0.05 else ""
        if kind < 0.3:
            ty, width = rng.choice(BITS)
            bits = rng.randint(0, width)
            members.append(f"{ty} {field if bits else ''} : {bits}{packed if bits else ''};")
            continue
        if kind < 0.5 and known:
            ty = rng.choice(known)["name"]
            overlap = "[[no_unique_address]] " if rng.random() < 0.3 and not union else ""
            members.append(f"{overlap}{ty} {field}{packed};")
        else:
            ty = rng.choice(SCALARS)
            if align and int(re.search(r"\d+", align)[0]) < {"char": 1, "bool": 1, "short": 2, "int": 4, "float": 4, "long double": 16}.get(ty, 8):
                align = ""
            members.append(f"{align}{ty} {field}{packed};")
        if rng.random() < 0.2:
            members[-1] = re.sub(rf"\b{field}\b", f"{field}[{rng.randint(1, 3)}]", members[-1])
        fields.append(field)
    if rng.random() < 0.15:
        members.append(f"{name}(const {name}&);")
    if rng.random() < 0.1:
        members.append(f"private: int p{name}; public:")
    attribute = ""
    if rng.random() < 0.12: attribute = "__attribute__((packed)) "
    elif rng.random() < 0.08: attribute = f"alignas({rng.choice([8, 16, 32])}) "
    pack = rng.choice([1, 2, 4, 8]) if rng.random() < 0.12 else 0
    head = f"{'union' if union else 'struct'} {attribute}{name}{' : ' if bases else ''}{', '.join(bases)}"
    text = head + " { " + " ".join(members) + " };"
    if pack: text = f"#pragma pack(push, {pack})\n{text}\n#pragma pack(pop)"
    virtual |= any("virtual" in b for b in bases) or any(k["virtual"] for k in known if k["name"] in " ".join(bases).split())
    return {"name": name, "text": text, "union": union, "fields": fields, "virtual": virtual}


def make_dynamic(rng, known, name):
    """The text of a class with virtual functions, for the device."""
    bases = [rng.choice(["", "virtual ", "virtual "]) + base["name"] for base in rng.sample(known, min(len(known), rng.choice([0, 1, 1, 2, 2, 3])))]
    members = [f"{rng.choice(['char', 'int', 'long'])} m{n}{name};" for n in range(rng.choice([0, 0, 1, 2]))]
    members += [f"D virtual int v{n}() {{ return 0; }}" for n in range(3) if rng.random() < 0.25]
    if rng.random() < 0.3: members.append(f"D virtual {name} *r() {{ return 0; }}")
    if rng.random() < 0.16: members.append(f"D virtual ~{name}() {{}}")
    text = f"struct {name}{' : ' if bases else ''}{', '.join(bases)} {{ {' '.join(members)} }};"
    return {"name": name, "text": text, "union": False, "fields": [], "virtual": True}


TABLE = re.compile(r"(?:const long|const long \*const) (_ZT[VT]\w+)\[\d+\] = \{(.*?)\};")
BEHIND = re.compile(r"__place_of(_ZTV\w+)\(void\)\)\[\d+\] \{ static const long object\[\d+\] = \{(.*?)\};")


def table_entries(gpu):
    """The tables in a lowered device half: numbers, functions, and for tables of tables the functions and offsets around what is named."""
    plain, tables = {}, {}
    for name, body in TABLE.findall(gpu) + BEHIND.findall(gpu):
        entries = [re.sub(r"[\s()]|\blong\b|\bconst\b|\bchar\b|\*|&|(?<=\d)L\b", "", e) for e in body.split(",")]
        (tables if name.startswith("_ZTT") else plain)[name] = entries
    # Names of tables that stand alone say which base they are for, in words of each front end's own.
    scale = 8 if any(int(e.split("+")[1]) % 8 == 0 and int(e.split("+")[1]) >= len(plain[e.split("+")[0]]) for v in tables.values() for e in v) else 1
    for name, entries in tables.items():
        tables[name] = [(plain[e.split("+")[0]], int(e.split("+")[1]) // scale) for e in entries]
    return plain, tables


def compare_tables(a, classes, cwd):
    """How many tables there are, and those that differ."""
    head = "#define D __attribute__((device))\n"
    makes = "".join(f"p[{n}] = new {c['name']};\n" for n, c in enumerate(classes))
    (cwd / "t.cu").write_text(head + "\n".join(c["text"] for c in classes) + f"\n__global__ void k(void **p) {{\n{makes}}}\n")
    env = os.environ | {"CLEAVE_SECOND_OPINION": "off"}
    # nvcc says how cicc is called; Cleave takes the same.
    nvcc = f"{a.toolkit}/bin/nvcc"
    plan = subprocess.run([nvcc, "-arch=sm_80", "--dryrun", "--keep", "-c", "t.cu", "-o", "t.o"], cwd=cwd, capture_output=True, text=True).stderr
    lines = [l[3:].replace("$CICC_PATH", f"{a.toolkit}/nvvm/bin") for l in plain_lines(plan)]
    found = []
    for tool in ("reference", "cleave"):
        for line in lines:
            if "cudafe++" in line or " -E " in line or "cicc\"" in line:
                if "cicc\"" in line and tool == "cleave":
                    line = re.sub(r'^\S*cicc"?', f"{Path(a.cleave).resolve()} device", line) + " --device_c_file_name t.i"
                done = subprocess.run(line, shell=True, cwd=cwd, capture_output=True, text=True, env=env | {"PATH": f"{a.toolkit}/nvvm/bin:{a.toolkit}/bin:" + env["PATH"]})
                if done.returncode: print(tool, done.stderr[:2000])
        gpu = cwd / re.search(r'--gen_device_file_name "([^"]*)"', plan)[1]
        found.append(table_entries(gpu.read_text()) if gpu.exists() else ({}, {}))
        gpu.unlink(missing_ok=True)
    (theirs, their_vtts), (mine, my_vtts) = found
    wrong = [n for n in theirs if "__" not in n and theirs[n] != mine.get(n)]
    wrong += [n for n in their_vtts if their_vtts[n] != my_vtts.get(n)]
    print(f"{len(theirs)} tables and {len(their_vtts)} tables of tables, {len(wrong)} other than the reference's")
    for name in wrong[:20] if a.show else []:
        print(name, "", f"  reference: {theirs.get(name) or their_vtts.get(name)}", f"  cleave:    {mine.get(name) or my_vtts.get(name)}", sep="\n")
    return wrong


def plain_lines(plan):
    return [l for l in plan.splitlines() if l.startswith("#$ ") and not re.match(r"#\$ [A-Z_a-z]+=\S*$", l)]


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("cleave"); p.add_argument("--toolkit", default=os.environ.get("CUDA_PATH"))
    p.add_argument("--classes", type=int, default=400); p.add_argument("--seed", type=int, default=1); p.add_argument("--show", action="store_true")
    p.add_argument("--reference", action="store_true"); p.add_argument("--tables", action="store_true")
    a = p.parse_args()
    rng, classes = random.Random(a.seed), []
    with tempfile.TemporaryDirectory() as folder:
        cwd = Path(folder)

        def compiles(classes):
            made = f"\nvoid *f() {{ return new {classes[-1]['name']}; }}" if a.tables else ""
            (cwd / "c.cpp").write_text("#define D\n" + "\n".join(c["text"] for c in classes) + made)
            return subprocess.run(["g++", "-w", "-std=c++20", "-fsyntax-only", "c.cpp"], cwd=cwd, capture_output=True).returncode == 0

        # A class that g++ does not take (two virtual bases without a common final overrider, say) is left out. Groups of ten stand alone.
        while len(classes) < a.classes:
            group = []
            for _ in range(10):
                made = (make_dynamic if a.tables else make)(rng, group, f"C{len(classes) + len(group)}" + ("" if a.tables else "_"))
                if compiles(group + [made]): group.append(made)
            classes += group
        if a.tables:
            sys.exit(bool(compare_tables(a, classes, cwd)))
        asks = []
        for c in classes:
            asks += [f"sizeof({c['name']})", f"alignof({c['name']})"]
            if not c["virtual"]: asks += [f"__builtin_offsetof({c['name']}, {f})" for f in c["fields"]]
        text = "\n".join(c["text"] for c in classes)
        prints = "\n".join(f'printf("%zu\\n", {ask});' for ask in asks)
        (cwd / "p.cpp").write_text(f"extern \"C\" int printf(const char *, ...);\n{text}\nint main() {{\n{prints}\n}}\n")
        subprocess.run(["g++", "-w", "-std=c++20", "p.cpp", "-o", "p"], cwd=cwd, check=True)
        values = subprocess.run(["./p"], cwd=cwd, capture_output=True, text=True, check=True).stdout.split()
        lines = [f'static_assert({ask} == {value}, "{ask}");' for ask, value in zip(asks, values)]
        (cwd / "a.ii").write_text(f'# 1 "a.cu"\n{text}\n' + "\n".join(lines) + "\n")
        failed = {}
        for tool, command in (("reference", [f"{a.toolkit}/bin/cudafe++"]), ("cleave", [str(Path(a.cleave).resolve()), "cudafe++"])):
            extra = ["--c++20", "--gnu_version=120200", "--allow_managed", "--m64", "--parse_templates", "--error_limit=100000"]
            out = subprocess.run([*command, *extra, "--gen_c_file_name", "o.cpp", "--stub_file_name", "s.c", "a.ii"], cwd=cwd, capture_output=True, text=True,
                                 env=os.environ | {"CLEAVE_SECOND_OPINION": "off"})
            failed[tool] = set(re.findall(r'static assertion failed with "([^"]*)"', out.stderr + out.stdout))
            other = [l for l in (out.stderr + out.stdout).splitlines() if ": error" in l and "static assertion" not in l]
            print(f"{tool}: {len(asks)} figures, {len(failed[tool])} other than g++'s, {len(other)} other errors", *other[:5], sep="\n  ")
        wrong = failed["cleave"] ^ failed["reference"]
        if a.reference: wrong = failed["reference"]
        print(f"cleave differs from the reference in {len(wrong)}")
        if a.show:
            by = {c["name"]: c for c in classes}
            value = dict(zip(asks, values))
            for c in classes:
                mine = [ask for ask in asks if ask in wrong and re.search(rf"\b{c['name']}\b", ask)]
                if mine:
                    needed, todo = {c["name"]}, [c["name"]]
                    while todo:
                        for word in re.findall(r"C\d+_\b", by[todo.pop()]["text"]):
                            if word in by and word not in needed: needed.add(word); todo.append(word)
                    print("\n".join(k["text"] for k in classes if k["name"] in needed))
                    shown = text + "\ntemplate<int> struct Value;\n" + "\n".join(f"Value<{ask}> v{i};" for i, ask in enumerate(mine))
                    (cwd / "v.ii").write_text('# 1 "a.cu"\n' + shown)
                    out = subprocess.run([str(Path(a.cleave).resolve()), "cudafe++", *extra, "--gen_c_file_name", "o.cpp", "--stub_file_name", "s.c", "v.ii"], cwd=cwd,
                                         capture_output=True, text=True, env=os.environ | {"CLEAVE_SECOND_OPINION": "off"})
                    print("    Cleave:", re.findall(r'"Value<(\d+)>"', out.stderr + out.stdout))
                    for ask in mine: print("   ", ask, "g++:", value[ask], "reference agrees with g++" if ask not in failed["reference"] else "")
        sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
