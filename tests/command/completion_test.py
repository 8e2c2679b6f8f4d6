#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Completion in bash, zsh and fish offers what the help of each command lists.

Usage: completion_test.py FOLDER_OF_THE_PROGRAMS

bash and fish complete a line as they do for a user. zsh needs a terminal for that: here the test
calls the function of the script, whose last step, _arguments, is replaced by one that prints its
arguments.
"""
import os
import pathlib
import re
import subprocess
import sys
import unittest

PROGRAMS = pathlib.Path(sys.argv[1]).resolve()
SCRIPT = {"ddc": ["completion"], "ddc-gateway": ["--completion"], "ddcserver": ["--completion"],
          "vdsim_realtime": ["--completion"]}


def output_of(*words):
    return subprocess.run(words, capture_output=True, text=True, timeout=30, check=True,
                          env={**os.environ, "PATH": f"{PROGRAMS}:{os.environ['PATH']}"}).stdout


def script(command, shell):
    return output_of(PROGRAMS / command, *SCRIPT[command], shell)


def helps(command, verbs=()):
    """{(verb, ...): its help}, of the command and of all verbs below it"""
    text = output_of(PROGRAMS / command, *verbs, "--help")
    found = {verbs: text}
    listed = re.search(r"^Subcommands:\n((?:  .*\n)+)", text, re.MULTILINE)
    for name in re.findall(r"^  ([a-z-]+)\b", listed[1], re.MULTILINE) if listed else []:
        found.update(helps(command, (*verbs, name)))
    return found


def options_in(text):
    """The long options of a help text."""
    return set(re.findall(r"^  (?:-\w, ?)?(--[a-z][\w-]*)", text, re.MULTILINE))


def verbs_below(found, verbs):
    return {path[-1] for path in found if path[:-1] == verbs and path}


def of_bash(command, words):
    line = " ".join(f"'{word}'" for word in words)
    name = "_" + command.replace("-", "_")
    return set(output_of("bash", "-c", f"{script(command, 'bash')}\nCOMP_WORDS=({line})\n"
                         f"COMP_CWORD={len(words) - 1}\n{name}\n"
                         'printf "%s\\n" "${COMPREPLY[@]}"').split())


def of_fish(command, words):
    lines = output_of("fish", "--no-config", "-c", f"{script(command, 'fish')}\n"
                      f"complete -C '{' '.join(words)}'").splitlines()
    return {line.split("\t")[0] for line in lines}


def of_zsh(command, words):
    """The arguments of _arguments: `--option[description]...` and `*: :(word word)`."""
    text = output_of("zsh", "-f", "-c", "compdef() { :; }\n_arguments() { print -l -- \"$@\"; }\n"
                     f"{script(command, 'zsh')}\nwords=({' '.join(words[:-1])} '')\n"
                     f"CURRENT={len(words)}\n_{command}")
    listed = re.search(r"^\*: :\(([^()]*)\)$", text, re.MULTILINE)
    return {*re.findall(r"^(-[\w-]+)\[", text, re.MULTILINE), *(listed[1].split() if listed else [])}


SHELLS = (of_bash, of_zsh, of_fish)


class CompletionTest(unittest.TestCase):
    def test_every_verb_and_every_option_of_every_verb_is_offered(self):
        for command in SCRIPT:
            found = helps(command)
            self.assertGreater(len(found), 15 if len(SCRIPT[command][0]) > 12 else 0)
            for verbs, text in found.items():
                self.assertGreater(len(options_in(text)), 0)
                for complete in SHELLS:
                    with self.subTest(command=command, verbs=verbs, shell=complete.__name__):
                        offered = complete(command, [command, *verbs, "--"])
                        self.assertEqual(options_in(text) - offered, set())
                        words = complete(command, [command, *verbs, ""])
                        self.assertEqual(verbs_below(found, verbs) - words, set())

    def test_words_with_another_beginning_are_not_offered(self):
        self.assertEqual(of_bash("ddc-gateway", ["ddc-gateway", "campaign", "pl"]), {"plan"})
        self.assertEqual(of_bash("ddc-gateway", ["ddc-gateway", "ca"]), {"campaign"})
        self.assertEqual(of_bash("ddc", ["ddc", "rm", "--ye"]), {"--yes"})

    def test_a_nested_verb_is_distinguished_from_the_one_of_the_same_name(self):
        for complete in SHELLS:
            inner = complete("ddc-gateway", ["ddc-gateway", "campaign", "run", "--"])
            outer = complete("ddc-gateway", ["ddc-gateway", "run", "--"])
            self.assertIn("--jobs", inner)
            self.assertNotIn("--jobs", outer)
            self.assertIn("--duration", outer)
            self.assertNotIn("--duration", inner)

    def test_only_the_words_that_an_option_accepts_are_offered(self):
        for complete in (of_bash, of_fish):
            self.assertEqual(complete("ddcserver", ["ddcserver", "--numbering", ""]),
                             {"newest", "middle", "oldest"})
            self.assertEqual(complete("ddc", ["ddc", "dump", "--format", "js"]), {"json"})


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
