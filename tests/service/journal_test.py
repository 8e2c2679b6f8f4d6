#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""The output of programs whose standard error systemd has connected to the journal.

Usage: journal_test.py BINARIES
"""
import os
import pathlib
import subprocess
import sys
import unittest

import manager

BINARIES = pathlib.Path(sys.argv.pop(1))
GATEWAY, PLANT, SERVER = (BINARIES / name for name in ("ddc-gateway", "vdsim_realtime", "ddcserver"))
WRONG = "mode: sideways\nnonsense: 1\n"


class Journal(manager.Case):
    def lines_of(self, *command, stream=None):
        """@param stream instead of that of its standard error"""
        log = self.new_folder() / "log"
        with open(log, "wb") as file:
            status = os.fstat(file.fileno())
            known = os.environ | {"JOURNAL_STREAM": stream or f"{status.st_dev}:{status.st_ino}"}
            subprocess.run(list(map(str, command)), stderr=file, stdout=subprocess.DEVNULL,
                           env=known, check=False, timeout=manager.LIMIT_S)
        return log.read_text(encoding="utf-8").splitlines()

    def test_every_line_of_an_error_has_the_priority_of_an_error(self):
        wrong = self.config(WRONG)
        for command in ([GATEWAY, "validate", wrong], [GATEWAY, "run", wrong],
                        [PLANT, "--config", wrong], [SERVER, "0", "--config", wrong]):
            lines = self.lines_of(*command)
            self.assertGreater(len(lines), 1)
            for line in lines:
                self.assertTrue(line.startswith(f"<3>{wrong}:"), line)

    def test_a_wrong_option_has_the_priority_of_an_error(self):
        for command in ([GATEWAY, "run", "--nonsense"], [PLANT, "--nonsense"],
                        [SERVER, "--nonsense"], [SERVER]):
            lines = self.lines_of(*command)
            self.assertGreater(len(lines), 0)
            for line in lines:
                self.assertRegex(line, "^<3>[^<]")

    def test_a_missing_file_and_a_foreign_address_have_the_priority_of_an_error(self):
        for command in ([GATEWAY, "run", "/nonexistent"], [PLANT, "--config", "/nonexistent"],
                        [SERVER, "0", "--config", "/nonexistent"],
                        [SERVER, "0", "--bind", "192.0.2.1"], [PLANT, "--bind", "192.0.2.1"]):
            lines = self.lines_of(*command)
            self.assertEqual([line[:3] for line in lines], ["<3>"] * max(1, len(lines)), lines)

    def test_other_lines_have_their_priority(self):
        lines = self.lines_of(PLANT, "--cmd-port", 0, "--bind", "0.0.0.0", "--duration", 0.1)
        self.assertRegex(lines[0], r"^<6>1 vehicle at ")
        self.assertRegex(lines[1], r"^<4>every host ")

    def test_a_message_of_several_lines_has_it_on_each(self):
        config = self.config("program: {start_timeout_s: 5}\n")
        program = self.start_process(BINARIES / "ddc", "set", "--create", "0x4000/running", "true")
        program.wait(manager.LIMIT_S)
        lines = self.lines_of(GATEWAY, "run", config)
        self.assertGreater(len(lines), 1)
        for line in lines:
            self.assertRegex(line, "^<[36]>")

    def test_without_a_journal_there_are_no_priorities(self):
        for line in self.lines_of(GATEWAY, "validate", self.config(WRONG), stream="1:2"):
            self.assertTrue(line.startswith("ddc-gateway: "), line)


if __name__ == "__main__":
    unittest.main(verbosity=2)
