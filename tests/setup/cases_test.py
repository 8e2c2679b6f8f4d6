#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""CTest runs each test case of each program in a separate test, and each file of test cases belongs
to a program.

Usage: cases_test.py BUILD_FOLDER
"""
import json
import pathlib
import re
import subprocess
import sys
import unittest

BUILD = pathlib.Path(sys.argv[1]).resolve()
PROJECT = pathlib.Path(__file__).resolve().parents[2]
PARTS = ("libddc", "plant", "gateway", "programs", "tests")


def output_of(*words):
    return subprocess.run(words, capture_output=True, text=True, timeout=60, check=True).stdout


class CasesTest(unittest.TestCase):
    def test_each_case_is_run_once_by_a_separate_test(self):
        tests = json.loads(output_of("ctest", "--test-dir", BUILD, "--show-only=json-v1"))["tests"]
        filters = {}
        for test in tests:
            command = test.get("command", [])
            if len(command) > 1 and command[1].startswith("--test-case="):
                filters.setdefault(command[0], []).append(command[1])
        self.assertGreater(len(filters), 5)
        wrong = [text for program in filters for text in self.wrong_of(program, filters[program])]
        self.assertEqual(wrong, [], "\n" + "\n".join(wrong))

    def test_each_file_belongs_to_a_program(self):
        listed = set()
        for part in PARTS:
            for file in (PROJECT / part).rglob("CMakeLists.txt"):
                for name in re.findall(r"[\w./]+_test\.cpp", file.read_text()):
                    listed.add((file.parent / name).resolve())
        there = {file for part in PARTS for file in (PROJECT / part).rglob("*_test.cpp")}
        self.assertGreater(len(there), 200)
        self.assertEqual(sorted(there - listed), [])

    @staticmethod
    def wrong_of(program, filters):
        cases = output_of(program, "--list-test-cases", "--no-skipped-summary", "--no-version")
        names = [line for line in cases.splitlines() if not line.startswith(("===", "[doctest]"))]
        run = []
        for one in filters:
            # The syntax of doctest: commas separate filters, a backslash escapes a comma.
            text = one.removeprefix("--test-case=").replace("\\,", ",")
            run.append(text)
        for name in names:
            if run.count(name) != 1:
                yield f"{program}: run {run.count(name)} times: {name}"
        for text in set(run) - set(names):
            yield f"{program}: no case is meant by: {text}"


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
