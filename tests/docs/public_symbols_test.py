#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Every type, function, enumeration and alias of the public headers has a comment, as doxygen sees it.

Usage: public_symbols_test.py [HEADER...]

Prints what lacks a comment. A data member needs none if the comment of its struct says enough, which
no test can decide; an enumerator needs one or a name that says enough. Special member functions that
are defaulted or deleted, and specialisations for a type, say what they do.
"""
import pathlib
import re
import sys
import tempfile
import unittest

PROJECT = pathlib.Path(__file__).resolve().parents[2]
sys.dont_write_bytecode = True
sys.path.insert(0, str(PROJECT / "docs/reference"))
import api  # noqa: E402  pylint: disable=wrong-import-position
SETTINGS = """
QUIET = YES
GENERATE_HTML = NO
GENERATE_LATEX = NO
EXTENSION_MAPPING = h=C++
WARN_IF_UNDOCUMENTED = YES
WARN_IF_INCOMPLETE_DOC = NO
HIDE_UNDOC_CLASSES = NO
ENABLE_PREPROCESSING = YES
MACRO_EXPANSION = YES
"""
LACKING = re.compile(r"^(?P<file>[^:]+):(?P<line>\d+): warning: "
                     r"(?:Member (?P<member>.+) \((?P<kind>\w+)\) of .*|Compound (?P<type>.+)) "
                     r"is not documented\.$", re.MULTILINE)
# What says enough by itself.
PLAIN = re.compile(r"operator=|= (default|delete)|~\w+\(")


def public_headers():
    """All but those which only forward to a header's new path."""
    return [path for room in ("libddc", "plant", "gateway")
            for path in sorted((PROJECT / room).rglob("*.h*"))
            if "include" in path.parts and PROJECT / "gateway/include" not in path.parents]


def lacking_in(headers):
    """FILE:LINE: NAME of each symbol without a comment."""
    with tempfile.TemporaryDirectory() as folder:
        warnings = api.run_doxygen(folder, headers, SETTINGS)
    for found in {match[0]: match for match in LACKING.finditer(warnings)}.values():
        name = found["member"] or found["type"]
        line = pathlib.Path(found["file"]).read_text().splitlines()[int(found["line"]) - 1]
        if found["kind"] != "variable" and not PLAIN.search(line) and not name.endswith(" >"):
            file = pathlib.Path(found["file"])
            yield f"{file.relative_to(PROJECT) if file.is_relative_to(PROJECT) else file.name}:" \
                  f"{found['line']}: {name}"


class PublicSymbols(unittest.TestCase):
    def test_each_symbol_of_the_public_headers_has_a_comment(self):
        headers = public_headers()
        self.assertGreater(len(headers), 100)
        lacking = list(lacking_in(headers))
        self.assertEqual(lacking, [], "\n" + "\n".join(lacking))

    def test_headers_of_c_have_the_comment_without_which_doxygen_passes_over_their_functions(self):
        headers = [path for path in public_headers()
                   if path.suffix == ".h" and 'extern "C"' in path.read_text()]
        self.assertGreater(len(headers), 0)
        for path in headers:
            self.assertIn("@file", path.read_text(), path)

    def test_symbols_without_a_comment_are_found(self):
        with tempfile.TemporaryDirectory() as folder:
            header = pathlib.Path(folder, "x.hpp")
            header.write_text("namespace n {\nstruct A {\n    int member = 0;\n};\nint f();\n"
                              "/// Is documented.\nint g();\n}\n")
            self.assertEqual([line.split(": ", 1)[1] for line in lacking_in([header])],
                             ["n::A", "f()"])


if __name__ == "__main__":
    if sys.argv[1:]:
        print(*lacking_in([pathlib.Path(name).resolve() for name in sys.argv[1:]]), sep="\n")
    else:
        unittest.main()
