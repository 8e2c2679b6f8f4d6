#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Replaces cmake and ctest while the commands of the documentation are tried: builds and tests
nothing, but fails if the named presets, targets and tests do not exist."""
import json
import os
import pathlib
import re
import subprocess
import sys

BUILD = os.environ["BUILD_FOLDER"]
PROJECT = pathlib.Path(__file__).resolve().parents[2]


def real(*words):
    done = subprocess.run(words, capture_output=True, text=True, check=True)
    return done.stdout


def value_of(option):
    return sys.argv[sys.argv.index(option) + 1] if option in sys.argv else None


def check_preset():
    presets = json.loads((PROJECT / "CMakePresets.json").read_text())["configurePresets"]
    if value_of("--preset") not in {None, *(preset["name"] for preset in presets)}:
        sys.exit(f"there is no preset {value_of('--preset')}")


def check_targets():
    if "--target" not in sys.argv:
        return
    known = re.findall(r"^([\w.-]+): phony$", real("ninja", "-C", BUILD, "-t", "targets", "all"),
                       re.MULTILINE)
    for target in sys.argv[sys.argv.index("--target") + 1:]:
        if target not in known:
            sys.exit(f"there is no target {target}")


def check_tests():
    selection = sys.argv[1:]
    if "--preset" in selection:
        selection[selection.index("--preset"):selection.index("--preset") + 2] = []
    tests = json.loads(real("/usr/bin/ctest", "--test-dir", BUILD, "--show-only=json-v1",
                            *selection))["tests"]
    if not tests:
        sys.exit(f"no test is meant by {selection}")


check_preset()
if pathlib.Path(sys.argv[0]).name == "ctest":
    check_tests()
else:
    check_targets()
