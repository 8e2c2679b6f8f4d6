#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Exported vehicles in the test importer: the same bits as a session.

Environment: that of exported.py, and FMU_IMPORTER (executable).
"""
import os
import pathlib
import tempfile
import unittest

import plant

import exported
import fmu

IMPORTER = os.environ["FMU_IMPORTER"]
TICK_S = 0.001
VALUES = {"init.speed": exported.FIRST_SPEED_MPS}
IS_ERROR = 3


class ExportedTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def unpack(self, model, version, **files):
        path = exported.export(self.folder, model, version, **files)
        return fmu.Fmu(path, self.folder / path.stem)

    def write(self, drive, name="inputs"):
        path = self.folder / f"{name}.csv"
        fmu.write_columns(path, drive.inputs())
        return path

    def drive(self, car, inputs, stop_s, step_s=TICK_S, from_s=0.0, values=None, **files):
        """Outputs of the FMU as columns."""
        outputs = self.folder / "outputs.csv"
        fmu.run(IMPORTER, car, [fmu.Run(inputs, outputs, **files)], step_s, stop_s, from_s=from_s,
                values=VALUES if values is None else values)
        return fmu.read_columns(outputs)

    def assert_same(self, outputs, expected):
        """Every column of `expected` is in `outputs`, with the same bits."""
        for name, values in expected.items():
            self.assertEqual(len(outputs[name]), len(values), name)
            for i, (ours, theirs) in enumerate(zip(outputs[name], values)):
                self.assertEqual(ours, theirs, f"{name} in row {i}")

    @fmu.each_version
    def test_every_model_has_the_bits_of_a_session(self, version):
        for model in exported.MODELS:
            with self.subTest(model):
                drive = exported.weave(model, 6)
                outputs = self.drive(self.unpack(model, version), self.write(drive), 6.0)
                self.assert_same(outputs, drive.outputs(plant.SimSession(model)))
                self.assertGreater(outputs["ego.pose.x"][-1], 20.0)

    @fmu.each_version
    def test_parameter_files_are_in_the_fmu(self, version):
        drive = exported.weave("seven_dof", 5)
        outputs = self.drive(self.unpack("seven_dof", version, **exported.SEDAN), self.write(drive),
                             5.0)
        self.assert_same(outputs, drive.outputs(plant.SimSession("seven_dof", **exported.SEDAN)))
        self.assertNotEqual(outputs["ego.pose.x"][-1],
                            drive.outputs(plant.SimSession("seven_dof"))["ego.pose.x"][-1])

    @fmu.each_version
    def test_a_saved_vehicle_continues_in_a_new_process(self, version):
        for model in exported.MODELS:
            with self.subTest(model):
                files = exported.SEDAN if model in exported.PEDAL_MODELS else {}
                car = self.unpack(model, version, **files)
                inputs = self.write(exported.weave(model, 6))
                state = self.folder / "state"
                whole = self.drive(car, inputs, 6.0, save=(5.0, state))
                rest = self.drive(car, inputs, 6.0, from_s=5.0, load=state)
                self.assert_same(rest, {name: values[5000:] for name, values in whole.items()
                                        if name != "time"})

    @fmu.each_version
    def test_a_step_of_ten_ticks_is_ten_steps(self, version):
        for model in exported.MODELS:
            with self.subTest(model):
                car, drive = self.unpack(model, version), exported.weave(model, 4)
                inputs = self.write(drive)
                fine = self.drive(car, inputs, 4.0)
                coarse = self.drive(car, inputs, 4.0, step_s=10 * TICK_S)
                self.assert_same(coarse, {name: values[::10] for name, values in fine.items()
                                          if name != "time"})

    @fmu.each_version
    def test_the_time_of_the_start_has_no_effect(self, version):
        car, drive = self.unpack("seven_dof", version), exported.weave("seven_dof", 2)
        expected = drive.outputs(plant.SimSession("seven_dof"))
        for start_s in (-3.5, 123456.789):
            columns = drive.inputs()
            columns["time"] = [start_s + time_s for time_s in columns["time"]]
            inputs = self.folder / "later.csv"
            fmu.write_columns(inputs, columns)
            self.assert_same(self.drive(car, inputs, start_s + 2.0, from_s=start_s), expected)

    @fmu.each_version
    def test_instances_that_are_stepped_in_turn_are_separate(self, version):
        car = self.unpack("seven_dof", version, **exported.SEDAN)
        inputs = [self.write(exported.weave("seven_dof", 2, ticks), f"in{ticks}")
                  for ticks in (20, 50, 100)]
        runs = [fmu.Run(path, path.with_suffix(".out")) for path in inputs]
        fmu.run(IMPORTER, car, runs, TICK_S, 2.0, values=VALUES)
        for path, run in zip(inputs, runs):
            self.assertEqual(fmu.read_columns(run.outputs), self.drive(car, path, 2.0))

    @fmu.each_version
    def test_wrong_calls_are_errors(self, version):
        statuses = fmu.statuses(IMPORTER, self.unpack("seven_dof", version), TICK_S)
        self.assertEqual(statuses.pop("wrong_token_gives_instance"), (0,))
        for name in ("step_before_initialisation", "terminate_before_initialisation",
                     "exit_before_enter", "get_unknown", "set_unknown", "set_output",
                     "set_parameter_late", "set_input_nan", "step_of_zero", "step_back",
                     "step_of_nan", "step_endless", "step_elsewhere", "deserialise_wrong",
                     "set_state_null", "set_state_unknown", "step_after_terminate"):
            self.assertEqual(statuses[name][0], IS_ERROR, name)
        for name in ("set_input", "free_state_null", "get_state", "get_state_again", "free_state",
                     "step", "terminate", "reset", "enter_after_reset",
                     "exit_after_reset", "step_after_reset", "free_null"):
            self.assertEqual(statuses[name][0], 0, name)
        self.assertEqual(statuses["freed_state_is_null"], (1,))

    @fmu.each_version
    def test_a_step_that_is_no_multiple_is_refused_as_the_version_defines(self, version):
        status, time_s = fmu.statuses(IMPORTER, self.unpack("seven_dof", version),
                                      TICK_S)["step_no_multiple"]
        if version == 2:
            self.assertEqual((status, time_s), (2, 0.0))
        else:
            self.assertEqual((status, time_s), (0, TICK_S))

    @fmu.each_version
    def test_a_state_of_another_vehicle_is_refused(self, version):
        inputs, state = self.write(exported.weave("seven_dof", 2)), self.folder / "state"
        self.drive(self.unpack("seven_dof", version), inputs, 2.0, save=(1.0, state))
        other = self.unpack("fourteen_dof", version)
        run = fmu.Run(inputs, self.folder / "out.csv", load=state)
        process = fmu.execute(IMPORTER, other.plan([run], TICK_S, 2.0, from_s=1.0))
        self.assertEqual(process.returncode, 1)
        self.assertIn("returned status 3", process.stderr)

    @fmu.each_version
    def test_a_damaged_state_is_refused(self, version):
        car, inputs = self.unpack("kinematic", version), self.write(exported.weave("kinematic", 2))
        state = self.folder / "state"
        self.drive(car, inputs, 2.0, save=(1.0, state))
        good = state.read_bytes()
        run = fmu.Run(inputs, self.folder / "out.csv", load=state)
        plan = car.plan([run], TICK_S, 2.0, from_s=1.0, values=VALUES)
        for bad in (b"", good[:-1], good + b"\0", b"X" + good[1:]):
            state.write_bytes(bad)
            process = fmu.execute(IMPORTER, plan)
            self.assertEqual(process.returncode, 1)
            self.assertIn("Deserialize returned status 3", process.stderr)


if __name__ == "__main__":
    unittest.main()
