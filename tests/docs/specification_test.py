#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""The table of requirements is consistent, and each test that it names exists.

Usage: specification_test.py BUILD_FOLDER
"""
import collections
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

import known_tests
import pages

BUILD = pathlib.Path(sys.argv.pop(1)).resolve()
FOLDER = pages.PROJECT / "tests/specification"
sys.path.insert(0, str(FOLDER))
import table  # noqa: E402  pylint: disable=wrong-import-position


def skipped_says(outcome):
    """Output of skipped.py for a run in which the first test of the table had this outcome."""
    name = table.requirements()[0].evidence[0].test
    with tempfile.NamedTemporaryFile("w", suffix=".xml") as file:
        file.write(f'<testsuite><testcase name="{name}">{outcome}</testcase></testsuite>')
        file.flush()
        done = subprocess.run([FOLDER / "skipped.py", file.name], capture_output=True, text=True,
                              timeout=60, check=False)
    return done.returncode, done.stderr


class SpecificationTest(unittest.TestCase):
    def each(self, found):
        wrong = list(found)
        self.assertEqual(wrong, [], "\n" + "\n".join(wrong))

    def test_ids_are_unique(self):
        ids = collections.Counter(requirement.id for requirement in table.requirements())
        self.each(f"{name} is listed {times} times" for name, times in ids.items() if times > 1)
        self.each(name for name in ids if not re.fullmatch(r"[A-Z][A-Z0-9]*-[1-9]\d*", name))

    def test_each_state_has_what_it_needs(self):
        def wrong():
            for requirement in table.requirements():
                if requirement.state not in table.STATES:
                    yield f"{requirement.id}: the state is one of {table.STATES}"
                if requirement.state == "shown" and not requirement.evidence:
                    yield f"{requirement.id}: `shown` needs a test"
                if requirement.state == "differs" and "](" not in requirement.reason:
                    yield f"{requirement.id}: `differs` needs a reason with a link"
        self.each(wrong())

    def test_named_tests_exist_and_are_not_disabled(self):
        def wrong():
            for requirement in table.requirements():
                for evidence in requirement.evidence:
                    for name in (evidence.test, *evidence.functions):
                        if not known_tests.is_test(name, BUILD):
                            yield f"{requirement.id}: there is no test `{name}`"
        self.each(wrong())

    def test_a_skipped_test_shows_no_requirement(self):
        self.assertEqual(skipped_says(""), (0, ""))
        code, said = skipped_says('<skipped message="no camera"/>')
        self.assertEqual(code, 1)
        self.assertIn(f"{table.requirements()[0].id}: ", said)


if __name__ == "__main__":
    unittest.main()
