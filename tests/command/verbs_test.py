#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""ddc-gateway has two verbs and executes ddc-gateway-full for all others, which may not be built
yet.

Usage: verbs_test.py BINARIES
"""
import os
import pathlib
import pty
import shutil
import subprocess
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
import harness  # noqa: E402

BINARIES = pathlib.Path(sys.argv.pop(1))
RUN = """
mode: measured
duration_s: 1
program: {reference_id: "0x4000", exec: [PROGRAM, "4000"]}
"""


def call(command, *words):
    return subprocess.run([command, *words], text=True, capture_output=True, timeout=harness.LIMIT_S,
                          stdin=subprocess.DEVNULL, check=False)


class AloneTest(unittest.TestCase):
    """ddc-gateway alone in a folder."""

    def setUp(self):
        self.top = harness.new_folder(self)
        (self.top / "bin").mkdir()
        self.gateway = self.top / "bin/ddc-gateway"
        shutil.copy(BINARIES / "ddc-gateway", self.gateway)

    def test_its_help_is_that_of_the_whole_command(self):
        for words in (["--help"], ["--version"], ["run", "--help"], ["validate", "--help"], [],
                      ["no-such-verb"], ["no-such-verb", "--help"], ["run"]):
            alone, whole = call(self.gateway, *words), call(BINARIES / "ddc-gateway-full", *words)
            self.assertEqual((alone.returncode, alone.stdout, alone.stderr),
                             (whole.returncode, whole.stdout, whole.stderr), words)
        self.assertIn("campaign", call(self.gateway, "--help").stdout)

    def test_a_verb_that_is_not_built_prints_how_to_build_it(self):
        (self.top / "CMakeCache.txt").touch()
        for words in (["campaign", "--help"], ["studio"], ["--completion", "bash"]):
            done = call(self.gateway, *words)
            self.assertEqual((done.returncode, done.stdout), (1, ""))
            self.assertIn(f"cmake --build {self.top} --target ddc_gateway_full", done.stderr)

    def test_a_verb_that_is_not_installed_reports_that(self):
        done = call(self.gateway, "campaign", "--help")
        self.assertEqual(done.returncode, 1)
        self.assertIn("ddc-gateway-full", done.stderr)
        self.assertIn("reinstall ddc-gateway", done.stderr)

    def test_a_recorded_run_loads_the_whole_command_before_it_begins(self):
        shutil.copy(BINARIES / "autopilot_basic", self.top / "bin/autopilot_basic")
        config = self.top / "run.yaml"
        config.write_text(RUN.replace("PROGRAM", "autopilot_basic"), encoding="utf-8")
        with open(config, "a", encoding="utf-8") as file:
            file.write(f"record: {self.top}/run.mcap\n")
        done = call(self.gateway, "run", config)
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertIn("ddc-gateway-full", done.stderr)
        self.assertFalse((self.top / "run.mcap").exists())


class InstalledTest(unittest.TestCase):
    """As installed: the whole command is in the folder of the programs."""

    def setUp(self):
        self.top = harness.new_folder(self)
        self.gateway = self.top / "bin/ddc-gateway"
        self.gateway.parent.mkdir()
        shutil.copy(BINARIES / "ddc-gateway", self.gateway)
        programs = self.top / "libexec/ddc-gateway"
        programs.mkdir(parents=True)
        for name in ("ddc-gateway-full", "ddc-guardian", "autopilot_basic"):
            shutil.copy(BINARIES / name, programs / name)

    def test_it_becomes_the_whole_command_as_the_same_process(self):
        with harness.Process([self.gateway, "studio", self.top], environment=os.environ,
                             announces=True) as studio:
            self.assertEqual(studio.announcement()["pid"], studio.pid)
            executable = os.readlink(f"/proc/{studio.pid}/exe")
            self.assertEqual(executable, str(self.top / "libexec/ddc-gateway/ddc-gateway-full"))
            name = pathlib.Path(f"/proc/{studio.pid}/comm").read_text(encoding="utf-8")
            self.assertEqual(name, "ddc-gateway\n")

    def test_programs_are_found_as_by_the_command_that_users_call(self):
        config = self.top / "run.yaml"
        config.write_text(RUN.replace("PROGRAM", "no_such_program"), encoding="utf-8")
        alone = call(self.gateway, "run", config)
        whole = call(self.gateway, "run", config, "--data-port", "0")
        self.assertEqual(alone.returncode, 2)
        self.assertIn(f"in the folder of ddc-gateway ({self.top}/bin)", alone.stderr)
        self.assertEqual(alone.stderr, whole.stderr)


class RunOutputTest(unittest.TestCase):
    """The output of a run, on a terminal and in a pipe."""

    def setUp(self):
        self.top = harness.new_folder(self)
        self.config = self.top / "run.yaml"
        text = RUN.replace("PROGRAM", "autopilot_basic").replace("duration_s: 1", "duration_s: 1.5")
        self.config.write_text(
            f"ddc: {{name: test.{self.top.name}}}\n{text}"
            "requirements:\n  met: always (t_s >= 0 s)\n  unmet: always (t_s < 1 s)\n",
            encoding="utf-8")
        self.command = [BINARIES / "ddc-gateway", "run", self.config]

    def on_terminal(self, *words, **environment):
        """The output on a terminal, with control characters."""
        terminal, other_end = pty.openpty()
        with subprocess.Popen([*self.command, *words], stdin=subprocess.DEVNULL, stdout=other_end,
                              stderr=other_end, env={**os.environ, **environment}) as process:
            os.close(other_end)
            text = b""
            try:
                while piece := os.read(terminal, 65536):
                    text += piece
            except OSError:  # EIO: the process has ended
                pass
            process.wait(harness.LIMIT_S)
        os.close(terminal)
        return text.decode()

    def test_a_terminal_shows_the_progress_of_a_run(self):
        text = self.on_terminal("--pace", "1")
        self.assertRegex(text, r"\d\.\d of 1\.5 s simulated, [\d.]+x real time, \d s left")

    def test_a_pipe_gets_no_progress_and_no_colour(self):
        done = call(*self.command, "--pace", "1")
        self.assertEqual(done.returncode, 4, done.stderr)
        self.assertNotIn("simulated,", done.stderr)
        self.assertNotIn("\033", done.stdout)

    def test_pass_and_fail_have_colours_on_a_terminal(self):
        text = self.on_terminal()
        self.assertIn("met: \033[32mpass", text)
        self.assertIn("unmet: \033[31mfail", text)
        self.assertNotIn("\033[3", self.on_terminal(NO_COLOR="1"))

    def test_only_a_terminal_shows_the_token(self):
        token = "0123456789abcdef"
        with self.config.open("a", encoding="utf-8") as file:
            file.write(f"data_port: {{token: {token}}}\n")
        self.assertRegex(self.on_terminal(), rf"data port at http://[\d.:]+/\?token={token}\s")
        said = call(*self.command).stderr
        self.assertRegex(said, r"data port at http://[\d.:]+/ \(the token is shown only on a terminal")
        self.assertNotIn(token, said)

    def test_quiet_and_verbose(self):
        quiet = call(*self.command, "--quiet")
        self.assertEqual((quiet.returncode, quiet.stdout, quiet.stderr), (4, "", ""))
        verbose = call(*self.command, "--verbose")
        self.assertIn(f"reads {self.config}", verbose.stderr)
        self.assertIn("autopilot_basic 4000; vehicle seven_dof, step 0.001 s", verbose.stderr)
        self.assertEqual(call(*self.command, "--quiet", "--verbose").returncode, 2)


if __name__ == "__main__":
    unittest.main()
