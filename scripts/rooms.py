#!/usr/bin/env python3
"""The figures of the rooms: for each crate its lines, the most files in one folder, files over 600 lines, and the groups of modules
that need each other in a circle.

A module needs another one if its code names a path into it; what a module only passes on (`pub use`) leads to where it is made. Tests,
comments and strings do not count, nor does that a method which another module defines is called.

    scripts/rooms.py                  a row for each crate
    scripts/rooms.py -v typing        its folders, its circles and its long files too
    scripts/rooms.py --why typing     what each edge within a circle rests on
"""

import argparse
import re
from collections import Counter, defaultdict
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent / "crates"
LIMIT = 600
TESTS = re.compile(r"(^|/)(tests?|tests/.*|.*_tests?)(\.rs|/)")


def without_comments(text):
    """The code with comments, strings and characters blanked, lines kept."""
    pattern = r'//[^\n]*|/\*.*?\*/|r(#*)".*?"\1|b?"(?:\\.|[^"\\])*"|b?\'(?:\\.[^\']*|[^\'\\])\''
    return re.sub(pattern, lambda m: re.sub(r"[^\n]", " ", m[0]), text, flags=re.S)


def without_tests(code):
    """The code without items under `#[cfg(test)]`."""
    while match := re.search(r"#\[cfg\(test\)\]", code):
        end, depth = match.end(), 0
        while end < len(code):
            char = code[end]
            depth += (char in "{[(") - (char in "}])")
            end += 1
            if depth == 0 and (char == ";" or char == "}"):
                break
        code = code[: match.start()] + "\n" * code.count("\n", match.start(), end) + code[end:]
    return code


def expand(tree, prefix=()):
    """The paths of a `use`: each with the name that it gets."""
    tree = tree.strip()
    brace = tree.find("{")
    if brace < 0:
        path, _, alias = tree.partition(" as ")
        path = prefix + tuple(p.strip() for p in path.split("::") if p.strip())
        if path and path[-1] == "self":
            path = path[:-1]
        if path:
            yield path, alias.strip() or path[-1]
        return
    prefix += tuple(p.strip() for p in tree[:brace].split("::") if p.strip())
    depth, part = 0, ""
    for char in tree[brace + 1 : tree.rfind("}")] + ",":
        depth += (char == "{") - (char == "}")
        if char == "," and depth == 0:
            if part.strip():
                yield from expand(part, prefix)
            part = ""
        else:
            part += char


class Crate:
    def __init__(self, folder):
        self.name = folder.name
        self.folder = folder / "src"
        self.files = sorted(self.folder.rglob("*.rs"))
        self.lines = {f: len(f.read_text().splitlines()) for f in self.files}
        self.hand = [f for f in self.files if not self.is_generated(f)]
        self.modules = {}
        for file in self.files:
            relative = file.relative_to(self.folder)
            if TESTS.search(str(relative)) or relative.name in ("main.rs", "build.rs") and False:
                continue
            parts = relative.with_suffix("").parts
            if parts[-1] in ("mod", "lib", "main"):
                parts = parts[:-1]
            self.modules[tuple(parts)] = without_tests(without_comments(file.read_text()))
        self.passed_on = defaultdict(dict)
        self.globs = defaultdict(list)
        for module, code in self.modules.items():
            for match in re.finditer(r"(?:\bpub(?:\([^)]*\))?\s+)use\s+([^;]+);", code):
                for path, name in expand(match[1]):
                    path = self.absolute(module, path)
                    if path is None:
                        continue
                    if path[-1] == "*":
                        self.globs[module].append(path[:-1])
                    else:
                        self.passed_on[module][name] = path
        self.edges = defaultdict(lambda: defaultdict(set))
        for module, code in self.modules.items():
            self.read(module, code)

    @staticmethod
    def is_generated(file):
        return "generated" in file.parts or "@generated" in file.read_text()[:400]

    def absolute(self, module, path):
        """A path from the crate's root; `None` of other crates."""
        if path[0] == "crate":
            return path[1:]
        if path[0] == "self":
            return module + path[1:]
        if path[0] == "super":
            while path and path[0] == "super":
                module, path = module[:-1], path[1:]
            return module + path
        return module + path if module + path[:1] in self.modules else None

    def home(self, path, seen=frozenset()):
        """The module that a path leads into, and whether it names something in it."""
        module, at = (), 0
        while at < len(path) and module + (path[at],) in self.modules:
            module, at = module + (path[at],), at + 1
        if at == len(path):
            return module
        name = path[at]
        if name in self.passed_on[module] and (module, name) not in seen:
            on = self.passed_on[module][name]
            return self.home(on + path[at + 1 :], seen | {(module, name)})
        for glob in self.globs[module]:
            if (module, name, glob) not in seen and self.declares(glob, name):
                return self.home(glob + path[at:], seen | {(module, name, glob)})
        return module

    def declares(self, module, name):
        word = rf"\b(?:fn|struct|enum|trait|type|const|static|mod|union)\s+{re.escape(name)}\b"
        return module in self.modules and re.search(word, self.modules[module])

    def read(self, module, code):
        uses = []
        for match in re.finditer(r"(pub(?:\([^)]*\))?\s+)?\buse\s+([^;]+);", code):
            if not match[1]:
                uses += [path for path, _ in expand(match[2])]
        rest = re.sub(r"\buse\s+[^;]+;", "", code)
        children = [m[-1] for m in self.modules if m and m[:-1] == module]
        # Modules that are imported by their names count where they are imported: only what is named of them is needed.
        starts = "|".join(["crate", "super", "self"] + children)
        for match in re.finditer(rf"(?<![\w:.$])(?:{starts})(?:::\w+)+", rest):
            uses.append(tuple(match[0].split("::")))
        for path in uses:
            path = self.absolute(module, path)
            if path is None:
                continue
            if path and path[-1] == "*":
                path = path[:-1]
            home = self.home(path)
            if home != module:
                self.edges[module][home].add("::".join(path))

    def circles(self):
        """Strongly connected groups of more than one module, the largest first (Tarjan)."""
        index, low, stack, on, groups = {}, {}, [], set(), []

        def visit(start):
            work = [(start, iter(self.edges[start]))]
            index[start] = low[start] = len(index)
            stack.append(start)
            on.add(start)
            while work:
                node, rest = work[-1]
                for target in rest:
                    if target not in index:
                        index[target] = low[target] = len(index)
                        stack.append(target)
                        on.add(target)
                        work.append((target, iter(self.edges[target])))
                        break
                    if target in on:
                        low[node] = min(low[node], index[target])
                else:
                    work.pop()
                    if work:
                        low[work[-1][0]] = min(low[work[-1][0]], low[node])
                    if low[node] == index[node]:
                        group = []
                        while True:
                            member = stack.pop()
                            on.discard(member)
                            group.append(member)
                            if member == node:
                                break
                        groups.append(group)

        for module in self.modules:
            if module not in index:
                visit(module)
        return sorted((sorted(g) for g in groups if len(g) > 1), key=len, reverse=True)

    def folders(self):
        return Counter(str(f.parent.relative_to(self.folder.parent)) for f in self.files)

    def long(self):
        return sorted(((self.lines[f], f) for f in self.hand if self.lines[f] > LIMIT), reverse=True)


def shown(module):
    return "::".join(module) or "lib"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("crates", nargs="*", help="all, if none is named")
    parser.add_argument("-v", "--verbose", action="store_true", help="folders, circles, long files")
    parser.add_argument("--why", action="store_true", help="what the edges within circles rest on")
    options = parser.parse_args()
    names = options.crates or sorted(p.name for p in ROOT.iterdir() if (p / "src").is_dir())
    print(f"{'crate':14} {'lines':>7} {'modules':>7} {'max files in a folder':32} {'circles':20} over {LIMIT} lines")
    for name in names:
        crate = Crate(ROOT / name)
        folder, most = max(crate.folders().items(), key=lambda f: f[1])
        circles = crate.circles()
        sizes = " ".join(str(len(c)) for c in circles[:5]) + (" …" if len(circles) > 5 else "")
        print(
            f"{name:14} {sum(crate.lines.values()):7} {len(crate.modules):7} {f'{most:3} {folder}':32} {sizes or '-':20}"
            f" {len(crate.long())}"
        )
        if options.verbose:
            for folder, count in crate.folders().most_common(8):
                print(f"    {count:3} {folder}")
            for count, file in crate.long():
                print(f"    {count} lines: {file.relative_to(ROOT)}")
        if options.verbose or options.why:
            for group in circles:
                print(f"    a circle of {len(group)}: {', '.join(map(shown, group))}")
        if options.why:
            for group in circles:
                for a in group:
                    for b in group:
                        if b in crate.edges[a]:
                            print(f"        {shown(a)} -> {shown(b)}: {', '.join(sorted(crate.edges[a][b])[:6])}")


if __name__ == "__main__":
    main()
