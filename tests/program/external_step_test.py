#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The programs that step the simulator from outside print the same in C and in Python.

Usage: external_step_test.py PROGRAMS DATA_FOLDER BINARY...    (PLANT_LIBRARY: libplant_c.so)
"""
import pathlib
import subprocess
import sys
import unittest

PROGRAMS, DATA, *BINARIES = sys.argv[1:]
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "plant/python"))
sys.dont_write_bytecode = True
import plant  # noqa: E402


def run(*command):
    return subprocess.run(command, capture_output=True, text=True, timeout=60)


class ExternalStepTest(unittest.TestCase):
    def test_c_and_python_print_the_same_to_the_last_digit(self):
        for binary in BINARIES:
            script = pathlib.Path(PROGRAMS) / (pathlib.Path(binary).name + ".py")
            in_c, in_python = run(binary, DATA), run(sys.executable, "-B", str(script), DATA)
            self.assertEqual((in_c.returncode, in_c.stderr), (0, ""))
            self.assertEqual((in_python.returncode, in_python.stderr), (0, ""))
            self.assertGreater(len(in_c.stdout.splitlines()), 20)
            self.assertEqual(in_c.stdout, in_python.stdout)

    def test_a_folder_without_parameters_is_reported_by_both(self):
        for binary in BINARIES:
            script = pathlib.Path(PROGRAMS) / (pathlib.Path(binary).name + ".py")
            for command in ((binary,), (sys.executable, "-B", str(script))):
                ended = run(*command, "nowhere")
                self.assertEqual(ended.returncode, 2)
                self.assertIn("nowhere/vehicle/sedan.yaml", ended.stderr)
                self.assertEqual(run(*command).returncode, 2)

    def test_a_folder_with_too_long_a_name_is_reported_and_not_truncated(self):
        for binary in BINARIES:
            for length in (481, 5000):
                ended = run(binary, "x" * length)
                self.assertEqual(ended.returncode, 2)
                self.assertIn("DATA_FOLDER must have at most 480 bytes", ended.stderr)
            longest = "x" * 240 + "/" + "y" * 239
            self.assertIn(f"{longest}/vehicle/sedan.yaml", run(binary, longest).stderr)

    def test_a_snapshot_repeats_the_run(self):
        session = plant.SimSession("seven_dof", sensors=f"{DATA}/sensor/sedan.yaml")
        session.reset(vx_mps=10.0)
        session.set_input(throttle=0.4, steer_rad=0.02)
        words = session.snapshot()

        def end():
            for _ in range(50):
                session.tick(10_000_000)
            return bytes(session.output())

        first = end()
        session.restore(words)
        self.assertEqual(end(), first)

    def test_wrong_arguments_are_exceptions_with_a_reason(self):
        session = plant.SimSession()
        with self.assertRaisesRegex(plant.Error, "duration_ns: must be greater than 0"):
            session.tick(-1)
        with self.assertRaisesRegex(plant.Error, "command: must be finite"):
            session.set_input(steer_rad=float("nan"))
        with self.assertRaisesRegex(plant.Error, "model: must be one of kinematic"):
            plant.SimSession("tank")
        with self.assertRaisesRegex(TypeError, "wheels"):
            plant.SimSession(wheels="a.yaml")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
