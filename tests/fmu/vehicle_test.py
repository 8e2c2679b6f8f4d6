#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""FMUs as vehicles of runs: signals, units, frames, steps, and what is derived.

Environment: that of driven.py.
"""
import json
import pathlib
import subprocess
import tempfile
import unittest

import driven


class VehicleTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def drive(self, section, *options, **keys):
        done = driven.drive(self.folder, section, *options, **keys)
        self.assertEqual(done.returncode, 0, done.stderr)
        return driven.columns(self.folder)

    def refuse(self, section, **keys):
        """What `validate` reports; a run reports the same."""
        path = driven.configuration(self.folder, section, **keys)
        done = driven.gateway(self.folder, "validate", path)
        self.assertEqual(done.returncode, 2, done.stderr)
        ran = driven.gateway(self.folder, "run", path)
        self.assertEqual(ran.returncode, 2, ran.stderr)
        last = done.stderr.splitlines()[-1].partition("ddc-gateway: ")[2]
        self.assertIn(last, ran.stderr)
        return done.stderr

    def test_both_versions_drive_the_route_alike(self):
        second = self.drive(driven.vehicle("car_fmi2"))
        third = self.drive(driven.vehicle("car_fmi3"))
        self.assertEqual(second, third)
        self.assertLess(max(map(abs, second["route_distance_m"])), 0.3)
        self.assertGreater(second["vx_mps"][-1], 5)

    def test_a_repeated_run_has_the_same_bits(self):
        self.drive(driven.vehicle("car_fmi3"))
        first = (self.folder / "trace.csv").read_bytes()
        self.drive(driven.vehicle("car_fmi3"))
        self.assertEqual((self.folder / "trace.csv").read_bytes(), first)

    def test_units_and_frames_are_converted(self):
        si = self.drive(driven.vehicle("car_fmi3"))
        for version in (2, 3):
            other = self.drive(driven.vehicle(f"car_sae_fmi{version}", driven.SAE_MAP))
            for name in ("x_m", "y_m", "yaw_rad", "vx_mps"):
                for ours, theirs in zip(other[name], si[name]):
                    self.assertAlmostEqual(ours, theirs, places=6, msg=name)

    def test_what_a_pose_lacks_is_derived_and_reported(self):
        whole = self.drive(driven.vehicle("car_fmi3"))
        done = driven.drive(self.folder, driven.vehicle("car_pose_fmi3", driven.POSE_MAP))
        pose = driven.columns(self.folder)
        for name, most in (("x_m", 0.1), ("y_m", 0.1), ("vx_mps", 0.05)):
            for ours, theirs in zip(pose[name], whole[name]):
                self.assertAlmostEqual(ours, theirs, delta=most, msg=name)
        for note in ("vx_mps: from the positions", "yaw_rate_radps: from yaw_rad",
                     "ax_mps2: from the velocity", "throttle_applied: the command"):
            self.assertEqual(done.stderr.count(f"car_pose_fmi3.fmu: {note}"), 1, note)

    def test_an_acceleration_vehicle_takes_pedals(self):
        trace = self.drive(driven.vehicle("car_acceleration_fmi3", driven.ACCELERATION_MAP))
        self.assertGreater(trace["vx_mps"][-1], 5)
        self.assertLess(max(map(abs, trace["route_distance_m"])), 0.5)

    def test_a_world_without_start_values_is_moved(self):
        with_start = self.drive(driven.vehicle("car_fmi3"))
        unmapped = {key: value for key, value in driven.MAP.items() if key != "start"}
        moved = self.drive(driven.vehicle("car_fmi3", unmapped))
        for name in ("x_m", "y_m", "yaw_rad"):
            self.assertAlmostEqual(moved[name][0], with_start[name][0], places=9)
            self.assertAlmostEqual(moved[name][-1], with_start[name][-1], places=2)

    def test_parameters_are_set(self):
        mapped = driven.MAP | {"parameters": {"wheelbase": 3.5, "name": "long car"}}
        long = self.drive(driven.vehicle("car_fmi3", mapped))
        self.assertNotEqual(long["yaw_rad"], self.drive(driven.vehicle("car_fmi3"))["yaw_rad"])

    def test_a_fixed_step_is_a_multiple_of_that_of_the_vehicle(self):
        fixed = self.drive(driven.vehicle("car_fixed_step_fmi3"))
        same = self.drive(driven.vehicle("car_fmi3", driven.MAP | {"step_s": 0.01}))
        self.assertEqual(fixed, same)
        text = self.refuse(driven.vehicle("car_fixed_step_fmi3", step_s=0.004))
        self.assertIn("the communication step 0.01 s must be a multiple of vehicle.step_s", text)
        text = self.refuse(driven.vehicle("car_fixed_step_fmi3", driven.MAP | {"step_s": 0.02}))
        self.assertIn("step_s: is 0.02 s, but the FMU accepts only its fixed step 0.01 s", text)

    def test_a_map_is_a_file_whose_mistakes_have_lines(self):
        mapped = driven.MAP | {"outputs": driven.CHASSIS | {"x_m": "chassis.yaw"},
                               "parameters": {"wheelbase": "long", "weight": 1}}
        lines = json.dumps(mapped, indent=1)
        (self.folder / "car_map.yaml").write_text(lines)
        text = self.refuse(driven.vehicle("car_fmi2", "car_map.yaml"))
        line = lines[:lines.index('"x_m"')].count("\n") + 1
        self.assertRegex(text, rf"car_map.yaml:{line}:\d+: outputs.x_m: variable chassis.yaw has unit "
                               r"rad, but x_m needs m\n")
        self.assertIn("parameters.wheelbase: 'long' is no value of type Float64", text)
        self.assertIn("parameters.weight: the FMU has no such variable", text)

    def test_wrong_maps_are_refused(self):
        def changed(section, **signals):
            return driven.MAP | {section: driven.MAP[section] | signals}
        for mapped, message in (
                (changed("inputs", throttle="driver.gas"), "the FMU has no variable 'driver.gas'"),
                (changed("inputs", throttle="chassis.x"), "is no input, its causality is output"),
                (changed("inputs", brake="driver.accelerator"), "is set by another line too"),
                (changed("outputs", x_m="driver.brake"), "is an input, not an output"),
                (changed("outputs", x_m={"variable": "chassis.x", "unit": "km/h"}),
                 "map.outputs.x_m.unit: 'km/h' is not a unit of this signal"),
                (driven.MAP | {"inputs": {"throttle": "driver.accelerator"}},
                 "map.inputs: must have throttle and brake, or accel_mps2"),
                (driven.MAP | {"outputs": {"yaw_rad": "chassis.yaw"}},
                 "map.outputs: must have x_m and y_m, or vx_mps"),
                (driven.MAP | {"outputs": driven.CHASSIS | {"speed": "chassis.speed"}},
                 "map.outputs.speed: unknown key")):
            with self.subTest(message):
                self.assertIn(message, self.refuse(driven.vehicle("car_fmi3", mapped)))

    def test_validate_lists_unmapped_inputs(self):
        path = driven.configuration(self.folder, driven.vehicle("car_arrays_fmi3", driven.POSE_MAP))
        done = driven.gateway(self.folder, "validate", path)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("inputs that keep their start values, since they are not mapped: driver.gear, "
                      "driver.handbrake", done.stderr)
        self.assertIn("not supported: wheel.speeds", done.stderr)

    def test_keys_of_a_model_are_unknown(self):
        self.assertIn("vehicle.model: unknown key",
                      self.refuse(driven.vehicle("car_fmi3", model="bicycle")))

    def test_faults_of_the_vehicle_are_refused_and_those_of_sensors_act(self):
        fault = {"name": "f", "kind": "stuck", "target": "actuators.steering",
                 "from": {"time_s": 1}}
        text = self.refuse(driven.vehicle("car_fmi3"), faults=[fault])
        self.assertIn("needs a vehicle of this simulator", text)

    def test_two_vehicles_share_a_time(self):
        def program(name, reference_id, y_m):
            return {"name": name, "reference_id": hex(reference_id),
                    "exec": ["autopilot", "ddc", f"{reference_id:x}"],
                    "vehicle": driven.vehicle("car_fmi3", start={"y_m": y_m}),
                    "route": {"file": str(driven.PROJECT / "programs/demo/route.csv")},
                    "trace": f"{name}.csv"}
        path = self.folder / "run.yaml"
        path.write_text(json.dumps({"mode": "measured", "duration_s": 5, "time": "shared",
                                    "programs": [program("one", 0x4000, 0),
                                                 program("two", 0x5000, 3)]}))
        done = driven.gateway(self.folder, "run", "--repeatable", path)
        self.assertEqual(done.returncode, 0, done.stderr)
        one, two = (driven.columns(self.folder, f"{name}.csv") for name in ("one", "two"))
        self.assertEqual(one["t_s"], two["t_s"])
        self.assertAlmostEqual(two["y_m"][0] - one["y_m"][0], 3, places=6)

    def test_realtime_mode_drives_too(self):
        path = driven.configuration(self.folder, driven.vehicle("car_fmi2"), mode="realtime",
                                    duration_s=2)
        done = driven.gateway(self.folder, "run", path)
        self.assertIn(done.returncode, (0, 3), done.stderr)  # 3: a busy machine
        self.assertGreater(driven.columns(self.folder)["vx_mps"][-1], 1)

    def test_vdsim_realtime_simulates_the_others_if_one_fails(self):
        def simulated(number, name):
            return {"vehicle_id": number, "cmd_port": 0, "state": [{"port": 9}],
                    **driven.vehicle(name, start={"vx_mps": 5})}
        path = self.folder / "vehicles.yaml"
        path.write_text(json.dumps({
            "rate_hz": 200, "duration_s": 3, "time_scale": 4,
            "vehicles": [simulated(0, "car_crash_fmi3"), simulated(1, "car_fmi3")]}))
        done = subprocess.run([driven.PROGRAMS / "vdsim_realtime", "--config", path],
                              env=driven.environment(self.folder), capture_output=True, text=True,
                              timeout=driven.LIMIT_S, check=False)
        self.assertEqual(done.returncode, 3, done.stderr)
        self.assertEqual(done.stderr.count("vehicle 0: car_crash_fmi3.fmu: crashed with signal 11 "
                                           "(Segmentation fault) in doStep at 2 s"), 1)
        vehicles = json.loads(done.stdout)["ports"][0]["vehicles"]
        self.assertGreater(vehicles[0]["failed_ticks"], 0)
        self.assertEqual(vehicles[1]["failed_ticks"], 0)

    def test_a_campaign_starts_a_process_for_each_run(self):
        path = self.folder / "campaign.yaml"
        mapped = driven.MAP | {"parameters": {"wheelbase": 2.7}}
        driven.configuration(self.folder, driven.vehicle("car_fmi3", mapped), duration_s=3)
        path.write_text(json.dumps({"run": "run.yaml", "design": "grid", "parameters": {
            "vehicle.map.parameters.wheelbase": [2.5, 2.9]}}))
        for words in (("plan", path, "out"), ("run", "out", "--jobs", 2)):
            done = driven.gateway(self.folder, "campaign", *words)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        plan = (self.folder / "out/plan.json").read_text()
        self.assertIn("car_fmi3.fmu", plan)


if __name__ == "__main__":
    unittest.main()
