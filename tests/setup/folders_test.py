# SPDX-License-Identifier: MIT
"""The folders inside a room include each other in no circle, and rooms only those above them."""
import collections
import pathlib
import re
import unittest

PROJECT = pathlib.Path(__file__).resolve().parents[2]
INCLUDE = re.compile(r'^\s*#include ([<"])([^>"]+)[>"]', re.MULTILINE)
MAY_USE = {"libddc": {"ddc"}, "plant": {"plant"}, "gateway": {"ddc", "plant", "gateway"}}


def sources(*folders):
    for folder in folders:
        for file in sorted((PROJECT / folder).rglob("*")):
            if file.suffix in (".hpp", ".cpp", ".h", ".c"):
                yield file


def included(file):
    return INCLUDE.findall(file.read_text())


def edges_of(room):
    """folder -> folder -> one file that makes it so"""
    source, public = PROJECT / room / "src", PROJECT / room / "include" / room
    edges = collections.defaultdict(dict)
    for file in sources(f"{room}/src"):
        here = file.parent.relative_to(source)
        for quote, name in included(file):
            base = file.parent if quote == '"' else public.parent
            there = (base / name).resolve().parent
            for root in (source, public):
                if there.is_relative_to(root) and there.exists():
                    folder = there.relative_to(root)
                    if folder not in (here, pathlib.Path(".")) and here != pathlib.Path("."):
                        edges[str(here)][str(folder)] = f"{file.relative_to(PROJECT)}: {name}"
    return edges


def circle(edges):
    """A walk that comes back to its first folder, or nothing."""
    def walk(path):
        for folder in edges[path[-1]]:
            if folder == path[0]:
                return [*path, folder]
            if folder not in path:
                found = walk([*path, folder])
                if found:
                    return found
        return None

    for first in list(edges):
        found = walk([first])
        if found:
            return found
    return None


class Folders(unittest.TestCase):
    def test_no_circle(self):
        for room in ("gateway", "plant"):
            edges = edges_of(room)
            found = circle(edges)
            why = [edges[a][b] for a, b in zip(found, found[1:])] if found else []
            self.assertIsNone(found, f"{room}: {why}")

    def test_a_circle_is_found(self):
        edges = collections.defaultdict(dict, a={"b": "x"}, b={"c": "y"}, c={"b": "z"})
        self.assertEqual(circle(edges), ["b", "c", "b"])

    def test_rooms_use_only_what_is_above_them(self):
        for room, allowed in MAY_USE.items():
            for file in sources(f"{room}/src", f"{room}/include"):
                for _, name in included(file):
                    other = name.split("/")[0]
                    if "/" in name and other in ("ddc", "plant", "gateway"):
                        self.assertIn(other, allowed, f"{file}: {name}")


if __name__ == "__main__":
    unittest.main()
