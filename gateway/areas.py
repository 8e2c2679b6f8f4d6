#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Prints the areas of gateway/src, from the lowest to the highest, with the areas that each includes.
Exit code 1, and the places, if an area includes one that it may not use.

Usage: areas.py [SOURCES]     SOURCES: gateway/src by default
"""
import collections
import pathlib
import re
import sys

SOURCES = pathlib.Path(__file__).resolve().parent / "src"
# Each area may use those before it.
AREAS = ("base", "protocol", "vehicle", "record", "program", "fmu", "run", "analysis", "serve", "command")
EXCEPT = {("serve", "analysis")}
INCLUDE = re.compile(r'^\s*#\s*include [<"]([^>"]+)[>"]', re.MULTILINE)


def may_use(area, other):
    return AREAS.index(other) <= AREAS.index(area) and (area, other) not in EXCEPT


def files_of(area):
    return sorted(file for file in area.rglob("*") if file.suffix in (".hpp", ".cpp", ".in"))


def area_of(sources, name):
    """The area of an included header, or None for one that is of no area."""
    first, *rest = name.split("/")
    if first == "gateway" and rest and rest[0] in AREAS:
        return rest[0]
    for area in AREAS:
        if rest and (sources / area / name).exists():
            return area
    return None


def uses(sources=SOURCES):
    """area -> area that it includes -> the places, as 'file: header'"""
    found = {area: collections.defaultdict(list) for area in AREAS}
    for area in AREAS:
        for file in files_of(sources / area):
            for name in INCLUDE.findall(file.read_text(encoding="utf-8")):
                other = area_of(sources, name)
                if other and other != area:
                    found[area][other].append(f"{file.relative_to(sources)}: {name}")
    return found


def folders_of(sources=SOURCES):
    """area -> the folders with sources in it, without those of public headers"""
    return {area: sorted({str(file.parent.relative_to(sources / area)) for file in files_of(sources / area)
                          if "include" not in file.relative_to(sources).parts} - {"."})
            for area in AREAS}


def wrong_uses(sources=SOURCES):
    return [f"{place} ({area} may not use {other})"
            for area, others in uses(sources).items() for other, places in others.items()
            if not may_use(area, other) for place in places]


def main():
    sources = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else SOURCES
    folders = folders_of(sources)
    print(f"{'area':10}{'files':>6}  {'includes of':78}folders")
    for area, others in uses(sources).items():
        included = ", ".join(f"{other} {len(others[other])}" for other in AREAS if other in others)
        top = sorted({folder.split("/")[0] for folder in folders[area]})
        print(f"{area:10}{len(files_of(sources / area)):6}  {included:78}{', '.join(top)}")
    wrong = wrong_uses(sources)
    for place in wrong:
        print(f"areas.py: {place}", file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
