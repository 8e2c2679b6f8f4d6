#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""ExecReload of the unit files: the process restarts with the current configuration.

Usage: reload_test.py BINARIES
"""
import os
import pathlib
import re
import shutil
import signal
import socket
import subprocess
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
import harness  # noqa: E402
import manager  # noqa: E402

BINARIES = pathlib.Path(sys.argv.pop(1))
RUN = "duration_s: 1e9\n"
WRONG = "nonsense: 1\n"


def cars(count, port, more=""):
    vehicles = "".join(f"  - {{name: car{i}, cmd_port: {port}, vehicle_id: {i + 1}}}\n"
                       for i in range(count))
    return f"{more}vehicles:\n{vehicles}"


def ignored(pid):
    status = pathlib.Path(f"/proc/{pid}/status").read_text(encoding="utf-8")
    return int(re.search(r"^SigIgn:\s+(\w+)", status, re.M)[1], 16)


class Plant(manager.ReloadCase):
    binaries = BINARIES

    def test_is_the_same_process_with_another_configuration(self):
        unit = self.start_unit("vdsim-realtime", cars(1, 0))
        words = pathlib.Path(f"/proc/{unit.pid}/cmdline").read_bytes()
        self.reloaded(unit, cars(2, 0))
        unit.await_output("2 vehicles at")
        self.assertIsNone(unit.poll())
        self.assertEqual(pathlib.Path(f"/proc/{unit.pid}/cmdline").read_bytes(), words)
        self.assertNotIn("cannot restart", unit.err())
        self.assertEqual(unit.end(), 0)

    def test_peers_stay_connected(self):
        with harness.bound_socket() as peer:
            port = peer.getsockname()[1]
            config = f"vehicles:\n  - {{cmd_port: 0, state: [{{port: {port}}}]}}\n"
            unit = self.start_unit("vdsim-realtime", config)
            sender = peer.recvfrom(2048)[1]
            self.reloaded(unit)
            while peer.recvfrom(2048)[1] == sender:  # packets of the last process
                pass

    def test_a_wrong_configuration_changes_nothing(self):
        unit = self.start_unit("vdsim-realtime", cars(1, 0))
        self.assertFalse(self.reload(unit, WRONG))
        unit.waiting()
        for _ in range(2):
            self.assertNotIn("RELOADING", unit.await_("STATUS", "ticks/s"))
        self.assertIsNone(unit.poll())

    def test_repeated_reloads_leave_no_resource_allocated(self):
        unit = self.start_unit("vdsim-realtime", cars(3, 0))
        before = len(os.listdir(f"/proc/{unit.pid}/fd"))
        for _ in range(10):
            self.reloaded(unit)
        self.assertEqual(len(os.listdir(f"/proc/{unit.pid}/fd")), before)

    def test_uses_the_file_that_exists_then(self):
        folder = self.new_folder()
        shutil.copy(BINARIES / "vdsim_realtime", folder)
        unit = self.start_unit("vdsim-realtime", cars(1, 0), binaries=folder)
        shutil.copy(BINARIES / "vdsim_realtime", folder / "newer")
        os.rename(folder / "newer", folder / "vdsim_realtime")
        self.assertIn("(deleted)", os.readlink(f"/proc/{unit.pid}/exe"))
        self.reloaded(unit)
        self.assertEqual(os.readlink(f"/proc/{unit.pid}/exe"), str(folder / "vdsim_realtime"))

    def test_a_missing_program_ends_the_service(self):
        folder = self.new_folder()
        shutil.copy(BINARIES / "vdsim_realtime", folder)
        unit = self.start_unit("vdsim-realtime", cars(1, 0), binaries=folder)
        os.unlink(folder / "vdsim_realtime")
        os.kill(unit.pid, signal.SIGRTMIN)
        self.assertEqual(unit.wait(), 1)
        self.assertIn("cannot restart", unit.err())

    def test_the_recording_of_before_stays(self):
        recording = self.new_folder() / "plant.mcap"
        unit = self.start_unit("vdsim-realtime", cars(1, 0, f"record: {recording}\n"))
        self.reloaded(unit)
        first = recording.read_bytes()
        unit.await_("STATUS", "ticks/s")  # otherwise it has nothing to record
        self.assertEqual(unit.end(), 0)
        self.assertEqual(recording.read_bytes(), first)
        self.assertTrue(recording.with_name("plant.2.mcap").is_file())

    def test_processors_are_those_of_the_start(self):
        if len(os.sched_getaffinity(0)) < 2:
            self.skipTest("SKIPPED: one processor")
        first = min(os.sched_getaffinity(0))
        unit = self.start_unit("vdsim-realtime", cars(1, 0, f"cpus: [{first}]\n"))
        unit.await_("STATUS", "ticks/s")
        harness.until(lambda: os.sched_getaffinity(unit.pid) == {first}, "the processor")
        self.reloaded(unit, cars(1, 0))
        self.assertEqual(os.sched_getaffinity(unit.pid), os.sched_getaffinity(0))

    def test_a_signal_that_ends_it_has_priority(self):
        unit = self.start_unit("vdsim-realtime", cars(1, 0))
        os.kill(unit.pid, signal.SIGSTOP)
        for number in (signal.SIGRTMIN, signal.SIGTERM, signal.SIGCONT):
            os.kill(unit.pid, number)
        self.assertEqual(unit.wait(), 0)
        # The loops may have ended between the two signals, and have reported the first.
        notified = [name for assignments in unit.waiting() for name in assignments]
        self.assertTrue({"STOPPING", "RELOADING"} & set(notified), notified)
        self.assertNotIn("READY", notified)


class Run(manager.ReloadCase):
    binaries = BINARIES

    def ctl(self, *words):
        subprocess.run([BINARIES / "ddc-gateway", "ctl", *words, "--ddc", self.table], check=True,
                       stdout=subprocess.DEVNULL, timeout=manager.LIMIT_S)

    def take_steps(self):
        self.ctl("pause")
        self.ctl("step", "5")

    def inode(self):
        return os.stat(f"/dev/shm/ddc.{self.table}").st_ino

    def test_the_table_stays_and_its_program_continues(self):
        program = self.start_process(BINARIES / "autopilot_basic", "4000")
        unit = self.start_unit("ddc-gateway", RUN)
        self.take_steps()
        table = self.inode()
        self.reloaded(unit)
        self.take_steps()
        self.assertEqual(self.inode(), table)
        self.assertIsNone(program.poll())
        self.assertIsNone(unit.poll())
        self.ctl("resume")
        self.reloaded(unit, "duration_s: 0.5\n")
        self.assertEqual(unit.wait(), 0)

    def test_output_of_the_last_run_stays(self):
        trace = pathlib.Path(self.new_folder()) / "trace.csv"
        self.start_process(BINARIES / "autopilot_basic", "4000")
        unit = self.start_unit("ddc-gateway", RUN + f"trace: {trace}\n")
        self.take_steps()
        self.reloaded(unit)
        first = trace.read_bytes()
        self.take_steps()
        self.assertEqual(unit.end(), 0)
        self.assertEqual(trace.read_bytes(), first)
        self.assertGreater(len(trace.with_name("trace.2.csv").read_text().splitlines()), 5)

    def test_results_of_the_last_run_stay(self):
        folder = self.new_folder()
        self.start_process(BINARIES / "autopilot_basic", "4000")
        unit = self.start(BINARIES / "ddc-gateway", "run", self.config(RUN), "--summary",
                          folder / "summary.json", "--junit", folder / "junit.xml")
        unit.await_("READY", "1")
        self.take_steps()
        os.kill(unit.pid, signal.SIGRTMIN)
        unit.await_("RELOADING", "1")
        unit.await_("READY", "1")
        first = {name: (folder / name).read_bytes() for name in ("summary.json", "junit.xml")}
        self.take_steps()
        self.assertEqual(unit.end(), 0)
        for name, text in first.items():
            self.assertEqual((folder / name).read_bytes(), text)
        for name in ("summary.2.json", "junit.2.xml"):
            self.assertTrue((folder / name).is_file(), name)

    def test_a_wrong_configuration_leaves_the_run_unchanged(self):
        self.start_process(BINARIES / "autopilot_basic", "4000")
        unit = self.start_unit("ddc-gateway", RUN)
        self.take_steps()
        self.assertFalse(self.reload(unit, WRONG))
        self.ctl("step", "5")  # is still paused
        self.assertEqual(unit.end(), 0)

    def test_its_program_restarts_with_it(self):
        config = RUN + f'program: {{exec: ["{BINARIES / "autopilot_basic"}", "4000"]}}\n'
        unit = self.start_unit("ddc-gateway", config)
        first = int(unit.await_output(r"started the program, pid (\d+)\n")[1])
        ignores = ignored(first)
        self.reloaded(unit)
        second = int(unit.await_output(r"(?s)started the program.*started the program, pid (\d+)\n")[1])
        self.assertFalse(pathlib.Path(f"/proc/{first}").exists())
        self.assertEqual(ignored(second), ignores)
        self.assertFalse(ignores >> (signal.SIGPIPE - 1) & 1)
        self.take_steps()


class Server(manager.ReloadCase):
    binaries = BINARIES

    def test_listens_again(self):
        port = harness.free_port(socket.SOCK_STREAM)
        unit = self.start_unit("ddcserver", RUN, {"DDCSERVER_OPTIONS": f"{port} --answer-timeout 3"})
        self.reloaded(unit)
        socket.create_connection(("127.0.0.1", port), timeout=manager.LIMIT_S).close()
        self.assertFalse(self.reload(unit, WRONG))
        socket.create_connection(("127.0.0.1", port), timeout=manager.LIMIT_S).close()
        self.assertEqual(unit.end(), 0)

    def test_the_summary_of_before_stays(self):
        summary = self.new_folder() / "summary.json"
        unit = self.start_unit("ddcserver", RUN, {"DDCSERVER_OPTIONS": f"0 --summary {summary}"})
        self.reloaded(unit)
        first = summary.stat().st_ino
        self.assertEqual(unit.end(), 0)
        self.assertEqual(summary.stat().st_ino, first)
        self.assertTrue(summary.with_name("summary.2.json").is_file())


if __name__ == "__main__":
    unittest.main(verbosity=2)
