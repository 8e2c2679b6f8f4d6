#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Compares the plant with textbook equations, implemented in Python with numpy.

usage: validate.py            writes the tables into docs/reference/plant/validation.md and the vehicles' pages
       validate.py --check    compares them with those pages
       validate.py TOPIC...   prints the tables of these topics

PLANT_LIBRARY names libplant_c.so; if unset, that in build/release/lib is used. Exit code 1 if a
difference is larger than allowed, or if a page has other numbers.
"""
import importlib
import pathlib
import sys
import textwrap

sys.dont_write_bytecode = True
import rig  # noqa: E402

FOLDER = rig.PROJECT / "docs/reference/plant"
MARK = "<!-- Made by plant/validation/validate.py from here on. -->"
HEAD = ["| what | unit | plant | reference | difference | allowed |",
        "| --- | --- | --- | --- | --- | --- |"]
# Tolerances of --check: relative rounding of five digits, and a fraction of the allowed difference.
ROUNDING, SHARE_OF_ALLOWED = 1e-4, 0.1
LONGEST_LINE = 180


def topic_names():
    here = pathlib.Path(__file__).parent
    return sorted(file.stem for file in here.glob("*.py") if file.stem not in ("rig", "validate"))


def amount(row, value):
    return f"{100 * value:.2g} %" if row.is_relative else f"{value:.2g}"


def line_of(row):
    return (f"| {row.what} | {row.unit} | {row.plant:.5g} | {row.reference:.5g} | "
            f"{amount(row, row.difference())} | {amount(row, row.allowed)} |")


def topics(names):
    """All topics of the modules; a module may have several, such as one per vehicle."""
    for name in names:
        module = importlib.import_module(name)
        yield from module.topics() if hasattr(module, "topics") else [module]


class Tables:
    """The rows of the topics of a page, and their lines."""

    def __init__(self):
        self.lines, self.wrong, self.row_at = [], [], {}

    def add(self, topic):
        reference = textwrap.wrap(f"Reference: {topic.source}.", LONGEST_LINE)
        self.lines += ["", f"## {topic.title}", *reference, "", *HEAD]
        for row in topic.rows():
            self.row_at[len(self.lines)] = row
            self.lines.append(line_of(row))
            if not row.holds():
                self.wrong.append(f"difference is larger than allowed: {self.lines[-1]}")

    def agrees(self, number, written):
        """Whether a line of the page agrees with this line, except for rounding of numbers."""
        row, mine = self.row_at.get(number), self.lines[number]
        if row is None or written == mine:
            return written == mine
        cells, own = written.split(" | "), mine.split(" | ")
        if len(cells) != len(own) or [*cells[:2], cells[-1]] != [*own[:2], own[-1]]:
            return False
        allowed = row.allowed * (abs(row.reference) if row.is_relative else 1.0)
        return all(abs(float(cell) - value) <= SHARE_OF_ALLOWED * allowed + ROUNDING * abs(value)
                   for cell, value in zip(cells[2:4], (row.plant, row.reference)))

    def compare(self, page_lines):
        if len(page_lines) != len(self.lines):
            self.wrong.append(f"the page has {len(page_lines)} lines of tables instead of "
                              f"{len(self.lines)}")
        for number, written in enumerate(page_lines[:len(self.lines)]):
            if not self.agrees(number, written):
                self.wrong.append(f"the page has\n    {written}\ninstead of\n    "
                                  f"{self.lines[number]}")

    def write(self, page, is_check):
        intro, _, written = page.read_text().partition(MARK + "\n")
        if is_check:
            self.compare(written.splitlines())
        else:
            page.write_text(intro + MARK + "\n" + "\n".join(self.lines) + "\n")
        for text in self.wrong:
            print(f"{page.relative_to(rig.PROJECT)}: {text}", file=sys.stderr)


def tables_of(names):
    """{name of the page: its tables}"""
    pages = {}
    for topic in topics(names):
        pages.setdefault(getattr(topic, "page", "validation.md"), Tables()).add(topic)
    return pages


def main(arguments):
    is_check = arguments == ["--check"]
    unknown = [] if is_check else set(arguments) - set(topic_names())
    if unknown:
        print(f"{__doc__}\nno such topic: {', '.join(sorted(unknown))}; there are "
              f"{', '.join(topic_names())}", file=sys.stderr)
        return 2
    is_asked = bool(arguments) and not is_check
    pages = tables_of(arguments if is_asked else topic_names())
    for name, tables in pages.items():
        if is_asked:
            print("\n".join([*tables.lines, *tables.wrong]))
        else:
            tables.write(FOLDER / name, is_check)
    are_wrong = any(tables.wrong for tables in pages.values())
    if are_wrong and is_check:
        print("To update the pages, run plant/validation/validate.py.",
              file=sys.stderr)
    return 1 if are_wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
