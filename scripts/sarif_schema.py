#!/usr/bin/env python3
"""Checks that the SARIF logs which the binary writes are valid under the official JSON schema.

Each program is given to `cleave cudafe++` and `cleave device` with --output_mode sarif; a program needs no
preprocessing. The schema is OASIS's sarif-schema-2.1.0.json, which is not part of this repository; without it, or without
the jsonschema package, the script says so and passes.
Usage: sarif_schema.py --cleave BIN --schema FILE PROGRAM...
"""
import argparse, json, subprocess, sys, tempfile
from pathlib import Path


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--cleave", type=Path, required=True)
    p.add_argument("--schema", type=Path)
    p.add_argument("programs", nargs="+", type=Path)
    a = p.parse_args()
    try:
        import jsonschema
    except ImportError:
        return print("skipped: no jsonschema package") or 0
    if a.schema is None or not a.schema.exists():
        return print("skipped: no schema") or 0
    schema = json.loads(a.schema.read_text())
    validator = jsonschema.validators.validator_for(schema)(schema)
    bad = results = 0
    for program in a.programs:
        for verb in ("cudafe++", "device"):
            with tempfile.TemporaryDirectory() as t:
                run = subprocess.run(
                    [str(a.cleave.resolve()), verb, "--c++17", "--gnu_version=120200", "--display_error_number", "--remarks",
                     "--output_mode", "sarif", "--gen_c_file_name", f"{t}/out.cpp", "--stub_file_name", "stub.c",
                     str(program.resolve())], capture_output=True, cwd=t)
            log = json.loads(run.stderr)
            results += len(log["runs"][0]["results"])
            for error in validator.iter_errors(log):
                bad += 1
                print(f"{program} ({verb}): {'/'.join(map(str, error.path))}: {error.message[:200]}")
    print(f"{len(a.programs)} programs, {results} results, {bad} violations")
    return 1 if bad or not results else 0


sys.exit(main())
