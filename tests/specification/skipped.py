#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Fails if a test that shows a requirement was skipped.

Usage: skipped.py RESULTS.xml...

RESULTS.xml is written by `ctest --output-junit`.
"""
import re
import sys
import xml.etree.ElementTree

sys.dont_write_bytecode = True

import table  # noqa: E402  pylint: disable=wrong-import-position


def skipped_in(file):
    cases = xml.etree.ElementTree.parse(file).getroot().iter("testcase")
    return {re.sub(r"_tests: *", "_tests: ", case.get("name")) for case in cases
            if case.find("skipped") is not None}


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    skipped = set().union(*map(skipped_in, sys.argv[1:]))
    found = [f"{requirement.id}: `{evidence.test}` was skipped" for requirement in table.requirements()
             for evidence in requirement.evidence if evidence.test in skipped]
    if found:
        sys.exit("Requirements whose tests did not run:\n" + "\n".join(found))


if __name__ == "__main__":
    main()
