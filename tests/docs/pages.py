# SPDX-License-Identifier: MIT
"""The pages of the documentation, and their parts."""
import dataclasses
import os
import pathlib
import re

PROJECT = pathlib.Path(__file__).resolve().parents[2]
DIRECTIVE = re.compile(r"^<!-- (not run|beside|file): (.+) -->$")


def all_pages():
    return [PROJECT / "README.md", PROJECT / "CONTRIBUTING.md",
            *sorted((PROJECT / "docs").rglob("*.md"))]


def place_in(page, line):
    return f"{os.path.relpath(page, PROJECT)}:{line}"


@dataclasses.dataclass
class Block:
    """A block of code: indented, or between fences, then with its language."""
    page: pathlib.Path
    line: int
    language: str
    lines: list
    directives: dict

    def place(self):
        return place_in(self.page, self.line)


def blocks_of(page, text):
    """Items of a list are indented as well, and are not blocks."""
    lines = text.splitlines()
    directives, number, after_blank = {}, 0, True
    while number < len(lines):
        line = lines[number]
        fence = re.match(r"^( *)```(\w*)$", line)
        directive = DIRECTIVE.match(line)
        if directive:
            directives[directive[1]] = directive[2]
        elif fence:
            end = next(i for i in range(number + 1, len(lines)) if lines[i].strip() == "```")
            yield Block(page, number + 2, fence[2], lines[number + 1:end], directives)
            directives, number = {}, end
        elif line.startswith("    ") and (after_blank or directives):
            end = number
            while end < len(lines) and (lines[end].startswith("    ") or not lines[end].strip()):
                end += 1
            body = [text[4:] for text in lines[number:end]]
            while not body[-1].strip():
                body.pop()
            yield Block(page, number + 1, "", body, directives)
            directives, number = {}, end - 1
        elif line.strip():
            if directives:
                raise ValueError(f"{page}:{number + 1}: a directive stands before a block")
        after_blank = not line.strip() or line.startswith("#")
        number += 1
    if directives:
        raise ValueError(f"{page}: a directive without a block")
