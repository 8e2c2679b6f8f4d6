#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""The generated pages of docs/reference/ are up to date.

Usage: reference_test.py BUILD_FOLDER
"""
import pathlib
import sys
import unittest

PROJECT = pathlib.Path(__file__).resolve().parents[2]
BUILD = pathlib.Path(sys.argv.pop(1)).resolve()

sys.path.insert(0, str(PROJECT / "docs/reference"))
import generate  # noqa: E402  pylint: disable=wrong-import-position


class ReferenceTest(unittest.TestCase):
    def test_pages_are_up_to_date(self):
        made, existing = generate.pages(BUILD), generate.existing_pages()
        old = [name for name in sorted(made.keys() | existing.keys())
               if made.get(name) != existing.get(name)]
        self.assertEqual(old, [], f"these pages of docs/reference/ are out of date: "
                                  f"run `{generate.COMMAND}`, and commit them")


if __name__ == "__main__":
    unittest.main()
