# SPDX-License-Identifier: MIT
"""The Python peer drives vdsim_realtime; tshark shows what was on the way as the peer reads it.

Usage: realtime_test.py    (VDSIM_REALTIME names the executable)
"""
import json
import os
import pathlib
import socket
import subprocess
import sys
import tempfile
import unittest

root = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(root / "programs/python"), str(root / "tests/vds1")]
import dissector_test  # noqa: E402
import vds1  # noqa: E402

SCRIPT = root / "programs/python/vds1.py"
LIMIT_S = 60


def free_ports(count):
    sockets = [socket.socket(socket.AF_INET, socket.SOCK_DGRAM) for _ in range(count)]
    for one in sockets:
        one.bind(("127.0.0.1", 0))
    ports = [one.getsockname()[1] for one in sockets]
    for one in sockets:
        one.close()
    return ports


class Realtime(dissector_test.Dissector):
    def drive(self, *more, seconds="1.5"):
        cmd_port, state_port = free_ports(2)
        self.start(os.environ["VDSIM_REALTIME"], "--cmd-port", str(cmd_port), "--state-port",
                   str(state_port), "--duration", "30")
        done = subprocess.run(
            [sys.executable, "-B", SCRIPT, "drive", "--peer", f":{cmd_port}", "--listen",
             f":{state_port}", "--duration", seconds, "--json", "--capture", self.path, *more],
            capture_output=True, text=True, timeout=LIMIT_S, check=False)
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
    """Not those of the class it is made from."""
    names = [name for name in vars(Realtime) if name.startswith("test_")]
    return unittest.TestSuite(Realtime(name) for name in names)


if __name__ == "__main__":
    unittest.main()
