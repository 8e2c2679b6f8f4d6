#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""./demo fmu, without its builds: it exports the sedan, drives it, and compares.

Usage: demo_test.py FOLDER_OF_PROGRAMS
"""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

PROGRAMS = pathlib.Path(sys.argv[1]).resolve()
PROJECT = pathlib.Path(__file__).resolve().parents[2]
SEDAN = "plant/data/vehicle/sedan.yaml"


class DemoTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.top = pathlib.Path(folder.name)
        for name in ["demo", "packages.txt", "cmake/install_packages.sh", SEDAN]:
            (self.top / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(PROJECT / name, self.top / name)
        shutil.copytree(PROJECT / "programs/demo", self.top / "programs/demo")
        (self.top / "build/release").mkdir(parents=True)
        (self.top / "build/release/bin").symlink_to(PROGRAMS)
        for name, script in [("cmake", "exit 0"), ("dpkg-query", 'echo "install ok installed"')]:
            stand_in = self.top / "stand_ins" / name
            stand_in.parent.mkdir(exist_ok=True)
            stand_in.write_text(f"#!/bin/sh\n{script}\n")
            stand_in.chmod(0o755)

    def demo(self):
        environment = dict(os.environ, PATH=f"{self.top}/stand_ins:{os.environ['PATH']}")
        return subprocess.run(["./demo", "fmu"], cwd=self.top, env=environment, text=True,
                              capture_output=True, timeout=120, check=False)

    def test_the_fmu_drives_as_the_built_in_vehicle(self):
        done = self.demo()
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn("are bit-identical", done.stdout)
        out = self.top / "out/demo"
        trace = (out / "fmu.csv").read_bytes()
        self.assertEqual(trace, (out / "built_in.csv").read_bytes())
        self.assertEqual(trace.count(b"\n"), 12001)
        self.assertTrue((out / "fmu.png").read_bytes().startswith(b"\x89PNG"))
        self.assertIn("ego.pose.x", (out / "sedan.txt").read_text())

    def test_another_vehicle_fails(self):
        file = self.top / SEDAN
        text = file.read_text()
        self.assertIn("mass_kg: 1500", text)
        file.write_text(text.replace("mass_kg: 1500", "mass_kg: 1501", 1))
        done = self.demo()
        self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
        self.assertNotIn("are bit-identical", done.stdout)
        self.assertFalse((self.top / "out/demo/fmu.png").exists())


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
