# SPDX-License-Identifier: MIT
"""Parts of Markdown pages."""
import json
import re
import textwrap

WIDTH = 120


def slug(heading):
    """The anchor of a heading."""
    return re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-")


def cell(text):
    return re.sub(r"\s+", " ", text).replace("|", "\\|").strip()


def with_links(text):
    """Names of pages become links, relative to docs/reference/."""
    return re.sub(r"\bdocs/([\w/-]+\.md)", r"[docs/\1](../\1)", text)


def paragraph(text, indent=""):
    """Lines of a text with the links and breaks of Markdown."""
    return textwrap.fill(with_links(text), WIDTH, subsequent_indent=indent, break_long_words=False,
                         break_on_hyphens=False)


def table(header, rows):
    lines = [header, ["---"] * len(header), *rows]
    return "\n".join("| " + " | ".join(cell(text) for text in line) + " |" for line in lines) + "\n"


def code(value):
    text = value if isinstance(value, str) and value else json.dumps(value)
    return f"`{text}`"
