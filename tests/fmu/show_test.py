#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""`ddc-gateway fmu show`: the map that it prints is one with which the FMU is a vehicle.

Environment: that of driven.py.
"""
import json
import pathlib
import tempfile
import unittest

import driven

VARIANTS = ("car", "car_sae", "car_pose", "car_acceleration")


class ShowTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def show(self, name, *words):
        done = driven.gateway(self.folder, "fmu", "show", driven.FMUS / f"{name}.fmu", *words)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return done.stdout

    def test_a_printed_map_is_valid(self):
        for variant in VARIANTS:
            for version in (2, 3):
                name = f"{variant}_fmi{version}"
                with self.subTest(name):
                    (self.folder / "map.yaml").write_text(self.show(name, "--map"))
                    config = driven.configuration(self.folder, driven.vehicle(name, "map.yaml"))
                    done = driven.gateway(self.folder, "validate", config)
                    self.assertEqual(done.returncode, 0, done.stderr)

    def test_a_printed_map_drives_the_car_as_one_written_by_hand(self):
        (self.folder / "map.yaml").write_text(
            self.show("car_fmi3", "--map")
            + f"\nreference_point_x_m: {-driven.AXLE_TO_CENTRE_M}\n")
        traces = []
        for mapped in ("map.yaml", driven.MAP):
            done = driven.drive(self.folder, driven.vehicle("car_fmi3", mapped), duration_s=5)
            self.assertEqual(done.returncode, 0, done.stderr)
            traces.append(driven.columns(self.folder))
        self.assertGreater(max(traces[0]["vx_mps"]), 1.0)
        for column in ("x_m", "y_m", "yaw_rad", "vx_mps"):
            self.assertEqual(traces[0][column], traces[1][column])

    def test_both_versions_show_the_same_variables(self):
        shown = [json.loads(self.show(f"car_fmi{version}", "--json")) for version in (2, 3)]
        names, units = ([{each["name"]: each[key] for each in one["variables"]} for one in shown]
                        for key in ("name", "unit"))
        self.assertEqual(*names)
        self.assertEqual(*units)


if __name__ == "__main__":
    unittest.main()
