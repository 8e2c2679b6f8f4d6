#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Writes the files of a page, its blocks with a comment `file: NAME`, to a folder.

Usage: page_files.py PAGE FOLDER
"""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tests/docs"))
import pages  # noqa: E402

page, folder = map(pathlib.Path, sys.argv[1:])
for block in pages.blocks_of(page, page.read_text()):
    if "file" in block.directives:
        (folder / block.directives["file"]).write_text("\n".join(block.lines) + "\n")
