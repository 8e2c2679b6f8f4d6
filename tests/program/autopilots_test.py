#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""How the example programs drive the demo's route, in each language: off the route by centimetres,
at a steady throttle, to a stop without jerk, and without a rule of the vehicle interface.

Usage: autopilots_test.py BINARIES
"""
import csv
import json
import os
import pathlib
import statistics
import subprocess
import sys
import unittest

root = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(root / "tests/support"))
import harness  # noqa: E402

BINARIES = pathlib.Path(sys.argv.pop(1))
STEP_S = 0.01
RUN = """
duration_s: 125
ddc: {{name: {table}}}
program: {{exec: {exec}}}
route: {{file: {root}/programs/demo/route.csv}}
safety: {{}}
trace: trace.csv
"""
COLUMNS = ("vx_mps", "set_gas", "set_braking", "set_steering", "route_distance_m")


class Drive:
    """A run of a program along the demo's route."""

    def __init__(self, test, *command):
        folder = harness.new_folder(test)
        config = folder / "run.yaml"
        config.write_text(RUN.format(root=root, exec=json.dumps(command),
                                     table=f"test.autopilots.{os.getpid()}"))
        done = subprocess.run(
            [BINARIES / "ddc-gateway", "run", config, "--repeatable", "--summary",
             folder / "summary.json"], capture_output=True, text=True, check=False, timeout=120,
            env={**os.environ, "PATH": f"{BINARIES}:{os.environ['PATH']}"})
        test.assertEqual(done.returncode, 0, done.stderr)
        self.summary = json.loads((folder / "summary.json").read_text())
        with open(folder / "trace.csv", encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
        self.columns = {name: [float(row[name]) for row in rows] for name in COLUMNS}
        self.speed = self.columns["vx_mps"]

    def steady_parts(self, length_s=4.0, band_mps=0.1):
        """Where the speed has stayed within a band for some time: ranges of rows."""
        length = round(length_s / STEP_S)
        for start in range(0, len(self.speed) - length, 100):
            part = slice(start, start + length)
            least, most = min(self.speed[part]), max(self.speed[part])
            if least > 3 and most - least < band_mps:
                yield part

    def acceleration(self, row, half=5):
        return (self.speed[row + half] - self.speed[row - half]) / (2 * half * STEP_S)

    def jerk(self, row, half=5):
        return (self.acceleration(row + half) - self.acceleration(row - half)) / (2 * half * STEP_S)


class Autopilots(unittest.TestCase):
    def check(self, drive):
        self.assertLess(drive.summary["route"]["max_m"], 0.15)
        self.assertEqual(drive.summary["safety"]["rules"], {})
        self.check_throttle(drive)
        self.check_stop(drive)

    def check_throttle(self, drive):
        parts = list(drive.steady_parts())
        self.assertGreater(len(parts), 10)
        for part in parts:
            for pedal in ("set_gas", "set_braking"):
                deviation = statistics.pstdev(drive.columns[pedal][part])
                self.assertLess(deviation, 0.02, f"{pedal} at {part.start * STEP_S} s")

    def check_stop(self, drive):
        """At standstill before the end of the run, and smoothly during the 10 s before."""
        stop = next(row for row in range(2000, len(drive.speed)) if drive.speed[row] < 0.001)
        self.assertLess(max(map(abs, drive.speed[stop + 100:])), 0.001)
        self.assertGreater(min(drive.columns["set_braking"][stop + 200:]), 0.1)
        before_stop = range(stop - 1000, stop + 50)
        self.assertLess(max(abs(drive.jerk(row)) for row in before_stop), 5)
        self.assertGreater(min(map(drive.acceleration, before_stop)), -3.5)
        self.assertGreater(min(map(drive.acceleration, before_stop[-100:])), -0.5)
        vehicle = drive.summary["vehicle"]
        self.assertAlmostEqual(vehicle["x_m"], 135.95, delta=0.2)  # 0.8 m before the end, 135.184
        self.assertAlmostEqual(vehicle["y_m"], 313.19, delta=0.1)

    def check_equal(self, first, second):
        for name in COLUMNS:
            difference = max(abs(a - b) for a, b in zip(first.columns[name], second.columns[name]))
            self.assertLess(difference, 1e-6, name)

    def test_the_autopilots_drive_alike_in_each_language(self):
        dynamic = Drive(self, "autopilot", "ddc", "4000")
        self.check(dynamic)
        for command in (["autopilot_basic"], [str(root / "programs/python/autopilot_basic.py")]):
            with self.subTest(command[0]):
                self.check_equal(dynamic, Drive(self, *command, "4000"))

    def test_the_new_programs_drive_alike_in_each_language(self):
        python = self.new_python_program()
        drive = Drive(self, "template_cpp_program", "4000")
        self.check(drive)
        for command in ("template_c_program", str(python)):
            with self.subTest(command):
                self.check_equal(drive, Drive(self, command, "4000"))

    def new_python_program(self):
        """The program of `new-program --language python`, with the name that it has there."""
        program = harness.new_folder(self) / "main.py"
        program.write_text((root / "programs/template/python/main.py").read_text())
        program.chmod(0o755)
        return program


if __name__ == "__main__":
    unittest.main()
