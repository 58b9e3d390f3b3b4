#!/usr/bin/env python3
"""Builds the wheel and tries it: `pip install` in a fresh virtual environment, then a split, an explanation and the version.

Needs maturin; says so and ends well without. `--profile quick` builds sooner.
"""
import argparse
import pathlib
import shutil
import subprocess
import sys
import tempfile
import venv

ROOT = pathlib.Path(__file__).resolve().parent.parent


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--profile", default="release")
    parser.add_argument("--out", type=pathlib.Path, default=ROOT / "target/wheels")
    args = parser.parse_args()
    maturin = shutil.which("maturin") or shutil.which("maturin", path=str(pathlib.Path(sys.executable).parent))
    if not maturin:
        print("skipped: maturin is not installed")
        return
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        subprocess.run([maturin, "build", "--profile", args.profile, "--out", folder], cwd=ROOT, check=True)
        (wheel,) = folder.glob("*.whl")
        venv.create(folder / "venv", with_pip=True)
        python, cleave = folder / "venv/bin/python", folder / "venv/bin/cleave"
        subprocess.run([python, "-m", "pip", "install", "--quiet", "--no-index", wheel], check=True)

        def run(*words):
            done = subprocess.run([cleave, *words], cwd=folder, capture_output=True, text=True)
            assert done.returncode == 0, (words, done.stderr)
            return done.stdout

        assert run("--version").startswith("cleave ")
        assert "h_hd_illegal_call_generic" in run("explain", "20014")
        assert "saxpy" in run("split", ROOT / "examples/saxpy.cu", "-o", "out", "--own-headers", "--check-host")
        assert (folder / "out/saxpy.cudafe1.cpp").stat().st_size > 1000
        subprocess.run([python, "-m", "pip", "uninstall", "--quiet", "--yes", "cleave-cuda"], check=True)
        assert not cleave.exists()
        args.out.mkdir(parents=True, exist_ok=True)
        kept = args.out / wheel.name
        shutil.copyfile(wheel, kept)
        print(f"ok: {kept}, {kept.stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
