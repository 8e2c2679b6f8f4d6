#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Hostile archives, in `ddc-gateway fmu show` and as a vehicle: a clear error, nothing left in the file
system, little memory.

Environment: that of driven.py.
"""
import pathlib
import resource
import subprocess
import tempfile
import unittest

import driven
import hostile

MOST_BYTES = 2**30  # of address space


def limit_memory():
    resource.setrlimit(resource.RLIMIT_AS, (MOST_BYTES, MOST_BYTES))


class HostileTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.fmu = self.folder / "x.fmu"

    def files(self):
        return sorted(path for path in self.folder.rglob("*") if not path.is_dir())

    def temporary_folders(self):
        """All but that of the sockets of runs, which stays."""
        return [path.name for path in (self.folder / "tmp").iterdir()
                if not path.name.startswith("ddc-gateway-")]

    def show(self, *words):
        """Runs `fmu show`, which must leave no file."""
        environment = driven.environment(self.folder)
        before = self.files()
        done = subprocess.run([driven.PROGRAMS / "ddc-gateway", "fmu", "show", self.fmu, *words],
                              cwd=self.folder, env=environment, capture_output=True, text=True,
                              timeout=driven.LIMIT_S, check=False, preexec_fn=limit_memory)
        self.assertEqual(self.files(), before)
        return done

    def test_the_good_archive_is_accepted(self):
        hostile.write(self.fmu)
        done = self.show()
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_each_archive_is_refused(self):
        for name, (write, message) in hostile.ARCHIVES.items():
            with self.subTest(name):
                write(self.fmu)
                done = self.show()
                self.assertIn(done.returncode, (1, 2))
                self.assertEqual(done.stdout, "")
                self.assertIn(str(self.fmu), done.stderr)
                self.assertIn(message, done.stderr)
                self.assertLess(len(done.stderr), 1000)

    def test_what_cannot_be_used_is_shown_with_the_reason(self):
        for name, (write, message) in hostile.UNUSABLE.items():
            with self.subTest(name):
                write(self.fmu)
                done = self.show()
                self.assertEqual(done.returncode, 4)
                self.assertIn("error: ", done.stdout)
                self.assertIn(message, done.stdout)

    def test_none_of_them_is_used_as_a_vehicle(self):
        for name, (write, message) in (hostile.ARCHIVES | hostile.UNUSABLE).items():
            with self.subTest(name):
                write(self.fmu)
                section = {"fmu": str(self.fmu), "map": driven.MAP}
                done = driven.drive(self.folder, section, duration_s=1)
                self.assertIn(done.returncode, (1, 2), done.stderr)
                self.assertIn(message, done.stderr)
                self.assertEqual({path.name for path in self.files()}, {"x.fmu", "run.yaml"})
                self.assertEqual(self.temporary_folders(), [])


if __name__ == "__main__":
    unittest.main()
