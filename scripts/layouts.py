#!/usr/bin/env python3
"""Layouts of random classes: what g++ gives them is asserted to the reference and to Cleave.

A class has bases (some virtual, some empty), members, arrays, bit-fields, alignments, packing. g++ prints its size, its alignment and the
places of its members; each figure becomes a static assertion, and both front ends read them.

Usage: layouts.py CLEAVE [--toolkit DIR] [--classes N] [--seed N] [--show]
  --show   the classes with an assertion that a front end fails
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


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("cleave"); p.add_argument("--toolkit", default=os.environ.get("CUDA_PATH"))
    p.add_argument("--classes", type=int, default=400); p.add_argument("--seed", type=int, default=1); p.add_argument("--show", action="store_true")
    p.add_argument("--reference", action="store_true")
    a = p.parse_args()
    rng, classes = random.Random(a.seed), []
    with tempfile.TemporaryDirectory() as folder:
        cwd = Path(folder)

        def compiles(classes):
            (cwd / "c.cpp").write_text("\n".join(c["text"] for c in classes))
            return subprocess.run(["g++", "-w", "-std=c++20", "-fsyntax-only", "c.cpp"], cwd=cwd, capture_output=True).returncode == 0

        # A class that g++ does not take (two virtual bases without a common final overrider, say) is left out. Groups of ten stand alone.
        while len(classes) < a.classes:
            group = []
            for _ in range(10):
                made = make(rng, group, f"C{len(classes) + len(group)}_")
                if compiles(group + [made]): group.append(made)
            classes += group
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
