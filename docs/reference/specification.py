# SPDX-License-Identifier: MIT
"""Page of the requirements, from the table beside the tests."""
import pathlib
import sys

import markdown

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tests/specification"))
import table  # noqa: E402  pylint: disable=wrong-import-position

INTRODUCTION = """\
Five public documents specify this project. This page has a line for each requirement, with the tests that show it,
or with the deviation and its reason.

| state | meaning |
| --- | --- |
| shown | the named tests show it. Tests are named as in `ctest`; a function `test_...` belongs to the Python test named before it |
| differs | this project deviates, for the given reason; the linked page or design note has details |
| planned | not implemented yet |

Tests that are Python programs: `vds1.NAME` is `tests/vds1/{NAME}_test.py`, `ros.bridge` is `tests/ros/bridge_test.py`,
`setup.folders` is `tests/setup/folders_test.py`.
"""


def escaped(text):
    return text.replace("|", "\\|")


def evidence(found):
    names = ", ".join(f"`{name}`" for name in (found.test, *found.functions))
    return f"{names} ({found.shows})" if found.shows else names


def row(requirement):
    shown = "; ".join(map(evidence, requirement.evidence))
    cells = (requirement.id, requirement.text, " ".join(filter(None, (requirement.reason, shown))),
             requirement.state)
    return "| " + " | ".join(map(escaped, cells)) + " |\n"


def section(specification):
    text = f"\n## {specification.title}\n"
    for part in specification.parts:
        text += markdown.paragraph(part.text) + "\n\n" if part.text else ""
        text += "| id | requirement | shown by, or reason of the deviation | state |\n"
        text += "| --- | --- | --- | --- |\n"
        text += "".join(map(row, part.requirements)) + "\n"
    return text.rstrip("\n") + "\n"


def pages(_build):
    text = INTRODUCTION + "".join(map(section, table.specifications()))
    return {"../specification.md": ("The specifications, line by line", text)}
