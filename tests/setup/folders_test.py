# SPDX-License-Identifier: MIT
"""The folders inside a room have no include cycle, rooms include only those above them, and areas
of the gateway only those that they may use. The build gives an area no other include roots.

Usage: folders_test.py BUILD
"""
import collections
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

PROJECT = pathlib.Path(__file__).resolve().parents[2]
BUILD = pathlib.Path(sys.argv.pop(1)) if len(sys.argv) > 1 else None
INCLUDE = re.compile(r'^\s*#include ([<"])([^>"]+)[>"]', re.MULTILINE)
MAY_USE = {"libddc": {"ddc"}, "plant": {"plant"}, "gateway": {"ddc", "plant", "gateway"}}
MOST_FOLDERS = 10
MOST_FILES = 27

sys.path.insert(0, str(PROJECT / "gateway"))
import areas  # noqa: E402  pylint: disable=wrong-import-position


def sources(*folders):
    for folder in folders:
        for file in sorted((PROJECT / folder).rglob("*")):
            if file.suffix in (".hpp", ".cpp", ".h", ".c"):
                yield file


def included(file):
    return INCLUDE.findall(file.read_text())


def roots_of(room):
    """Include folders of a room, besides the folder of the including file."""
    source = PROJECT / room / "src"
    places = [source / area for area in areas.AREAS] if room == "gateway" else [source]
    return [*places, *(place / "include" for place in [PROJECT / room, *places])]


def folder_of(room, file):
    """A public header belongs to the folder of its room or area, which has no name here."""
    if "include" in file.parts:
        return None
    folder = file.parent.relative_to(PROJECT / room / "src")
    return None if folder == pathlib.Path(".") else str(folder)


def edges_of(room):
    """folder -> folder -> one file that includes it"""
    roots = roots_of(room)
    edges = collections.defaultdict(dict)
    for file in sources(f"{room}/src"):
        here = folder_of(room, file)
        for quote, name in included(file):
            places = [file.parent, *roots] if quote == '"' else roots
            there = next(((place / name).resolve() for place in places if (place / name).exists()), None)
            folder = there and folder_of(room, there)
            if here and folder and folder != here:
                edges[here][folder] = f"{file.relative_to(PROJECT)}: {name}"
    return edges


def circle(edges):
    """A path that returns to its first folder, or nothing."""
    state = {}

    def walk(path):
        state[path[-1]] = "open"
        for folder in edges.get(path[-1], {}):
            if state.get(folder) == "open":
                return [*path[path.index(folder):], folder]
            if folder not in state:
                found = walk([*path, folder])
                if found:
                    return found
        state[path[-1]] = "done"
        return None

    for first in list(edges):
        found = None if first in state else walk([first])
        if found:
            return found
    return None


class Folders(unittest.TestCase):
    def test_no_cycle(self):
        for room in ("gateway", "plant"):
            edges = edges_of(room)
            self.assertTrue(edges)
            found = circle(edges)
            why = [edges[a][b] for a, b in zip(found, found[1:])] if found else []
            self.assertIsNone(found, f"{room}: {why}")

    def test_a_cycle_is_found(self):
        edges = collections.defaultdict(dict, a={"b": "x"}, b={"c": "y"}, c={"b": "z"})
        self.assertEqual(circle(edges), ["b", "c", "b"])

    def test_rooms_use_only_what_is_above_them(self):
        for room, allowed in MAY_USE.items():
            for file in sources(f"{room}/src", f"{room}/include"):
                for _, name in included(file):
                    other = name.split("/")[0]
                    if "/" in name and other in ("ddc", "plant", "gateway"):
                        self.assertIn(other, allowed, f"{file}: {name}")


class Areas(unittest.TestCase):
    def test_areas_use_only_those_that_they_may(self):
        print(subprocess.run([PROJECT / "gateway/areas.py"], check=True, text=True,
                             capture_output=True).stdout)

    def test_a_wrong_include_is_found(self):
        with tempfile.TemporaryDirectory() as folder:
            for area in areas.AREAS:
                (pathlib.Path(folder) / area / f"in_{area}").mkdir(parents=True)
                (pathlib.Path(folder) / area / f"in_{area}/it.hpp").write_text("")
            wrong = {"base/in_base/a.cpp": '#include "in_run/it.hpp"\n',
                     "serve/in_serve/b.cpp": '#include "in_analysis/it.hpp"\n',
                     "record/in_record/c.cpp": "#include <gateway/run/it.hpp>\n"}
            for name, text in wrong.items():
                (pathlib.Path(folder) / name).write_text(text)
            (pathlib.Path(folder) / "command/in_command/d.cpp").write_text(
                '#include "in_run/it.hpp"\n')
            said = subprocess.run([PROJECT / "gateway/areas.py", folder], text=True,
                                  capture_output=True, check=False)
            self.assertEqual(said.returncode, 1, said)
            places = [line.split(": ")[1] for line in said.stderr.splitlines()]
            self.assertEqual(places, list(sorted(wrong, key=lambda name: areas.AREAS.index(
                name.split("/")[0]))))

    def test_the_build_gives_an_area_the_include_roots_of_those_that_it_may_use(self):
        commands = json.loads((BUILD / "compile_commands.json").read_text())
        of_area = re.compile(r" -o gateway/src/(\w+)/CMakeFiles/gateway_\w+\.dir/")
        root = re.compile(re.escape(str(areas.SOURCES)) + r"/(\w+)(?:/include)?(?:\s|$)")
        seen = set()
        for entry in commands:
            area = of_area.search(entry["command"])
            if not area:
                continue
            seen.add(area[1])
            for other in set(root.findall(entry["command"])):
                self.assertTrue(areas.may_use(area[1], other),
                                f"{area[1]} sees the headers of {other}: {entry['file']}")
        self.assertEqual(seen, set(areas.AREAS))

    def test_a_header_has_one_name(self):
        """Below the include roots no two areas have the same folder."""
        owner = {}
        for area, folders in areas.folders_of().items():
            for folder in {folder.split("/")[0] for folder in folders}:
                self.assertEqual(owner.setdefault(folder, area), area, folder)

    def test_each_folder_has_few_files(self):
        self.assertLessEqual(len([each for each in areas.SOURCES.iterdir() if each.is_dir()]), MOST_FOLDERS)
        for folder in (each for each in areas.SOURCES.rglob("*") if each.is_dir()):
            files = [each for each in folder.iterdir() if each.is_file()]
            self.assertLessEqual(len(files), MOST_FILES, folder)

    def test_no_source_has_an_old_include_path(self):
        before = {file.relative_to(PROJECT / "gateway/include").as_posix()
                  for file in (PROJECT / "gateway/include").rglob("*.hpp")}
        for file in sources("gateway/src", "gateway/tests", "programs", "tests"):
            if "user_project" in file.parts:
                continue
            for _, name in included(file):
                self.assertNotIn(name, before, file)


if __name__ == "__main__":
    unittest.main()
