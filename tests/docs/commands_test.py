#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Runs every command of a page, in order, line by line like a reader.

Usage: commands_test.py BUILD_FOLDER PAGE

BUILD_FOLDER may be the folder of an installation too, such as /usr.

A block with `$ ` is one terminal: each command ends before the next, and the output must be that of
the page, except for numbers. In any other block each line has a separate terminal; a command that
does not end by itself runs during the rest of the block, and Ctrl-C must end it in order. Comments
in the Markdown, which are not displayed, describe the next block:
  <!-- not run: REASON -->  it needs something that a test does not have
  <!-- beside: COMMAND -->  this runs during the rest of the page, or until "beside: nothing"
  <!-- file: NAME -->       it is the contents of a file
"""
import difflib
import os
import pathlib
import re
import shutil
import signal
import sys
import time
import unittest

import pages
import private_machine

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
import harness  # noqa: E402

BUILD = pathlib.Path(sys.argv[1]).resolve()
PAGE = pages.PROJECT / sys.argv[2]
OURS = ["ddc", "ddctool", "ddc-gateway", "ddc-bench", "ddcserver", "vdsim_realtime", "./demo",
        "./check"]
# Other programs of pages. Not every program of this machine: a word in the output of a page may be
# one.
TOOLS = ["bash", "cc", "cmake", "ctest", "curl", "cut", "mkdir", "printf", "sed", "source", "tshark"]
RETRY_S = float(os.environ.get("RETRY_S", "20"))
LIVES_S = 1.0  # programs that run until Ctrl-C are observed for at least this time
GOES_ON = [  # programs that run until Ctrl-C, or for longer than a test
    r"vdsim_realtime(?!.*--(duration [1-5]\b|help))", r"autopilot ddc", r"autopilot_basic.py",
    r"cruise 4000", r"table_vehicle 6000", r"programs/demo/(wait|realtime)\.yaml", r"run run\.yaml$",
    r"vds1.py plant", r"ddc (--name \S+ )?(watch|echo|record)(?!.*--(count|once|duration|help))",
    r"ddc-bench (?!--list)", r"ddc-gateway run .*--paused", r"ddcserver (?!.*--help)",
    r"ddc-gateway view (?!.*--(help|layout))",
]


def goes_on(command):
    return any(re.search(pattern, command) for pattern in GOES_ON)


def is_command(line):
    """Whether the first word, after assignments, is a command of a page."""
    words = line.split()
    while words and re.match(r"^[A-Z_]+=", words[0]):
        words.pop(0)
    return bool(words) and (words[0] in OURS + TOOLS
                            or words[0].startswith(("build/", "./", "programs/", "docs/")))


def with_sorted_users(text):
    """Processes are listed in no order: ddc-gateway(10863), autopilot(10864)."""
    return re.sub(r"\S+\(\d+\)(, \S+\(\d+\))+",
                  lambda found: ", ".join(sorted(found[0].split(", "))), text)


def pattern_of(shown):
    """The begin of a line of the page: numbers may differ, columns have any width."""
    text = re.sub(r"\s+", " ", with_sorted_users(shown.strip()))
    parts = re.split(r"(-?\d+(?:\.\d+)?(?:e[-+]?\d+)?|\.\.\.)", text)
    return "".join({0: re.escape(part).replace(r"\ ", r"\s+"),
                    1: r"-?[\d.]+(?:e[-+]?\d+)?" if part != "..." else ".*"}[i % 2]
                   for i, part in enumerate(parts))


def has_lines(output, shown):
    """Whether all lines of the page are printed, in this order."""
    output, position = with_sorted_users(output), 0
    for line in shown:
        if line.strip() in ("", "..."):
            continue
        found = re.compile(r"^\s*" + pattern_of(line), re.MULTILINE).search(output, position)
        if not found:
            return False
        position = found.end()
    return True


class Terminal(harness.Process):
    """One command as a reader types it."""

    def __init__(self, command, folder, environment):
        super().__init__(["bash", "-c", command], folder=folder, environment=environment,
                         has_group=True, is_merged=True)
        self.typed, self.started = command, time.monotonic()

    def lives(self):
        """Whether it still runs after the time to read its arguments and start."""
        return not self.ends_within(max(0.0, self.started + LIVES_S - time.monotonic()))

    def interrupt(self):
        """Ctrl-C, after it has run for a while. @return as result()"""
        if self.lives():
            self.send_signal(signal.SIGINT)
        return self.result()

    def result(self):
        """Its exit code, or None if it does not end."""
        return self.poll() if self.ends_within(harness.LIMIT_S) else None


class PageTest(unittest.TestCase):
    def setUp(self):
        self.folder = harness.new_folder(self)
        for entry in pages.PROJECT.iterdir():
            is_made = entry.name.startswith("follower")  # by a reader of a tutorial
            if entry.name not in ("build", "out", "programs", ".git") and not is_made:
                (self.folder / entry.name).symlink_to(entry)
        # A copy: the outputs of its configurations are in ../../out.
        shutil.copytree(pages.PROJECT / "programs", self.folder / "programs")
        (self.folder / "build").mkdir()
        (self.folder / "build" / "release").symlink_to(BUILD)
        (self.folder / "out").mkdir()
        (self.folder / "home").mkdir(0o700)
        stand_ins = self.folder / "stand_ins"
        stand_ins.mkdir()
        for name in ("cmake", "ctest"):
            (stand_ins / name).symlink_to(pathlib.Path(__file__).parent / "build_stand_in.py")
        self.environment = {
            "PATH": f"{stand_ins}:{BUILD}/bin:{BUILD}/libexec/ddc-gateway:/usr/sbin:/usr/bin:/sbin:/bin",
            "HOME": str(self.folder / "home"), "XDG_RUNTIME_DIR": str(self.folder / "home"),
            "LANG": "C.UTF-8", "BUILD_FOLDER": str(BUILD), "NO_COLOR": "1"}
        os.environ["PATH"] = self.environment["PATH"]
        self.running = []

    def tearDown(self):
        self.end_all()

    def end_all(self):
        for terminal in self.running:
            terminal.close()
        self.running.clear()

    def start(self, command):
        terminal = Terminal(command, self.folder, self.environment)
        self.running.append(terminal)
        return terminal

    def test_every_command_of_the_page_works_in_order(self):
        for block in pages.blocks_of(PAGE, PAGE.read_text()):
            with self.subTest(block.place()):
                self.run_block(block)

    def run_block(self, block):
        beside = block.directives.get("beside")
        if beside == "nothing":
            self.end_all()
        elif beside:
            self.start(beside)
        if "file" in block.directives:
            (self.folder / block.directives["file"]).write_text("\n".join(block.lines) + "\n")
        elif "not run" in block.directives or block.language not in ("", "sh"):
            return
        elif block.lines[0].startswith("$ "):
            self.run_dialogue(block)
        elif is_command(block.lines[0]):
            self.run_terminals(block)
        else:
            commands = [line for line in block.lines if line.startswith("build/") or
                        difflib.get_close_matches(line.partition(" ")[0], OURS, cutoff=0.8)]
            self.assertEqual(commands, [], "commands that are not run, or misspelt")

    def run_dialogue(self, block):
        prompts = [i for i, line in enumerate(block.lines) if line.startswith("$ ")]
        for begin, end in zip(prompts, [*prompts[1:], len(block.lines)]):
            self.run_and_compare(block.lines[begin][2:], block.lines[begin + 1:end])

    def run_and_compare(self, command, shown):
        """Repeats it until the output is right: the process that it reads may be starting."""
        deadline = time.monotonic() + RETRY_S
        while True:
            terminal = self.start(command)
            code = terminal.interrupt() if goes_on(command) else terminal.result()
            output = terminal.out()
            if has_lines(output, shown) and (shown or code == 0):
                return
            if time.monotonic() > deadline or self.changes_something(command):
                self.fail(f"{command}\nended with {code} and printed\n{output}\nbut is shown with\n"
                          + "\n".join(shown))
            time.sleep(0.1)

    @staticmethod
    def changes_something(command):
        return re.search(r"\b(create|remove|play|record|set)\b", command) is not None

    def run_terminals(self, block):
        text = re.sub(r"\\\n\s*", "", "\n".join(block.lines))
        beside = []
        for command in [line for line in text.splitlines() if line.strip()]:
            if goes_on(command):
                beside.append(self.start_lasting(re.sub(r"&\s*(#.*)?$", "", command)))
            else:
                may_be_starting = beside or "beside" in block.directives
                self.run_to_its_end(command, again=bool(may_be_starting))
        for terminal in beside:
            code = terminal.interrupt()
            self.assertIn(code, (0, 3, -signal.SIGINT, 128 + signal.SIGINT),
                          f"{terminal.typed}\n{terminal.out()}")

    def start_lasting(self, command):
        """Repeats it if it ends at once: the process that it reads may be starting."""
        deadline = time.monotonic() + RETRY_S
        while True:
            terminal = self.start(command)
            if terminal.lives() or terminal.poll() == 0 or time.monotonic() > deadline:
                return terminal

    def run_to_its_end(self, command, again):
        deadline = time.monotonic() + RETRY_S
        while True:
            terminal = self.start(command)
            code = terminal.result()
            if code == 0:
                return
            if not again or code is None or time.monotonic() > deadline:
                self.fail(f"{command}\nended with {code}\n{terminal.out()}")
            time.sleep(0.1)


if __name__ == "__main__":
    try:
        private_machine.enter(["192.0.2.1", "192.0.2.2"])
    except OSError as refused:
        print(f"SKIPPED: no private network and /dev/shm for a test here: {refused}")
        sys.exit(0)
    unittest.main(argv=sys.argv[:1])
