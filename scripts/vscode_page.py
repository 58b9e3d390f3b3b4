#!/usr/bin/env python3
"""The extension for Visual Studio Code in a browser: diagnostics of a source, and a virtual document that opens beside it.

    vscode_page.py "node …/code-server/out/node/entry.js" editors/vscode/cleave.vsix target/release/cleave --shots FOLDER

Needs code-server (npm), Python's playwright and a Chromium of the system; says so and ends well where one of the latter is missing.
"""
import argparse
import json
import pathlib
import shlex
import shutil
import socket
import subprocess
import sys
import tempfile
import time

PROGRAM = """\
__device__ int f(int);
int host_only(int);
__global__ void k(int *p) {
    p[0] = f(p[1]);
    p[1] = host_only(2);
}
"""


def skip(why):
    print(f"skipped: {why}")
    sys.exit(0)


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


def wait_for(port):
    for _ in range(300):
        with socket.socket() as s:
            if s.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.1)
    raise TimeoutError("code-server does not start")


def command(page, words):
    page.keyboard.press("Control+Shift+P")
    page.locator(".quick-input-widget input").first.wait_for()
    page.keyboard.type(words, delay=20)
    page.locator(".quick-input-list .monaco-list-row", has_text=words).first.click()


def walk(page, address, shots):
    def shot(name):
        if shots:
            shots.mkdir(parents=True, exist_ok=True)
            page.screenshot(path=shots / f"{name}.png")

    page.goto(address)
    page.locator(".explorer-folders-view .monaco-list-row", has_text="a.cu").first.dblclick(timeout=60_000)
    page.locator(".statusbar", has_text="CUDA C++").wait_for()
    page.locator(".squiggly-error").first.wait_for(timeout=60_000)
    print("ok: an error is underlined")
    page.keyboard.press("Control+Shift+M")
    page.locator(".markers-panel", has_text="host_only").wait_for()
    print("ok: it stands among the problems")
    shot("problems")
    page.locator(".view-lines").first.click()
    command(page, "Cleave: Show the Device IL")
    page.locator(".tab", has_text="a.il").wait_for()
    print("ok: the device IL opens beside it")
    page.wait_for_timeout(1000)
    shot("device-il")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("server")
    parser.add_argument("extension", type=pathlib.Path)
    parser.add_argument("cleave", type=pathlib.Path)
    parser.add_argument("--shots", type=pathlib.Path)
    args = parser.parse_args()
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        skip("Python's playwright is not installed")
    browser_path = shutil.which("chromium") or shutil.which("google-chrome")
    if not browser_path:
        skip("there is no Chromium")
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        (folder / "work").mkdir()
        (folder / "work/a.cu").write_text(PROGRAM)
        (folder / "user/User").mkdir(parents=True)
        settings = {
            "cleave.path": str(args.cleave.resolve()),
            "cleave.arguments": ["--own-headers"],
            "security.workspace.trust.enabled": False,
            "workbench.startupEditor": "none",
            "chat.disableAIFeatures": True,
        }
        (folder / "user/User/settings.json").write_text(json.dumps(settings))
        config = folder / "config.yaml"
        port = free_port()
        config.write_text(f"bind-addr: 127.0.0.1:{port}\nauth: none\ncert: false\n")
        server = [*shlex.split(args.server), "--config", config, "--user-data-dir", folder / "user", "--extensions-dir", folder / "extensions"]
        subprocess.run([*server, "--install-extension", args.extension], check=True, capture_output=True)
        running = subprocess.Popen([*server, "--disable-telemetry", "--disable-update-check"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            wait_for(port)
            with sync_playwright() as p:
                browser = p.chromium.launch(executable_path=browser_path, args=["--no-sandbox"])
                page = browser.new_page(viewport={"width": 1400, "height": 800})
                walk(page, f"http://127.0.0.1:{port}/?folder={folder / 'work'}", args.shots)
                browser.close()
        finally:
            running.terminate()
            running.wait()


if __name__ == "__main__":
    main()
