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


def wrong_in(requirements):
    """What is wrong in a table, a text for each place."""
    ids = collections.Counter(requirement.id for requirement in requirements)
    yield from (f"{name} is listed {times} times" for name, times in ids.items() if times > 1)
    for requirement in requirements:
        if not re.fullmatch(r"[A-Z][A-Z0-9]*-[1-9]\d*", requirement.id):
            yield f"{requirement.id}: an id is letters, a hyphen and a number"
        if requirement.state not in table.STATES:
            yield f"{requirement.id}: the state is one of {table.STATES}"
        if requirement.state == "shown" and not requirement.evidence:
            yield f"{requirement.id}: `shown` needs a test"
        if requirement.state == "differs" and "](" not in requirement.reason:
            yield f"{requirement.id}: `differs` needs a reason with a link"
        for name in names_in(requirement):
            if name.endswith("_tests") or not known_tests.is_test(name, BUILD):
                yield f"{requirement.id}: there is no test `{name}`"


def names_in(requirement):
    return [name for evidence in requirement.evidence for name in (evidence.test, *evidence.functions)]


def row(**values):
    """A row that is right, but for these values."""
    usual = {"id": "A-1", "requirement": "it works", "state": "shown", "tests": ["docs.names"]}
    return table.Requirement.of({**usual, **values})


class SpecificationTest(unittest.TestCase):
    def test_the_table_is_right(self):
        wrong = list(wrong_in(table.requirements()))
        self.assertEqual(wrong, [], "\n" + "\n".join(wrong))

    def test_a_wrong_table_is_found(self):
        self.assertEqual(list(wrong_in([row()])), [])
        for rows, reason in (
                ([row(), row()], "A-1 is listed 2 times"),
                ([row(id="A")], "A: an id is"),
                ([row(state="done")], "A-1: the state is one of"),
                ([row(tests=[])], "A-1: `shown` needs a test"),
                ([row(state="differs", reason="in another way")], "A-1: `differs` needs a reason"),
                ([row(tests=["docs.no_such_test"])], "A-1: there is no test `docs.no_such_test`"),
                ([row(tests=["gateway_run_tests"])], "A-1: there is no test `gateway_run_tests`"),
                ([row(tests=["docs.names, test_no_such_function"])], "`test_no_such_function`")):
            with self.subTest(reason):
                self.assertIn(reason, "\n".join(wrong_in(rows)))
        self.assertRaises(ValueError, row, note="an unknown key")

    def test_a_skipped_test_shows_no_requirement(self):
        self.assertEqual(skipped_says(""), (0, ""))
        code, said = skipped_says('<skipped message="no camera"/>')
        self.assertEqual(code, 1)
        self.assertIn(f"{table.requirements()[0].id}: ", said)


if __name__ == "__main__":
    unittest.main()
