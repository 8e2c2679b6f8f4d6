#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Writes the reference pages of docs/reference/ from schemas, help texts and tables of programs.

Usage: generate.py BUILD_FOLDER

BUILD_FOLDER has the programs in bin/, such as build/release.
"""
import pathlib
import sys

sys.dont_write_bytecode = True  # the folder is installed
FOLDER = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(FOLDER))

# pylint: disable=wrong-import-position
import command_line  # noqa: E402
import http_api  # noqa: E402
import keys  # noqa: E402
import messages  # noqa: E402
import signals  # noqa: E402

COMMAND = "docs/reference/generate.py build/release"
NOTE = f"This page is generated; do not edit it. After a change of its sources run `{COMMAND}`."


def pages(build):
    """Text of every page by its name."""
    parts = {}
    for module in (keys, http_api, command_line, signals, messages):
        parts.update(module.pages(build))
    links = "".join(f"- [{title}]({name})\n" for name, (title, _) in parts.items())
    parts["README.md"] = ("Reference", links)
    return {name: f"# {title}\n{NOTE}\n\n{text}" for name, (title, text) in parts.items()}


def existing_pages():
    return {file.name: file.read_text() for file in FOLDER.glob("*.md")}


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    made = pages(pathlib.Path(sys.argv[1]).resolve())
    for name in existing_pages().keys() - made.keys():
        (FOLDER / name).unlink()
    for name, text in made.items():
        (FOLDER / name).write_text(text)


if __name__ == "__main__":
    main()
