# SPDX-License-Identifier: MIT
"""An old program with its old library, and today's gateway: they share one table, whichever of them
has created it, and drive as with today's library.

Usage: old_library_test.py FOLDER_OF_THE_OLD_FILES GATEWAY DDC FOLDER_OF_TODAYS_LIBRARY
"""
import csv
import json
import os
import pathlib
import signal
import subprocess
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
import harness  # noqa: E402
from harness import LIMIT_S  # noqa: E402

OLD, GATEWAY, DDC, TODAY = map(pathlib.Path, sys.argv[1:])


class OldLibraryTest(unittest.TestCase):
    def setUp(self):
        signal.alarm(120)
        self.top = harness.new_folder(self)
        self.table = f"test.old.{os.getpid()}"
        self.object = pathlib.Path("/dev/shm/ddc." + self.table)
        self.addCleanup(self.object.unlink, missing_ok=True)

    def environment(self, library):
        return {**os.environ, "DDC_NAME": self.table, "LD_LIBRARY_PATH": str(library)}

    def run_gateway(self, program, library):
        """The trace of 20 s, to the byte."""
        config = self.top / "run.yaml"
        config.write_text(json.dumps({
            "duration_s": 20, "ddc": {"name": self.table},
            "program": {"reference_id": "0x4000", **program}, "trace": "trace.csv"}))
        subprocess.run([GATEWAY, "run", config, "--repeatable"], env=self.environment(library),
                       check=True, timeout=LIMIT_S, stdout=subprocess.DEVNULL)
        return (self.top / "trace.csv").read_bytes()

    def gateway_makes_the_table(self, library):
        """Removes it in the end; the program opens an existing table, and creates none."""
        return self.run_gateway({"exec": [str(OLD / "old_program"), "open"]}, library)

    def program_makes_the_table(self, library):
        with harness.Process([OLD / "old_program", "create"],
                             environment=self.environment(library)) as program:
            program.await_output(r"(?m)^ready\n")
            made = self.object.stat().st_ino
            trace = self.run_gateway({}, library)
            self.assertEqual(self.object.stat().st_ino, made, "the gateway made another table")
            self.assert_ddc_lists(program.pid)
            self.assertEqual(program.end(), 0)
        self.object.unlink()
        return trace

    def assert_ddc_lists(self, pid):
        """Today's `ddc` lists the processes that have it open."""
        output = subprocess.run([DDC, "info", "--format", "json"], env=self.environment(TODAY), check=True,
                              capture_output=True, text=True, timeout=LIMIT_S).stdout
        self.assertIn(pid, [process["pid"] for process in json.loads(output)[0]["attached"]])

    def test_both_create_the_table_and_drive_like_the_new_library(self):
        traces = [make(library) for make in (self.gateway_makes_the_table,
                                             self.program_makes_the_table)
                  for library in (OLD, TODAY)]
        rows = list(csv.DictReader(traces[0].decode().splitlines()))
        self.assertEqual(len(rows), 2000)
        speeds_mps = [float(row["vx_mps"]) for row in rows]
        self.assertGreater(max(speeds_mps), 10, "the program does not drive")
        for trace in traces[1:]:
            self.assertEqual(trace, traces[0])

    def test_the_old_library_is_the_one_that_runs(self):
        for library in (OLD, TODAY):
            output = subprocess.run(["ldd", OLD / "old_program"], env=self.environment(library),
                                  check=True, capture_output=True, text=True).stdout
            self.assertIn(f"libddc.so.1 => {library}/libddc.so.1", output)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
