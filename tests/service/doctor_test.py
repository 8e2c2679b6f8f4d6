#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Reports of `ddc doctor` about a machine, in private mount namespaces that imitate such machines.

Usage: doctor_test.py DDC
"""
import json
import os
import pathlib
import shlex
import shutil
import subprocess
import sys
import unittest

import manager

DDC = pathlib.Path(sys.argv.pop(1))
USER, SYSTEM_USER = 4242, 242  # of names that the private /etc/passwd has
# Permitted for root in a container, too, unlike raising limits.
RIGHTS = [f"--{kind}-caps +sys_nice,+ipc_lock" for kind in ("inh", "ambient")]
MACHINE = """set -e
mount -t tmpfs -o mode=1777,size={size} tmpfs /dev/shm
for folder in /etc /run /var/lib; do mount -t tmpfs -o mode=755 tmpfs $folder; done
printf 'car:x:{user}:{user}::/:/bin/sh\\nbus:x:{system}:{system}::/:/bin/sh\\n' >/etc/passwd
mkdir -p {folders} /var/lib/systemd/linger /etc/systemd/logind.conf.d /run/systemd/logind.conf.d
{more}
exec {limits} setpriv --reuid {uid} --regid {uid} --clear-groups {rights} \\
    sh -c '{ddc} create && {ddc} doctor --format json'
"""


class Doctor(manager.Case):
    def setUp(self):
        super().setUp()
        if os.geteuid() != 0:
            self.skipTest("SKIPPED: only root may make such a machine")
        self.ddc = self.new_folder() / "ddc"  # where other users find it
        self.ddc.parent.chmod(0o755)
        shutil.copy(DDC, self.ddc)

    def warnings(self, more="", uid=USER, size="1g", folders="/run/systemd/users", limits=None):
        """@param limits of a user without other rights"""
        script = MACHINE.format(size=size, more=more, uid=uid, folders=folders, user=USER,
                                system=SYSTEM_USER, ddc=shlex.quote(str(self.ddc)),
                                limits=limits or "env", rights="" if limits else " ".join(RIGHTS))
        done = subprocess.run(["unshare", "--mount", "--propagation", "private", "sh", "-c", script],
                              capture_output=True, text=True, check=False, timeout=manager.LIMIT_S)
        if any(word in done.stderr for word in ("unshare:", "mount:", "setpriv:")):
            self.skipTest(f"SKIPPED: {done.stderr.strip()}")
        self.assertEqual(done.returncode, 0, done.stderr + done.stdout)  # no problem of the table
        return json.loads(done.stdout)[0]["warnings"]

    def test_reports_users_whose_tables_logind_deletes(self):
        [warning] = self.warnings()
        self.assertIn("loginctl enable-linger car", warning)

    def test_reports_nothing_if_logind_deletes_no_tables(self):
        for more in ("touch /var/lib/systemd/linger/car",
                     "printf '[Login]\\nRemoveIPC = no\\n' >/etc/systemd/logind.conf",
                     "printf '[Login]\\nRemoveIPC=no\\n' >/run/systemd/logind.conf.d/a.conf"):
            self.assertEqual(self.warnings(more), [], more)
        self.assertEqual(self.warnings(uid=SYSTEM_USER), [])
        self.assertEqual(self.warnings(folders="/run"), [])  # no logind

    def test_reads_files_of_logind_as_systemd_does(self):
        later_counts = ("echo RemoveIPC=no >/etc/systemd/logind.conf; "
                        "echo RemoveIPC=yes >/run/systemd/logind.conf.d/b.conf")
        self.assertEqual(len(self.warnings(later_counts)), 1)
        etc_hides_run = later_counts + "; echo '#' >/etc/systemd/logind.conf.d/b.conf"
        self.assertEqual(self.warnings(etc_hides_run), [])
        comment = "echo '#RemoveIPC=no' >/etc/systemd/logind.conf"
        self.assertEqual(len(self.warnings(comment)), 1)

    def test_reports_little_shared_memory(self):
        [warning] = self.warnings(uid=SYSTEM_USER, size="64m")
        self.assertIn("holds 67 MB in total", warning)
        self.assertIn("--shm-size", warning)

    def test_reports_missing_rights_for_real_time(self):
        priority, memory = self.warnings(uid=SYSTEM_USER,
                                         limits="prlimit --rtprio=0 --memlock=65536")
        self.assertIn("bus - rtprio 80", priority)
        self.assertIn("bus - memlock unlimited", memory)


if __name__ == "__main__":
    unittest.main(verbosity=2)
