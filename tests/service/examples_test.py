#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""The configurations in gateway/service are valid, and fit each other and their units.

Usage: examples_test.py BINARIES
"""
import pathlib
import subprocess
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
import harness  # noqa: E402
import manager  # noqa: E402

BINARIES = pathlib.Path(sys.argv.pop(1))
SERVICE = manager.PROJECT / "gateway/service"
NAMES = {"ddc-gateway": "run", "ddcserver": "server", "vdsim-realtime": "vehicle"}


class Examples(manager.Case):
    def test_the_examples_are_valid(self):
        for name, instance in NAMES.items():
            file = manager.UnitFile(name, instance, BINARIES, SERVICE)
            environment = {"DDCSERVER_OPTIONS": "4567"}
            check = next(file.commands("ExecReload", environment))
            done = subprocess.run(check, capture_output=True, text=True, check=False,
                                  timeout=manager.LIMIT_S)
            self.assertEqual(done.returncode, 0, done.stderr)

    def test_the_example_run_drives_the_example_vehicle(self):
        """With other ports than theirs, which another test may use."""
        folder = self.new_folder()
        vehicle, run = ((SERVICE / f"{name}.yaml").read_text() for name in ("vehicle", "run"))
        cmd, state = harness.free_ports(2)
        (folder / "vehicle.yaml").write_text(
            vehicle.replace("port: 7002", f"port: {state}") + f"    cmd_port: {cmd}\n")
        (folder / "run.yaml").write_text(
            run.replace("vds1: {}", f"vds1: {{cmd_port: {cmd}, state_port: {state}}}"))
        self.start_process(BINARIES / "autopilot_basic", "4000")
        for name in ("vdsim-realtime", "ddc-gateway"):
            file = manager.UnitFile(name, NAMES[name], BINARIES, folder)
            unit = self.start(*next(file.commands("ExecStart", {})))
            unit.await_("READY", "1")
        unit.await_("STATUS", "answering")
        unit.end()


if __name__ == "__main__":
    unittest.main(verbosity=2)
