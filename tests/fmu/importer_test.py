#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""The test car in the test importer: what the other tests with them rely on.

Environment: FMU_IMPORTER (executable), TEST_FMUS (folder).
"""
import math
import os
import pathlib
import tempfile
import unittest

import fmu

IMPORTER = os.environ["FMU_IMPORTER"]
FMUS = pathlib.Path(os.environ["TEST_FMUS"])
STEP_S = 0.01


class ImporterTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def unpack(self, name):
        return fmu.Fmu(FMUS / f"{name}.fmu", self.folder / name)

    def write_inputs(self, values, name="inputs"):
        """A file with one row, that of time 0."""
        path = self.folder / f"{name}.csv"
        fmu.write_columns(path, {"time": [0.0]} | {key: [value] for key, value in values.items()})
        return path

    def drive(self, car, inputs, stop_s=10.0, **more):
        outputs = self.folder / "outputs.csv"
        fmu.run(IMPORTER, car, [fmu.Run(inputs, outputs)], STEP_S, stop_s, **more)
        return fmu.read_columns(outputs)

    @fmu.each_version
    def test_a_car_accelerates_and_brakes(self, version):
        car = self.unpack(f"car_fmi{version}")
        fast = self.drive(car, self.write_inputs({"driver.accelerator": 0.5}))
        self.assertAlmostEqual(fast["chassis.speed"][-1], 20.0, places=9)
        slow = self.drive(car, self.write_inputs({"driver.brake": 1.0}),
                          values={"initial.speed": 9.0})
        self.assertEqual(slow["chassis.speed"][-1], 0.0)
        self.assertEqual(slow["chassis.standstill"][-1], 1.0)

    @fmu.each_version
    def test_a_turn_to_the_left_is_a_circle(self, version):
        car = self.unpack(f"car_fmi{version}")
        radius_m = 2.7 / math.tan(0.1)
        end_s = round(math.pi * radius_m / 5.0, 2)
        half = self.drive(car, self.write_inputs({"driver.steeringAngle": 0.1}), end_s,
                          values={"initial.speed": 5.0})
        self.assertAlmostEqual(half["chassis.y"][-1], 2 * radius_m, delta=0.05)
        self.assertAlmostEqual(half["chassis.yaw"][-1], math.pi, delta=0.001)

    @fmu.each_version
    def test_the_sae_variant_is_the_same_motion_in_other_units(self, version):
        ours = self.drive(self.unpack(f"car_fmi{version}"), self.write_inputs(
            {"driver.accelerator": 0.5, "driver.steeringAngle": math.radians(2.0)}))
        sae = self.drive(self.unpack(f"car_sae_fmi{version}"), self.write_inputs(
            {"pedals.accelerator": 50.0, "steering.roadWheelAngle": -2.0}))
        for column, factor, name in (
                ("body.X", 1.0, "chassis.x"), ("body.Y", -1.0, "chassis.y"),
                ("body.v", 3.6, "chassis.speed"), ("body.heading", -180 / math.pi, "chassis.yaw"),
                ("body.ay", -1 / 9.80665, "chassis.lateralAcceleration")):
            self.assertAlmostEqual(sae[column][-1], factor * ours[name][-1], places=6, msg=column)

    @fmu.each_version
    def test_a_saved_car_continues_in_a_new_process(self, version):
        car = self.unpack(f"car_fmi{version}")
        inputs = self.write_inputs({"driver.accelerator": 0.3, "driver.steeringAngle": 0.05})
        state = self.folder / "state"
        whole = fmu.Run(inputs, self.folder / "whole.csv", save=(5.0, state))
        fmu.run(IMPORTER, car, [whole], STEP_S, 10.0)
        rest = fmu.Run(inputs, self.folder / "rest.csv", load=state)
        fmu.run(IMPORTER, car, [rest], STEP_S, 10.0, from_s=5.0)
        self.assertEqual(fmu.read_columns(rest.outputs)["chassis.x"],
                         fmu.read_columns(whole.outputs)["chassis.x"][500:])

    @fmu.each_version
    def test_instances_that_are_stepped_in_turn_are_separate(self, version):
        car = self.unpack(f"car_fmi{version}")
        inputs = [self.write_inputs({"driver.accelerator": 0.1 * i}, f"in{i}") for i in range(3)]
        runs = [fmu.Run(path, path.with_suffix(".out")) for path in inputs]
        fmu.run(IMPORTER, car, runs, STEP_S, 5.0)
        for path, run in zip(inputs, runs):
            self.assertEqual(fmu.read_columns(run.outputs), self.drive(car, path, 5.0))

    @fmu.each_version
    def test_faults_are_seen_by_the_importer(self, version):
        inputs = self.write_inputs({"driver.accelerator": 0.1})
        for fault, code, text in (
                ("exit", 3, ""), ("crash", -11, ""), ("discard", 1, "DoStep returned status 2"),
                ("fatal", 1, "DoStep returned status 4"), ("instantiate", 1, "no instance"),
                ("warning", 0, ""),
                ("time", 0 if version == 2 else 1, "" if version == 2 else "the step ended at")):
            car = self.unpack(f"car_{fault}_fmi{version}")
            plan = car.plan([fmu.Run(inputs, self.folder / "out.csv")], STEP_S, 3.0)
            process = fmu.execute(IMPORTER, plan)
            self.assertEqual(process.returncode, code, fault)
            self.assertIn(text, process.stderr, fault)

    @fmu.each_version
    def test_a_wrong_token_gives_no_instance(self, version):
        car = self.unpack(f"car_fmi{version}")
        run = fmu.Run(self.write_inputs({"driver.brake": 0.0}), self.folder / "out.csv")
        process = fmu.execute(IMPORTER, car.plan([run], STEP_S, 1.0, token="{wrong}"))
        self.assertEqual(process.returncode, 1)
        self.assertIn("no instance", process.stderr)


if __name__ == "__main__":
    unittest.main()
