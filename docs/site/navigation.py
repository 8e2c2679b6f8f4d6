# SPDX-License-Identifier: MIT
"""The navigation: which page is below which index, from the links of the indices.

An index is a README.md below docs/. Its pages are those that its lists link, in this order; an index
that it links is a page of it too. docs/README.md is the first index.
"""
import os
import pathlib
import re

DOCS = pathlib.Path(__file__).resolve().parents[1]
HEADING = re.compile(r"^## (.+)$")
ITEM = re.compile(r"^\s*(?:- |\| )")
LINK = re.compile(r"\]\(([^)#\s]+\.md)(?:#[^)]*)?\)")
MOVED = re.compile(r"\AThis page has moved to \[.*\]\(.*\)\.\n\Z")


def is_redirect(page):
    """Whether this is the former name of a page, kept for one release."""
    return bool(MOVED.match(page.read_text()))


def pages():
    """All pages but the redirects."""
    return [page for page in sorted(DOCS.rglob("*.md")) if not is_redirect(page)]


def links_of(index):
    """(heading, page) of each link in a list or a table of an index."""
    heading = ""
    for line in index.read_text().splitlines():
        if HEADING.match(line):
            heading = HEADING.match(line)[1]
        elif ITEM.match(line):
            for target in LINK.findall(line):
                yield heading, pathlib.Path(os.path.normpath(index.parent / target))


def tree():
    """{index: {heading: [page]}}; a page has its place below the index that is nearest to it."""
    indices = sorted((page for page in pages() if page.name == "README.md"),
                     key=lambda page: len(page.parts), reverse=True)
    placed, found = set(), {}
    for index in indices:
        found[index] = {}
        for heading, page in links_of(index):
            if page not in placed and page != index and page.is_relative_to(index.parent):
                found[index].setdefault(heading, []).append(page)
                placed.add(page)
    return found


def pages_without_a_place():
    """Pages that no index links."""
    placed = {page for headings in tree().values() for below in headings.values() for page in below}
    return sorted(set(pages()) - placed - {DOCS / "README.md"})
