#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""The unit files, users and folders: correct, hardened, and consistent.

Usage: units_test.py UNITS BINARIES
"""
import os
import pathlib
import re
import subprocess
import sys
import unittest

import manager

UNITS, BINARIES = (pathlib.Path(name) for name in sys.argv[1:3])
del sys.argv[1:3]
SERVICE = manager.PROJECT / "gateway/service"
NAMES = {"ddc-gateway": "run", "ddcserver": "server", "vdsim-realtime": "vehicle"}
# systemd's exposure level, from 0 to 10.
MOST = {"ddc-gateway": 2.2, "ddcserver": 2.0, "vdsim-realtime": 1.9}
# They delete tables of a service that stops, or make the live owner of a lock appear dead.
FORBIDDEN = ("DynamicUser", "RemoveIPC", "ProtectProc")


def analyze(*words, **more):
    return subprocess.run(["systemd-analyze", *map(str, words)], capture_output=True, text=True,
                          check=False, timeout=manager.LIMIT_S, **more)


class Units(manager.Case):
    def folder_with(self, change=lambda text: text):
        """The units, with the programs of this build."""
        folder = self.new_folder()
        for name in NAMES:
            text = (UNITS / f"{name}@.service").read_text(encoding="utf-8")
            text = re.sub(r"(?m)^(Exec\w+=)\S*/(ddc-gateway|ddcserver|vdsim_realtime) ",
                          rf"\g<1>{BINARIES.resolve()}/\2 ", text)
            (folder / f"{name}@.service").write_text(change(text), encoding="utf-8")
        return folder

    def problems(self, folder, name):
        known = os.environ | {"SYSTEMD_UNIT_PATH": f"{folder}:"}
        said = analyze("verify", "--man=no", f"{folder}/{name}@{NAMES[name]}.service", env=known)
        return [line for line in said.stderr.splitlines() if name in line]

    def test_systemd_finds_no_error(self):
        folder = self.folder_with()
        for name in NAMES:
            self.assertEqual(self.problems(folder, name), [])

    def test_systemd_reports_an_unknown_key(self):
        folder = self.folder_with(lambda text: text.replace("WatchdogSec=", "WatchdogSeconds="))
        for name in NAMES:
            self.assertNotEqual(self.problems(folder, name), [])

    def test_the_exposure_is_low(self):
        folder = self.folder_with()
        for name in NAMES:
            said = analyze("security", "--offline=true", "--no-pager", folder / f"{name}@.service")
            found = re.search(r"Overall exposure level for \S+: ([0-9.]+)", said.stdout)
            self.assertIsNotNone(found, said.stdout + said.stderr)
            print(f"{name}@.service: exposure {found[1]}")
            self.assertLessEqual(float(found[1]), MOST[name])

    def test_no_setting_would_delete_tables_or_hide_owners(self):
        for name in NAMES:
            file = manager.UnitFile(name, NAMES[name], BINARIES, SERVICE)
            self.assertEqual([key for key in FORBIDDEN if file.values(key)], [])
            self.assertEqual(file.values("Type"), ["notify"])
            self.assertEqual(file.values("User"), ["ddc-gateway"])
            self.assertEqual(file.values("Group"), ["ddc"])


class Files(manager.Case):
    def test_users_and_folders_are_created_as_declared(self):
        if os.geteuid() != 0:
            self.skipTest("SKIPPED: users are made by root")
        root = self.new_folder()
        (root / "etc").mkdir()
        subprocess.run(["systemd-sysusers", f"--root={root}", SERVICE / "sysusers.conf"], check=True,
                       timeout=manager.LIMIT_S, capture_output=True)
        groups = (root / "etc/group").read_text(encoding="utf-8")
        self.assertRegex(groups, r"(?m)^ddc:.*:ddc-gateway$")
        user = re.search(r"(?m)^ddc-gateway:x:(\d+):", (root / "etc/passwd").read_text())
        self.assertLess(int(user[1]), 1000)  # a system user: RemoveIPC ignores it
        subprocess.run(["systemd-tmpfiles", f"--root={root}", "--create", SERVICE / "tmpfiles.conf"],
                       check=True, timeout=manager.LIMIT_S, capture_output=True)
        control = (root / "run/ddc-gateway/control").stat()
        self.assertEqual((control.st_mode & 0o7777, control.st_uid), (0o700, int(user[1])))
        self.assertEqual((root / "run/ddc-gateway").stat().st_mode & 0o7777, 0o2770)


if __name__ == "__main__":
    unittest.main(verbosity=2)
