#!/usr/bin/env python3
"""The page of `cleave explore` in a headless browser: links, edits, keys, colours, widths.

Needs Python's playwright and a Chromium of the system; says so and ends well where one is missing. `--shots FOLDER` keeps screenshots.
"""
import argparse
import pathlib
import shutil
import subprocess
import sys
import tempfile

PROGRAM = """\
#include <cstdio>
struct P { float x, y; double z; };
template <class T> __device__ T twice(T v) {
    if (v > T(3))
        return v;
    return v + v;
}
__global__ void __launch_bounds__(256, 2) k(int n, float *p, P q)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        p[i] = twice(p[i]) + q.x;
}
int main() { k<<<1, 2>>>(3, nullptr, P{}); }
"""


def skip(why):
    print(f"skipped: {why}")
    sys.exit(0)


def pinned(page, pane):
    """The lines of a pane that are linked with the chosen one."""
    return page.locator(f"#{pane} .line.pinned").all_inner_texts()


def check(what, good):
    if not good:
        raise AssertionError(what)
    print(f"ok: {what}")


def place_caret(page, line):
    page.evaluate(
        """line => {
            const source = document.getElementById('source');
            const at = source.value.split('\\n').slice(0, line - 1).join('\\n').length + (line > 1 ? 1 : 0);
            source.focus(); source.setSelectionRange(at, at);
        }""",
        line,
    )
    page.keyboard.press("ArrowRight")


def made(page):
    page.locator("#status", has_text="made in").wait_for()


def walk(page, address, has_toolkit):
    failed = []
    page.on("pageerror", lambda error: failed.append(str(error)))
    page.on("console", lambda message: failed.append(message.text) if message.type == "error" else None)
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(address)
    made(page)
    if has_toolkit:
        page.wait_for_selector("#ptx .line")
    place_caret(page, 12)
    check("the caret's line is linked in the host half", len(pinned(page, "host")) == 1)
    check("and in the device IL", any("twice" in line for line in pinned(page, "il")))
    if has_toolkit:
        check("and in the PTX", any("st.global" in line for line in pinned(page, "ptx")))
        check("registers stand in the table", page.locator("#kernels td").nth(4).inner_text().isdigit())
    page.locator("#il .line", has_text="return add").click()
    check("a click in the device IL links the host half", [l for l in pinned(page, "host")] != [])
    check("and marks the source", page.locator("#marks .pinned").count() == 1)
    page.locator("#stub .line", has_text="cudaLaunchPrologue").hover(position={"x": 90, "y": 8})
    check("hovering links", page.locator("#il .line.hover").count() > 0)
    page.keyboard.press("Alt+Shift+Digit2")
    check("a key goes to the device IL", page.evaluate("document.activeElement.id") == "il")
    page.keyboard.press("Home")
    page.keyboard.press("ArrowDown")
    active = page.locator("#il").get_attribute("aria-activedescendant")
    check("arrows go from line to line", active == "il-1")
    page.keyboard.press("Enter")
    check("Enter goes to the source", page.evaluate("document.activeElement.id") == "source")
    page.keyboard.press("Alt+Shift+Digit5")
    page.keyboard.press("Escape")
    check("Escape goes to the source", page.evaluate("document.activeElement.id") == "source")
    page.evaluate("document.getElementById('source').select()")
    page.keyboard.insert_text(PROGRAM.replace("v + v", "v * v * v"))
    page.locator("#il .line", has_text="multiply(multiply").first.wait_for()
    check("an edit is followed", True)
    page.evaluate("document.getElementById('source').select()")
    page.keyboard.insert_text(PROGRAM.replace("twice(p[i])", "nowhere(p[i])"))
    page.locator("#messages .error").first.wait_for()
    check("an error is said", "nowhere" in page.locator("#messages").inner_text())
    page.locator("#messages button").first.click()
    check("its place leads to the line", page.locator("#marks .pinned").count() == 1)
    page.evaluate("document.getElementById('source').select()")
    page.keyboard.insert_text("int host_only();\n" + PROGRAM.replace("twice(p[i])", "host_only()"))
    page.locator("#messages summary").first.click()
    check("it is explained", "What to do" in page.locator("#messages details").first.inner_text())
    check("nothing comes from elsewhere", all(url.startswith(address) for url in asked))
    names = page.locator("textarea, [role=listbox], button, input").evaluate_all(
        "all => all.filter(e => !(e.getAttribute('aria-labelledby') || e.textContent.trim() || e.labels?.length))"
        ".map(e => e.id)"
    )
    check("everything has a name", names == [])
    check(f"no script fails {failed}", failed == [])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("cleave")
    parser.add_argument("--shots", type=pathlib.Path)
    parser.add_argument("--source", type=pathlib.Path, help="take screenshots of this source and try nothing")
    args = parser.parse_args()
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        skip("Python's playwright is not installed")
    browser_path = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if not browser_path:
        skip("there is no Chromium")
    with tempfile.TemporaryDirectory() as folder:
        source = args.source or pathlib.Path(folder) / "a.cu"
        if not args.source:
            source.write_text(PROGRAM)
        server = subprocess.Popen([args.cleave, "explore", str(source)], stdout=subprocess.PIPE, text=True)
        try:
            address = server.stdout.readline().strip()
            toolkit = subprocess.run([args.cleave, "toolkit", "--print-cuda-path"], capture_output=True)
            has_toolkit = toolkit.returncode == 0
            with sync_playwright() as p:
                browser = p.chromium.launch(executable_path=browser_path, args=["--no-sandbox"])
                if not args.source:
                    walk(browser.new_page(viewport={"width": 1400, "height": 900}), address, has_toolkit)
                if args.shots and not args.source:
                    page = browser.new_page(viewport={"width": 1600, "height": 1000})
                    page.goto(address)
                    made(page)
                    page.evaluate("document.getElementById('source').select()")
                    page.keyboard.insert_text("int host_only();\n" + PROGRAM.replace("twice(p[i])", "host_only()"))
                    page.locator("#messages summary").first.click()
                    args.shots.mkdir(parents=True, exist_ok=True)
                    page.screenshot(path=args.shots / "errors.png")
                shapes = [("light", 1600, 1000), ("dark", 1600, 1000), ("light", 480, 900), ("dark", 480, 900)]
                for scheme, width, height in shapes if args.shots else []:
                    args.shots.mkdir(parents=True, exist_ok=True)
                    page = browser.new_page(viewport={"width": width, "height": height}, color_scheme=scheme)
                    page.goto(address)
                    made(page)
                    if has_toolkit:
                        page.wait_for_selector("#ptx .line, #ptx .note")
                    place_caret(page, 12)
                    page.screenshot(path=args.shots / f"{scheme}-{width}.png", full_page=width < 1000)
                browser.close()
        finally:
            server.terminate()
            server.wait()


if __name__ == "__main__":
    main()
