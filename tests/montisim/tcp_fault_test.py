# SPDX-License-Identifier: MIT
"""Faults of the TCP connections of ddcserver: a delay and a cut, at their times.

Usage: tcp_fault_test.py    (DDCSERVER, AUTOPILOT and AUTOPILOT_BASIC name the executables)
"""
import json
import os
import pathlib
import subprocess
import sys
import time
import unittest

for folder in ("programs/python", "tests/support"):
    sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / folder))
import harness  # noqa: E402
from processes import FIRST_ID  # noqa: E402
import processes  # noqa: E402

INPUTS = {"true_velocity": 36.0, "true_position": [1.5, -2.0], "true_compass": 90.0,
          "trajectory_length": 3, "trajectory_x": [1.0, 2.0, 3.0] + [0.0] * 7,
          "trajectory_y": [0.0, 1.0, 1.0] + [0.0] * 7}


class Faults(processes.Case):
    def config(self, **fault):
        file = harness.new_folder(self) / "run.yaml"
        fault = {"name": "tested", "target": "links.tcp", **fault}
        file.write_text(json.dumps({"duration_s": 1,
                                    "faults": [fault]}), encoding="utf-8")
        return file

    def connect(self, **fault):
        server = self.start_server("--config", self.config(**fault))
        self.start_autopilot()
        client = server.connect()
        self.addCleanup(client.close)
        client.begin(FIRST_ID)
        return server, client

    def seconds(self, client):
        begin = time.monotonic()
        client.cycle(INPUTS, 0.02)
        return time.monotonic() - begin

    def test_each_answer_is_delayed_by_that_time(self):
        _, client = self.connect(kind="delay", delay_s=0.3, **{"from": {"time_s": 0}})
        for _ in range(3):
            self.assertGreaterEqual(self.seconds(client), 0.3)
        client.end()

    def test_a_delay_ends_at_its_time(self):
        _, client = self.connect(kind="delay", delay_s=0.2,
                                 **{"from": {"time_s": 0}, "until": {"after_s": 0.5}})
        begin = time.monotonic()
        harness.until(lambda: self.seconds(client) < 0.2, "a cycle without delay")
        self.assertGreaterEqual(time.monotonic() - begin, 0.3)
        client.end()

    def test_a_cut_closes_the_connection_without_a_reason(self):
        server, client = self.connect(kind="cut", **{"from": {"time_s": 0.5}})
        begin = time.monotonic()
        with self.assertRaises((ConnectionError, EOFError, OSError)):
            while time.monotonic() - begin < 60:
                client.cycle(INPUTS, 0.02)
        self.assertLess(time.monotonic() - begin, 60)
        summary = server.stop()
        self.assertEqual((summary["closed"], summary["errors"]), (1, 0))

    def test_a_fault_that_is_not_enabled_has_no_effect(self):
        _, client = self.connect(kind="cut", enabled=False)
        for _ in range(3):
            client.cycle(INPUTS, 0.02)
        client.end()

    def refusal_of(self, **fault):
        done = subprocess.run([os.environ["DDCSERVER"], "0", "--validate", "--config",
                               self.config(**fault)], stderr=subprocess.PIPE, text=True,
                              timeout=60, check=False)
        self.assertEqual(done.returncode, 2, done.stderr)
        return done.stderr

    def test_a_kind_that_tcp_hides_is_refused(self):
        self.assertIn("TCP repeats what is lost",
                      self.refusal_of(kind="loss", probability=0.5, **{"from": {"time_s": 0}}))

    def test_a_fault_that_could_only_be_switched_by_hand_is_refused(self):
        self.assertIn("cannot switch it by hand", self.refusal_of(kind="cut"))


if __name__ == "__main__":
    unittest.main()
