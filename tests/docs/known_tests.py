# SPDX-License-Identifier: MIT
"""Names of the tests of the project: what ctest lists, and what a build without all options leaves out."""
import functools
import json
import re
import subprocess

import pages

ROOMS = ("cmake", "docs", "gateway", "libddc", "plant", "programs", "schemas", "tests")
COMPILED = (".cpp", ".hpp", ".h", ".c", ".py", ".txt", ".cmake", ".lua", ".sh", ".gp")


@functools.lru_cache(None)
def sources():
    """All text of the project that is compiled, run or configured, by its file."""
    files = [pages.PROJECT / name for name in ("CMakeLists.txt", "check", "demo")]
    for room in ROOMS:
        if room != "docs":
            files += [file for file in (pages.PROJECT / room).rglob("*") if file.suffix in COMPILED]
    return {file: file.read_text(errors="replace") for file in files if file.is_file()}


@functools.lru_cache(None)
def programs_of_tests():
    made = "\n".join(text for file, text in sources().items() if file.name == "CMakeLists.txt")
    return set(re.findall(r"(?:project_add_tests|add_fuzz_target|command_add_tests)\((\w+)", made))


def tests_of(build):
    """Names in ctest without the disabled tests. Names of doctest have one space after the colon."""
    done = subprocess.run(["ctest", "--test-dir", str(build), "--show-only=json-v1"],
                          capture_output=True, text=True, timeout=60, check=True)
    for test in json.loads(done.stdout)["tests"]:
        properties = {entry["name"]: entry["value"] for entry in test.get("properties", ())}
        if not properties.get("DISABLED"):
            yield re.sub(r"_tests: *", "_tests: ", test["name"])


@functools.lru_cache(None)
def known_tests(build):
    """All names that a page may use: tests, programs of tests, cases and functions."""
    tests = set(tests_of(build))
    built = {name.split(":")[0] for name in tests}
    made = "\n".join(text for file, text in sources().items() if file.name == "CMakeLists.txt")
    tests |= set(re.findall(r"NAME ([\w.]+)", made)) | programs_of_tests()
    tests |= {f"vds1.{name}" for name in ("python_peer", "dissector")}
    tests |= {test.split(":")[0] for test in tests if test.startswith("docs.")}
    cases = {"".join(re.findall(r'"((?:[^"\\]|\\.)*)"', strings))
             for text in sources().values()
             for strings in re.findall(r'TEST_CASE\(((?:\s*"(?:[^"\\]|\\.)*")+)\)', text)}
    tests |= {f"{program}: {case}" for program in programs_of_tests() - built for case in cases}
    functions = "\n".join(text for file, text in sources().items() if file.suffix == ".py")
    return tests | set(re.findall(r"def (test_\w+)", functions))


def is_test(name, build):
    if re.match(r"^test_\w+\.\.\.$", name):
        return any(test.startswith(name.removesuffix("...")) for test in known_tests(build))
    return re.sub(r"_tests: *", "_tests: ", name) in known_tests(build)
