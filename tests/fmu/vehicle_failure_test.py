#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""FMUs that fail as vehicles: each failure has its message, the run ends, and nothing is left.

Environment: that of driven.py.
"""
import os
import pathlib
import select
import signal
import subprocess
import tempfile
import unittest

import driven

IN_STEP = "in doStep at 2 s"
# By variant of the test car: its message in FMI 2.0 and 3.0.
FAILURES = {
    "crash": ["crashed with signal 11 (Segmentation fault) " + IN_STEP] * 2,
    "hang": [f"did not return {IN_STEP} within 2 s (key step_timeout_s)"] * 2,
    "exit": ["ended its process with exit code 3 " + IN_STEP] * 2,
    "allocate": [f"returned Error from fmi{version}DoStep at 2 s; it ran out of memory (key "
                 "memory_mb)" for version in (2, 3)],
    "fill": ["crashed with signal 25 (File size limit exceeded) " + IN_STEP] * 2,
    "discard": ["returned Discard from fmi2DoStep, its last successful time is 2 s at 2 s",
                "returned Discard from fmi3DoStep at 2 s"],
    "fatal": [f"returned Fatal from fmi{version}DoStep at 2 s" for version in (2, 3)],
    "nan": ["chassis.x (x_m) is not a finite number below 1e12"] * 2,
    "instantiate": ["returned no instance from fmi2Instantiate",
                    "returned no instance from fmi3InstantiateCoSimulation"],
}
# The same for FMUs that are refused before they are executed.
REFUSALS = {
    "tool": ["needs another program, its execution tool; `allow_tool: true` under `vehicle` lets it "
             "start processes"] * 2,
    "model_exchange": ["is not for co-simulation, but for model exchange"] * 2,
}


class FailureTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.addCleanup(driven.remove_table, self.folder)

    def drive(self, name, **keys):
        # Any step but a hanging one ends, however busy the machine is.
        section = driven.vehicle(name, step_timeout_s=2 if "hang" in name else 30, memory_mb=512)
        return driven.drive(self.folder, section, duration_s=3, **keys)

    def assert_nothing_left(self, name):
        self.assertEqual(list((self.folder / "tmp").glob("ddc-fmu*")), [])
        self.assertEqual(driven.parts_of(f"{name}.fmu"), [])

    def check_each(self, messages_by_variant, code):
        for variant, messages in messages_by_variant.items():
            for version, message in zip((2, 3), messages):
                name = f"car_{variant}_fmi{version}"
                with self.subTest(name):
                    done = self.drive(name)
                    self.assertEqual(done.returncode, code, done.stderr)
                    self.assertIn(f"{name}.fmu: {message}\n", done.stderr)
                    self.assert_nothing_left(name)

    def test_each_failure_has_its_message(self):
        self.check_each(FAILURES, code=1)

    def test_an_fmu_that_cannot_be_used_is_invalid_input(self):
        self.check_each(REFUSALS, code=2)

    def test_a_step_of_another_length_is_an_error(self):
        done = self.drive("car_time_fmi3")
        self.assertEqual(done.returncode, 1)
        self.assertIn("returned early from fmi3DoStep, its last successful time is 2.0005 s instead "
                      "of 2.001 s at 2 s\n", done.stderr)

    def test_warnings_and_a_failing_end_are_no_failures(self):
        for fault in ("warning", "terminate", "descriptors"):
            for version in (2, 3):
                name = f"car_{fault}_fmi{version}"
                with self.subTest(name):
                    done = self.drive(name)
                    self.assertEqual(done.returncode, 0, done.stderr)
                    self.assert_nothing_left(name)

    def counted(self, name, variable, **keys):
        """The last value of a count of the test car, which is reported as its velocity."""
        outputs = dict(driven.CHASSIS, vx_mps={"variable": variable, "unit": "m/s"})
        section = driven.vehicle(name, driven.MAP | {"outputs": outputs, "step_s": 0.1}, **keys)
        done = driven.drive(self.folder, section, duration_s=3)
        self.assertEqual(done.returncode, 0, done.stderr)
        return driven.columns(self.folder)["vx_mps"][-1]

    def test_an_fmu_has_no_descriptor_of_the_gateway(self):
        self.assertEqual(self.counted("car_descriptors_fmi3", "test.writes"), 0)

    def test_an_fmu_starts_no_process_unless_it_is_a_tool(self):
        self.assertEqual(self.counted("car_fork_fmi3", "test.children"), 0)
        self.assertGreater(self.counted("car_fork_fmi3", "test.children", allow_tool=True), 0)

    def test_processes_of_an_fmu_end_with_it(self):
        section = driven.vehicle("car_fork_fmi3", driven.MAP | {"step_s": 0.1}, allow_tool=True)
        done = driven.drive(self.folder, section, duration_s=3)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assert_nothing_left("car_fork_fmi3")

    def test_output_of_an_fmu_is_limited(self):
        done = driven.drive(self.folder, driven.vehicle("car_log_fmi3"), duration_s=2.01)
        self.assertEqual(done.returncode, 0)
        self.assertIn("car_log_fmi3.fmu: %%%%", done.stderr)
        self.assertIn("car_log_fmi3.fmu: its further output is not shown", done.stderr)
        self.assertLess(len(done.stderr), 100_000)

    def test_a_broken_archive_is_invalid_input(self):
        broken = self.folder / "broken.fmu"
        broken.write_bytes(b"PK\3\4" + b"x" * 100)
        done = driven.drive(self.folder, {"fmu": str(broken), "map": driven.MAP})
        self.assertEqual(done.returncode, 2)
        self.assertIn("broken.fmu: ", done.stderr)
        self.assert_nothing_left("broken")


class KilledTest(unittest.TestCase):
    """The processes of a run that is killed while its FMU hangs, or its worker or keeper."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.addCleanup(driven.remove_table, self.folder)
        section = driven.vehicle("car_hang_fmi3", step_timeout_s=60)
        path = driven.configuration(self.folder, section, duration_s=3, trace="trace.csv")
        with open(self.folder / "said", "w", encoding="utf-8") as said:
            self.process = subprocess.Popen(  # pylint: disable=consider-using-with
                [driven.PROGRAMS / "ddc-gateway", "run", "--repeatable", path], cwd=self.folder,
                env=driven.environment(self.folder), stdout=subprocess.DEVNULL, stderr=said)
        self.addCleanup(self.process.wait)
        self.addCleanup(self.process.kill)
        self.parts = self.await_parts()

    def await_parts(self):
        """The keeper and the worker, once the worker has unpacked the FMU."""
        descriptor = os.pidfd_open(self.process.pid)
        self.addCleanup(os.close, descriptor)
        for _ in range(driven.LIMIT_S * 100):
            parts = driven.parts_of("car_hang_fmi3.fmu")
            if len(parts) == 2 and list((self.folder / "tmp").rglob("*.so")):
                return sorted(parts)
            self.assertEqual(select.select([descriptor], [], [], 0.01)[0], [],
                             (self.folder / "said").read_text())
        return self.fail("the FMU was not started")

    def await_end(self, pids):
        for pid in pids:
            try:
                descriptor = os.pidfd_open(pid)
            except ProcessLookupError:
                continue
            ended = select.select([descriptor], [], [], driven.LIMIT_S)[0]
            os.close(descriptor)
            self.assertTrue(ended, pid)

    def assert_clean(self):
        self.await_end(self.parts)
        self.assertEqual(list((self.folder / "tmp").glob("ddc-fmu*")), [])

    def test_a_killed_gateway_leaves_nothing(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(driven.LIMIT_S)
        self.assert_clean()

    def test_a_killed_worker_is_noticed_at_once(self):
        os.kill(self.parts[1], signal.SIGKILL)
        self.assertEqual(self.process.wait(driven.LIMIT_S), 1)
        self.assertIn("car_hang_fmi3.fmu: crashed with signal 9 (Killed)",
                      (self.folder / "said").read_text())
        self.assert_clean()

    def test_a_killed_keeper_is_noticed(self):
        os.kill(self.parts[0], signal.SIGKILL)
        self.assertEqual(self.process.wait(driven.LIMIT_S), 1)
        self.assertIn("car_hang_fmi3.fmu: its process was ended from outside",
                      (self.folder / "said").read_text())
        self.assert_clean()


if __name__ == "__main__":
    unittest.main()
