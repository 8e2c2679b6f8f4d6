# SPDX-License-Identifier: MIT
"""The page of all commands, verbs and options, from the help texts of the programs."""
import os
import re
import subprocess

PROGRAMS = ["ddc", "ddctool", "ddc-gateway", "vdsim_realtime", "ddcserver", "ddc-bench"]


def output_of(*words):
    environment = {**os.environ, "COLUMNS": "100", "NO_COLOR": "1"}
    environment.pop("DDC_NAME", None)
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True, timeout=60,
                          check=True, env=environment)
    return done.stdout


def verbs_in(text):
    """The names of the verbs that a help lists, without aliases."""
    return re.findall(r"^  ([a-z][\w-]*)", text.partition("Subcommands:")[2].partition("\n\n")[0],
                      re.MULTILINE)


def sections(build, words, level):
    program = build / "bin" / words[0]
    text = output_of(program, *words[1:], "--help").replace(str(program), words[0])
    # This default depends on the machine.
    text = re.sub(r"(?<=--jobs NUMBER=)\d+ *", lambda found: "CPUs".ljust(len(found[0])), text)
    lines = "\n".join(line.rstrip() for line in text.strip("\n").splitlines())
    yield f"{'#' * level} {' '.join(words)}\n```text\n{lines}\n```\n"
    for verb in verbs_in(text):
        yield from sections(build, [*words, verb], min(level + 1, 4))


def pages(build):
    text = "The help text of each command, as its option `--help` prints it.\n\n" + "\n".join(
        section for program in PROGRAMS for section in sections(build, [program], 2))
    return {"command-line.md": ("Command line", text)}
