#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""What `ddc-gateway campaign` makes of the results of a small campaign, read from outside.

Usage: results_test.py FOLDER_OF_PROGRAMS
"""
import csv
import pathlib
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import unittest

PROGRAMS = pathlib.Path(sys.argv[1]).resolve()
RUNS = 12
RUN = """
duration_s: 1
program: {exec: [autopilot_basic, "4000"]}
"""
CAMPAIGN = f"""
run: run.yaml
runs: {RUNS}
shard: 5
design: random
parameters:
  vehicle.start.vx_mps: {{uniform: [0, 15]}}
  vehicle.parameters.mass_kg: [1200, 1500]
"""


def campaign(*words):
    return subprocess.run([PROGRAMS / "ddc-gateway", "campaign", *map(str, words)],
                          capture_output=True, text=True, timeout=100, check=False)


class Scene:
    """A campaign that has been made."""

    def __init__(self, run=RUN, text=CAMPAIGN):
        self.scratch = tempfile.TemporaryDirectory()
        root = pathlib.Path(self.scratch.name)
        self.folder = root / "out"
        (root / "run.yaml").write_text(run)
        (root / "campaign.yaml").write_text(text)
        self.plan = campaign("plan", root / "campaign.yaml", self.folder)
        self.work = campaign("run", self.folder, "--jobs", 2)

    def close(self):
        self.scratch.cleanup()

    def path(self, name):
        return pathlib.Path(self.scratch.name) / name


class Merge(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.scene = Scene()
        assert cls.scene.work.returncode == 0, cls.scene.plan.stderr + cls.scene.work.stderr

    @classmethod
    def tearDownClass(cls):
        cls.scene.close()

    def merged(self, name):
        """The database that merge writes, and its table as rows of the CSV file beside it."""
        file, table = self.scene.path(name + ".sqlite"), self.scene.path(name + ".csv")
        done = campaign("merge", self.scene.folder, "--sqlite", file, "--csv", table)
        self.assertEqual(done.returncode, 0, done.stderr)
        with open(table, newline="") as lines:
            return file, list(csv.reader(lines))

    def test_a_database_has_the_rows_and_columns_of_the_table_and_their_types(self):
        file, (header, *lines) = self.merged("a")
        self.assertEqual(len(lines), RUNS)
        with sqlite3.connect(file) as database:
            rows = database.execute("SELECT * FROM runs")
            self.assertEqual([column[0] for column in rows.description], header)
            for row, line in zip(rows.fetchall(), lines, strict=True):
                for value, cell in zip(row, line, strict=True):
                    if isinstance(value, float):
                        self.assertEqual(value, float(cell))
                    elif cell in ("true", "false"):
                        self.assertEqual(value, cell == "true")
                    else:
                        self.assertEqual("" if value is None else str(value), cell)
            types = {name: kind for _, name, kind, *_ in
                     database.execute("PRAGMA table_info(runs)")}
        self.assertEqual(types["parameters.vehicle.start.vx_mps"], "REAL")
        self.assertEqual(types["parameters.vehicle.parameters.mass_kg"], "INTEGER")
        self.assertEqual(types["outcome"], "TEXT")
        self.assertFalse([name for name in types if "wall" in name or "latency" in name])

    def test_a_database_says_of_which_plan_it_is(self):
        file, _ = self.merged("b")
        with sqlite3.connect(file) as database:
            about = dict(database.execute("SELECT * FROM campaign"))
        self.assertEqual(about["runs"], RUNS)
        self.assertEqual(about["present"], RUNS)
        self.assertEqual(about["design"], "random")
        self.assertEqual(len(about["plan"]), 64)

    def test_databases_of_the_same_runs_are_equal_to_the_byte(self):
        again = self.scene.path("again")
        again.mkdir()
        shutil.copy(self.scene.folder / "plan.json", again)
        for shard in (2, 0, 1):
            campaign("work", again, "--shard", shard)
        other = self.scene.path("again.sqlite")
        self.assertEqual(campaign("merge", again, "--sqlite", other).returncode, 0)
        file, _ = self.merged("c")
        self.assertEqual(file.read_bytes(), other.read_bytes())

    def test_a_database_that_cannot_be_written_is_an_error_that_names_it(self):
        done = campaign("merge", self.scene.folder, "--sqlite", "/dev/null/x.sqlite")
        self.assertEqual(done.returncode, 1)
        self.assertIn("/dev/null/x.sqlite: cannot be written: ", done.stderr)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
