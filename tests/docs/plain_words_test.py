#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""No file of the project uses a word that the glossary replaces, and no line of a page is too long.

Usage: plain_words_test.py [FILE_OR_FOLDER...]

With files or folders, lists what is found in them. Without, tests all files of the project.
Terms and replacements: docs/design/glossary.md.
"""
import fnmatch
import pathlib
import re
import sys
import unittest

PROJECT = pathlib.Path(__file__).resolve().parents[2]
SUFFIXES = {".c", ".cpp", ".css", ".h", ".hpp", ".html", ".in", ".json", ".md", ".mjs", ".py", ".sh",
            ".ts", ".yaml", ".cmake", ".txt"}
LONGEST_LINE = 200
# Matched without regard to case, in identifiers only where they are a whole word.
REPLACED = {
    r"\btold\b|\btell(s|ing)?\b": "reported, logged, returned, shown; notifies; distinguishes",
    r"\bwho(m|ever)?\b": "the process, thread, user, caller or function; for things: which",
    r"\b(no|some|any)body\b|\bsomeone\b": "no process, no user; a user",
    r"\bpersons?\b": "driver, manual control, external controller, user",
    r"\bof (its|their|his|her|one's|your|our) own\b": "separate; its; your",
    r"\bin the places? of\b": "instead of, in place of",
    r"\b(go(es|ing)?|went|gone) on\b": "continues, resumes; is happening",
    r"\banew\b": "again; restarts",
    r"\bst(and|ands|anding|ood) still\b": "paused; at standstill",
    r"\b(is|are|was|were) (not |all |still |already )?there\b(?! (is|are|was|were|an?|no|any)\b)":
        "exists, is connected, is available",
    r"\bwh(at|ich) is (not )?there\b": "exists, is available",
    r"\blies\b": "is, is stored, is located",
    r"\bbehind (it|them)\b": "after it; of it",
    r"\bwants\b": "requests, requires",
    r"\bknows\b": "has, contains, is independent of, detects",
    r"\bgone\b": "ended, removed, closed, disconnected",
    r"\bobey(s|ed|ing)?\b": "executes a request, handles",
    r"\bstands? for\b": "represents, means",
    r"\blook(s|ed|ing)? on\b": "monitors",
    r"\bas ever\b": "as before, as usual",
    r"\bladders?\b": "command-level conversion",
    r"\bonlookers?\b": "monitor, observer",
    r"\boutlets?\b": "publisher, exporter",
    r"\bto the bit\b": "bit-identical",
    r"\bma(kes?|de|king) no sense\b": "is invalid",
    r"\bheld fail-safe\b": "in fail-safe; gets the fail-safe command",
    r"\bturns/s\b": "cycles/s",
    r"(^|[.:;!?)] |//[/!]?<? |\"|\* |# )Of (?!course)[a-z]": "a sentence with a subject and a verb",
}
# Where one of them stays. At most ten.
EXCEPTIONS = [
    # (files, words, reason)
    ("docs/design/glossary.md", ".*", "it lists the words that its terms replace"),
    ("tests/docs/plain_words_test.py", ".*", "it has the list"),
    ("tests/data/*", ".*", "data of other programs"),
    ("libddc/command/*/manage*.cpp", "gone", "a JSON value of `ddc clean --json`"),
    ("tests/package/debian_test.py", "wants", "a folder's name of systemd"),
]
WORDS = {re.compile(pattern, re.IGNORECASE if "Of (" not in pattern else 0): advice
         for pattern, advice in REPLACED.items()}


def files_in(folders=("CHANGELOG.md", "CONTRIBUTING.md", "README.md", "CMakeLists.txt", "cmake", "docs",
                      "gateway", "libddc", "plant", "programs", "schemas", "tests")):
    """Names of the texts in them, without what tools have made."""
    for folder in folders:
        path = PROJECT / folder
        for file in sorted(path.rglob("*")) if path.is_dir() else [path]:
            name = file.relative_to(PROJECT)
            if (file.suffix in SUFFIXES and file.is_file() and file.name != "package-lock.json"
                    and not {"node_modules", "__pycache__", "dist"} & set(name.parts)):
                yield str(name)


def is_excepted(name, word):
    return any(fnmatch.fnmatch(name, files) and re.fullmatch(words, word, re.IGNORECASE)
               for files, words, _ in EXCEPTIONS)


def words_in(text, name=""):
    """Line, word and advice for each word of the text that is replaced."""
    for number, line in enumerate(text.splitlines(), 1):
        for pattern, advice in WORDS.items():
            for match in pattern.finditer(line):
                if not is_excepted(name, match[0].strip()):
                    yield number, match[0].strip(), advice


def long_lines(text):
    """Numbers of the lines over LONGEST_LINE outside tables and code."""
    is_code = False
    for number, line in enumerate(text.splitlines(), 1):
        is_code ^= line.startswith("```")
        if len(line) > LONGEST_LINE and not is_code and not line.lstrip().startswith("|"):
            yield number


def findings(names):
    for name in names:
        text = (PROJECT / name).read_text(errors="replace")
        for number, word, advice in words_in(text, name):
            yield f"{name}:{number}: \"{word}\": {advice}"
        for number in long_lines(text) if name.endswith(".md") else ():
            yield f"{name}:{number}: more than {LONGEST_LINE} characters"


class PlainWords(unittest.TestCase):
    def test_no_file_uses_a_replaced_word_and_no_page_has_a_long_line(self):
        found = list(findings(files_in()))
        self.assertEqual(found, [], "\n" + "\n".join(found) + f"\n{len(found)} places, see docs/design/glossary.md")

    def test_a_replaced_word_and_a_long_line_are_found(self):
        for text, word in [("// is told at once", "told"), ("Who reads it?", "Who"),
                           ("/// Of a list.", "/// Of a"), ("it is not there", "is not there"),
                           ("it goes on", "goes on"), ('"the outlet"', "outlet")]:
            self.assertEqual([found for _, found, _ in words_in(text)], [word])
        self.assertEqual(list(long_lines("x" * 201 + "\n|" + "x" * 201)), [1])

    def test_other_words_are_not_found(self):
        for text in ["is there a port?", "a whole tick", "retold", "of the own ship", "Of course"]:
            self.assertEqual(list(words_in(text)), [])

    def test_exceptions_are_few_and_have_a_use(self):
        self.assertLessEqual(len(EXCEPTIONS), 10)
        for files, words, _ in EXCEPTIONS:
            is_used = any(re.fullmatch(words, word, re.IGNORECASE)
                          for name in fnmatch.filter(files_in(), files)
                          for pattern in WORDS
                          for word in (m[0].strip() for m in pattern.finditer(
                              (PROJECT / name).read_text(errors="replace"))))
            self.assertTrue(is_used, files)


if __name__ == "__main__":
    if sys.argv[1:]:
        print(*findings(files_in(sys.argv[1:])), sep="\n")
    else:
        unittest.main()
