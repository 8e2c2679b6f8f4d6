#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""--announce: the addresses of a process, reported to the process that started it.

Usage: announce_test.py BINARIES SCHEMAS
"""
import fcntl
import json
import os
import pathlib
import signal
import subprocess
import sys
import unittest

import jsonschema

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
import harness  # noqa: E402

BINARIES, SCHEMAS = (pathlib.Path(word) for word in sys.argv[1:3])
SCHEMA = json.loads((SCHEMAS / "announcement.schema.json").read_text(encoding="utf-8"))
VDS1 = SCHEMAS.parent / "programs/python/vds1.py"
GATEWAY, PLANT, SERVER = (BINARIES / name for name in ("ddc-gateway", "vdsim_realtime", "ddcserver"))
# It waits for its program.
LASTING = "program: {start_timeout_s: 1e6}\n"
TWO_PORTS = "vehicles: [{cmd_port: 0}, {cmd_port: 0, vehicle_id: 1}]\ndata_port: {token: none}\n"


class Announce(harness.TableCase):
    room = "announce"

    def setUp(self):
        super().setUp()
        os.environ["XDG_RUNTIME_DIR"] = str(self.new_folder())  # for control sockets

    def file(self, text):
        file = self.new_folder() / "it.yaml"
        file.write_text(text, encoding="utf-8")
        return file

    def announced(self, *command):
        """The process, and its announcement, which fits the schema."""
        process = harness.start(self, *command, announces=True)
        announcement = process.announcement()
        jsonschema.Draft202012Validator(SCHEMA).validate(announcement)
        self.assertEqual(announcement["pid"], process.pid)
        return process, announcement

    def status_of(self, announcement, path, token):
        port = int(announcement["addresses"]["http"][0].rpartition(":")[2])
        return harness.ask(port, path, Authorization=f"Bearer {token}").status

    def test_the_plant_in_python_announces_as_ours_do(self):
        _, announcement = self.announced(sys.executable, VDS1, "plant", "--listen", ":0")
        self.assertEqual(list(announcement["addresses"]), ["vds1"])

    def test_a_run_announces_its_table_and_its_data_port(self):
        config = self.file(LASTING)
        _, announcement = self.announced(GATEWAY, "run", config)
        self.assertEqual((announcement["addresses"], announcement["token"], announcement["table"]),
                         ({}, None, self.table))
        os.environ["DDC_NAME"] = self.table + ".2"
        _, announcement = self.announced(GATEWAY, "run", config, "--data-port", "0")
        self.assertEqual(list(announcement["addresses"]), ["http"])
        self.assertEqual(announcement["table"], self.table + ".2")
        for token, status in ((announcement["token"], 200), ("wrong", 401)):
            self.assertEqual(self.status_of(announcement, "/api/config", token), status)

    def test_servers_announce_all_addresses(self):
        _, announcement = self.announced(SERVER, 0)
        self.assertEqual(announcement["table"], self.table)
        self.assertIn("127.0.0.1:", announcement["addresses"]["montisim"][0])
        _, announcement = self.announced(PLANT, "--config", self.file(TWO_PORTS))
        self.assertEqual((announcement["token"], announcement["table"]), (None, None))
        self.assertEqual(sorted(announcement["addresses"]), ["http", "vds1"])
        self.assertEqual(self.status_of(announcement, "/api/config", ""), 200)

    def test_the_studio_announces_its_token(self):
        _, announcement = self.announced(GATEWAY, "studio", self.new_folder())
        self.assertEqual(self.status_of(announcement, "/api/studio", announcement["token"]), 200)
        self.assertEqual(self.status_of(announcement, "/api/studio", "wrong"), 401)

    def test_the_descriptor_is_closed_after_the_announcement(self):
        process, _ = self.announced(PLANT, "--cmd-port", 0)
        process.await_output("CMD at")
        left = [os.readlink(link) for link in pathlib.Path(f"/proc/{process.pid}/fd").iterdir()]
        self.assertFalse([name for name in left if name.endswith("/announced")])

    def test_a_process_that_restarts_has_announced_before(self):
        process, _ = self.announced(PLANT, "--cmd-port", 0)
        process.await_output("CMD at")
        process.send_signal(signal.SIGRTMIN)
        process.await_output("(?s)CMD at.*CMD at")
        self.assertEqual(process.announcement()["pid"], process.pid)
        self.assertEqual(process.end(), 0)

    def test_an_unusable_descriptor_is_an_error(self):
        with open(os.devnull, "rb") as unwritable:
            number = unwritable.fileno()
            for descriptor, reason in (("-1", "announce"), ("2", "must be 3 to"), ("x", "must be a"),
                                       (900, "descriptor 900 is not open"),
                                       (number, f"descriptor {number} is not open for writing")):
                for command in ([GATEWAY, "run", self.file(LASTING)], [PLANT], [SERVER, "0"],
                                [GATEWAY, "studio"], [GATEWAY, "view", "none.mcap"]):
                    done = subprocess.run([*command, "--announce", str(descriptor)], text=True,
                                          capture_output=True, timeout=harness.LIMIT_S, check=False,
                                          pass_fds=[number])
                    self.assertEqual((done.returncode, done.stdout), (2, ""), done.stderr)
                    self.assertIn(reason, done.stderr)

    def test_a_descriptor_that_the_process_has_opened_is_rejected(self):
        """If it inherits no descriptors, all above 2 are opened by itself."""
        for number in range(3, 10):
            done = subprocess.run([GATEWAY, "run", self.file(LASTING), "--announce", str(number)],
                                  capture_output=True, text=True, timeout=harness.LIMIT_S, check=False)
            self.assertEqual(done.returncode, 2, done.stderr)
            self.assertIn(f"descriptor {number} is not open", done.stderr)

    def run_with(self, end):
        """The output of a short drive of a vehicle. @param end of a pipe, which it announces to"""
        return subprocess.run([PLANT, "--cmd-port", "0", "--duration", "0.1", "--announce", str(end)],
                              capture_output=True, text=True, timeout=harness.LIMIT_S, check=False,
                              pass_fds=[end])

    def test_a_closed_reader_is_not_an_error(self):
        reading, writing = os.pipe()
        os.close(reading)
        done = self.run_with(writing)
        os.close(writing)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertNotIn("--announce", done.stderr)

    def test_a_reader_that_reads_nothing_does_not_block(self):
        reading, writing = os.pipe()
        os.write(writing, bytes(fcntl.fcntl(writing, fcntl.F_GETPIPE_SZ)))
        done = self.run_with(writing)
        os.close(reading)
        os.close(writing)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn(f"--announce: descriptor {writing} cannot be written", done.stderr)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
