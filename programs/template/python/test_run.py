#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""The test of my_program is a run that meets its requirements: ./test_run.py, or pytest."""
import os
import pathlib
import subprocess
import unittest


class Run(unittest.TestCase):
    def test_it_meets_its_requirements(self):
        done = subprocess.run(["ddc-gateway", "run", "run.yaml", "--repeatable"], text=True,
                              cwd=pathlib.Path(__file__).resolve().parent, capture_output=True,
                              env={**os.environ, "DDC_NAME": "my_program.test"}, timeout=60,
                              check=False)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)


if __name__ == "__main__":
    unittest.main()
