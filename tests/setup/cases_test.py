#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Each test case of each program is a test of CTest's that runs this one case.

Usage: cases_test.py BUILD_FOLDER
"""
import json
import pathlib
import subprocess
import sys
import unittest

BUILD = pathlib.Path(sys.argv[1]).resolve()


def output_of(*words):
    return subprocess.run(words, capture_output=True, text=True, timeout=60, check=True).stdout


class CasesTest(unittest.TestCase):
    def test_each_case_is_run_once_by_a_test_of_its_own(self):
        tests = json.loads(output_of("ctest", "--test-dir", BUILD, "--show-only=json-v1"))["tests"]
        filters = {}
        for test in tests:
            command = test.get("command", [])
            if len(command) > 1 and command[1].startswith("--test-case="):
                filters.setdefault(command[0], []).append(command[1])
        self.assertGreater(len(filters), 5)
        wrong = [text for program in filters for text in self.wrong_of(program, filters[program])]
        self.assertEqual(wrong, [], "\n" + "\n".join(wrong))

    @staticmethod
    def wrong_of(program, filters):
        cases = output_of(program, "--list-test-cases", "--no-skipped-summary", "--no-version")
        names = [line for line in cases.splitlines() if not line.startswith(("===", "[doctest]"))]
        run = []
        for one in filters:
            # What doctest understands: commas part filters, a backslash takes a comma as it is.
            text = one.removeprefix("--test-case=").replace("\\,", ",")
            run.append(text)
        for name in names:
            if run.count(name) != 1:
                yield f"{program}: run {run.count(name)} times: {name}"
        for text in set(run) - set(names):
            yield f"{program}: no case is meant by: {text}"


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
