# SPDX-License-Identifier: MIT
"""Plays the gateway for programs/python/autopilot_basic.py, which runs in a separate process."""
import math
import os
import pathlib
import signal
import sys
import unittest

root = pathlib.Path(__file__).resolve().parents[2]
programs = root / "programs/python"
sys.path[:0] = [str(root / "libddc/python"), str(root / "tests/support")]
os.environ["DDC_NAME"] = f"test.python.{os.getpid()}"
import ddc  # noqa: E402
import harness  # noqa: E402

REFERENCE = 0x4000
LIMIT_S = 20


class PythonProgram(unittest.TestCase):
    def setUp(self):
        signal.alarm(60)
        self.table = ddc.Table()
        self.addCleanup(os.unlink, "/dev/shm/ddc." + os.environ["DDC_NAME"])
        self.addCleanup(self.table.close)

    def start_program(self):
        self.table.write(REFERENCE, False)
        program = harness.start(self, sys.executable, programs / "autopilot_basic.py", "ddc",
                                "4000")
        self.assertTrue(self.table.wait(REFERENCE, True, LIMIT_S), program.describe())
        return program

    def cycle(self, inputs, delta_s=0.1):
        at = self.table.read(REFERENCE + 7) + REFERENCE
        kinds = [int if i == 4 else float for i in range(25)]
        ddc.Group(self.table, list(zip(range(at, at + 25), kinds))).write(inputs)
        self.table.write(REFERENCE + 4, delta_s)
        self.table.write(REFERENCE + 3, True)
        self.assertTrue(self.table.wait(REFERENCE + 3, False, LIMIT_S), "no answer")
        at = self.table.read(REFERENCE + 8) + REFERENCE
        return ddc.Group(self.table, [(at + i, float) for i in range(3)]).read()

    def test_it_steers_along_the_route_and_ends_on_a_signal(self):
        program = self.start_program()
        self.assertEqual(self.table.read(REFERENCE + 1), "basic")
        to_the_left = [0.0, 20.0] + [0.0] * 8 + [0.0, 20.0] + [0.0] * 8
        for _ in range(20):
            steering, gas, braking = self.cycle([0.0, 0.0, 0.0, 0.0, 2, *to_the_left])
        self.assertGreater(steering, 1)
        self.assertGreater(gas, 0.4)
        self.assertEqual(braking, 0)
        straight = [0.0, 20.0] + [0.0] * 8 + [0.0] * 10
        for _ in range(100):
            steering, gas, braking = self.cycle([50.0, 0.0, 0.0, 0.0, 2, *straight])
        self.assertAlmostEqual(steering, 0)
        self.assertEqual(gas, 0)
        self.assertGreater(braking, 0.5)
        self.assertGreater(self.table.read(REFERENCE + 5), 0)
        for points in (2**31 - 1, 11, -1, -2**31):
            self.cycle([50.0, 0.0, 0.0, 0.0, points, *straight])
        nowhere = [math.nan, math.inf, -math.inf]
        for i in (0, 1, 2, 3, 5, 24):
            for value in nowhere:
                inputs = [0.0, 0.0, 0.0, 0.0, 10, *straight]
                inputs[i] = value
                self.assertEqual(list(self.cycle(inputs)), [0.0, 0.0, 1.0])
        self.assertEqual(program.end(limit_s=LIMIT_S), 0)
        self.assertFalse(self.table.read(REFERENCE))


if __name__ == "__main__":
    unittest.main()
