#!/usr/bin/env python3
"""Puts the pages of the site together in target/book/src: those of the checkout, and one for each diagnostic that `cleave explain` has.

    book.py target/release/cleave
"""
import json
import pathlib
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
OUT = ROOT / "target/book/src"
ENTRY = re.compile(r"^(\s*(?:- )?\[[^\]]+\]\()([^)]+)(\).*)$")
# Code in backquotes, or what a renderer would take for a tag: our pages have none.
TAG = re.compile(r"(`+)[^`].*?\1|<(?!https?:)(?=[A-Za-z/])")
LINK = re.compile(r"\[([^\]]*)\]\(([^)\s]+)\)")


def pages():
    """The lines of the summary, and the pages that they name, relative to the checkout."""
    lines, named = [], []
    for line in (ROOT / "docs/SUMMARY.md").read_text().splitlines():
        found = ENTRY.match(line)
        if found:
            page = (ROOT / "docs" / found[2]).resolve().relative_to(ROOT)
            named.append(page)
            line = f"{found[1]}{page}{found[3]}"
        lines.append(line)
    return lines, named


def copied(page, named):
    """A page. A link to a file that is no page of the site would lead nowhere: its text is left."""

    def link(found):
        text, target = found[1], found[2]
        path = target.split("#")[0]
        if not path or "://" in target or target.startswith("mailto:"):
            return found[0]
        meant = (ROOT / page.parent / path).resolve()
        return found[0] if meant.is_relative_to(ROOT) and meant.relative_to(ROOT) in named else text

    def plain(found):
        return found[0] if found[1] else "&lt;"

    out, in_code = [], False
    for line in (ROOT / page).read_text().splitlines():
        in_code ^= line.lstrip().startswith("```")
        out.append(line if in_code else TAG.sub(plain, LINK.sub(link, line)))
    return "\n".join(out) + "\n"


def escaped(text):
    """Text in which a reader of Markdown sees what stands there; what stands in backquotes is code."""
    parts = text.split("`")
    if len(parts) % 2 == 0:
        parts = [text]
    plain = [re.sub(r"([\\`*_{}\[\]<>#|~])", r"\\\1", part) for part in parts[::2]]
    parts[::2] = plain
    return "`".join(parts)


def diagnostic(entry):
    number, tag = entry["number"], entry.get("tag")
    passes = [f"The {name} pass reports it as: {entry[name]}." for name in ("host", "device") if entry.get(name)]
    control = "Options and pragmas change that." if entry["discretionary"] else "No option and no pragma changes that."
    out = [f"# {number}" + (f" {escaped(tag)}" if tag else ""), "", f"> {escaped(entry['message'])}", "", " ".join([*passes, control])]
    out += ["", f"In SARIF it is `EC{entry['internal']}`."]
    if "why" in entry:
        out += ["", escaped(entry["why"])]
    if "example" in entry:
        out += ["", "Example:" if entry["exact"] else "Example of its kind:", "", "```cpp", entry["example"], "```"]
        if "flags" in entry:
            out += ["", f"It needs `{entry['flags']}`."]
    if "fix" in entry:
        out += ["", f"**What to do:** {escaped(entry['fix'])}"]
    return "\n".join(out) + "\n"


def main():
    cleave = sys.argv[1]
    shutil.rmtree(OUT, ignore_errors=True)
    lines, named = pages()
    for page in named:
        target = OUT / page
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(copied(page, set(named)))
    (OUT / "diagnostics").mkdir()
    said = subprocess.run([cleave, "explain", "--all", "--format", "json"], check=True, capture_output=True, text=True)
    entries = [json.loads(line) for line in said.stdout.splitlines()]
    lines += ["", "# Every diagnostic", ""]
    hundred = None
    for entry in sorted(entries, key=lambda entry: entry["number"]):
        number = entry["number"]
        if hundred != number // 100:
            hundred = number // 100
            first = max(100 * hundred, 1)
            group = f"diagnostics/from-{first}.md"
            (OUT / group).write_text(f"# Diagnostics {first} to {100 * hundred + 99}\n\n")
            lines.append(f"- [{first} to {100 * hundred + 99}]({group})")
        with (OUT / group).open("a") as index:
            index.write(f"- [{number}]({number}.md) {escaped(entry['message'])}\n")
        (OUT / f"diagnostics/{number}.md").write_text(diagnostic(entry))
        lines.append(f"  - [{number}](diagnostics/{number}.md)")
    (OUT / "SUMMARY.md").write_text("\n".join(lines) + "\n")
    print(f"{len(named)} pages and {len(entries)} diagnostics in {OUT}")


if __name__ == "__main__":
    main()
