# SPDX-License-Identifier: MIT
"""The share of lines and branches that tests executed of each area of the gateway and of each
folder, as two tables.

Usage: by_folder.py SUMMARY

SUMMARY is the output of `gcovr --json-summary`.
"""
import collections
import json
import os
import pathlib
import sys

COUNTS = ("line_covered", "line_total", "branch_covered", "branch_total")


def share(covered, total):
    return f"{100 * covered / total:5.1f} %" if total else "      -"


def row(name, counts):
    lines, branches = share(*counts[:2]), share(*counts[2:])
    return f"{name:44}{counts[1]:8}{lines:>10}{counts[3]:10}{branches:>10}"


def area_of(file):
    """The first folder below gateway/src, if the file is in one."""
    parts = pathlib.PurePath(file).parts
    return parts[2] if parts[:2] == ("gateway", "src") and len(parts) > 3 else None


def print_table(title, rows):
    print(f"{title:44}{'lines':>8}{'executed':>10}{'branches':>10}{'executed':>10}")
    for name in sorted(rows):
        print(row(name, rows[name]))


def main(summary):
    areas = collections.defaultdict(lambda: [0] * len(COUNTS))
    folders = collections.defaultdict(lambda: [0] * len(COUNTS))
    never = []
    for file in json.loads(pathlib.Path(summary).read_text())["files"]:
        counts = [file[name] for name in COUNTS]
        for folder in (os.path.dirname(file["filename"]), "all"):
            folders[folder] = [a + b for a, b in zip(folders[folder], counts)]
        area = area_of(file["filename"])
        if area:
            areas[area] = [a + b for a, b in zip(areas[area], counts)]
        if counts[1] and not counts[0]:
            never.append(file["filename"])
    every = folders.pop("all")
    print_table("area", areas)
    print()
    print_table("folder", folders)
    print(row("all", every))
    for name in never:
        print(f"never executed: {name}")


if __name__ == "__main__":
    main(sys.argv[1])
