# SPDX-License-Identifier: MIT
"""The Python peer drives vdsim_realtime; tshark shows the packets on the wire as the peer decodes
them.

Usage: realtime_test.py    (VDSIM_REALTIME names the executable)
"""
import json
import os
import pathlib
import subprocess
import sys
import unittest

root = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(root / "tests/support"), str(root / "tests/vds1")]
import dissector_test  # noqa: E402
import harness  # noqa: E402

SCRIPT = root / "programs/python/vds1.py"


class Realtime(dissector_test.Dissector):
    def drive(self, *more, seconds="1.5"):
        cmd_port, state_port = harness.free_ports(2)
        harness.start(self, os.environ["VDSIM_REALTIME"], "--cmd-port", cmd_port, "--state-port",
                      state_port, "--duration", "30")
        done = subprocess.run(
            [sys.executable, "-B", SCRIPT, "drive", "--peer", f":{cmd_port}", "--listen",
             f":{state_port}", "--duration", seconds, "--json", "--capture", self.path, *more],
            capture_output=True, text=True, timeout=harness.LIMIT_S, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        return [json.loads(line) for line in done.stdout.splitlines()]

    def test_throttle_and_a_left_turn_move_the_car_ahead_and_to_the_left(self):
        states = self.drive("--throttle", "0.5", "--steer", "0.05")
        self.assertGreater(states[-1]["vx"], states[0]["vx"] + 0.5)
        self.assertGreater(states[-1]["yaw"], 0.001)
        self.assertEqual(states[-1]["steering_tire_angle_applied"], 0.05)
        self.assertEqual(states[-1]["version"], 3)
        for row in dissector_test.tshark(self.path):
            self.compare(row, self.decode(bytes.fromhex(row["udp.payload"])))


def load_tests(loader, *_):
    """Without those of its base class."""
    names = [name for name in vars(Realtime) if name.startswith("test_")]
    return unittest.TestSuite(Realtime(name) for name in names)


if __name__ == "__main__":
    unittest.main()
