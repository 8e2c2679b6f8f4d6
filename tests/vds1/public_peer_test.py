# SPDX-License-Identifier: MIT
"""ddc-gateway drives a plant that has the rules of the public simulator (public_peer.py).

Usage: public_peer_test.py    (DDC_GATEWAY names the executable; `cruise` lies beside it)
"""
import json
import os
import pathlib
import socket
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "programs/python"))
import vds1  # noqa: E402

PEER = pathlib.Path(__file__).resolve().parent / "public_peer.py"
LIMIT_S = 60


def free_port():
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


class PublicPeer(unittest.TestCase):
    def setUp(self):
        self.scratch = tempfile.TemporaryDirectory()
        self.addCleanup(self.scratch.cleanup)
        self.state_port = free_port()

    def start_peer(self, vehicles=1):
        self.peer = subprocess.Popen([sys.executable, "-B", PEER, str(vehicles),
                                      str(self.state_port)], stdout=subprocess.PIPE, text=True)
        self.addCleanup(self.peer.stdout.close)
        self.addCleanup(self.peer.wait)
        self.addCleanup(self.peer.kill)
        self.cmd_port = int(self.peer.stdout.readline())

    def stop_peer(self):
        self.peer.terminate()
        return json.loads(self.peer.stdout.readline())

    def drive(self, duration_s=2, meanwhile=None, **vehicle):
        """One run of the gateway. Its summary of the link, what it said, its exit code."""
        folder = pathlib.Path(self.scratch.name)
        vds1 = {"cmd_port": self.cmd_port, "state_port": self.state_port} | vehicle
        (folder / "run.yaml").write_text(json.dumps({
            "mode": "realtime", "duration_s": duration_s,
            "ddc": {"name": f"test.public.{os.getpid()}"},
            "program": {"exec": ["cruise", "4000"]}, "vehicle": {"vds1": vds1}}))
        gateway = subprocess.Popen([os.environ["DDC_GATEWAY"], "run", folder / "run.yaml",
                                    "--summary", folder / "summary.json"],
                                   stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        self.addCleanup(gateway.kill)
        said = ""
        if meanwhile:
            while "program answering" not in said:
                line = gateway.stderr.readline()
                self.assertTrue(line, f"the gateway ended before the program answered: {said}")
                said += line
            meanwhile()
        said += gateway.communicate(timeout=LIMIT_S)[1]
        self.assertIn(gateway.returncode, (0, 3), said)
        self.summary = json.loads((folder / "summary.json").read_text())
        return self.summary["realtime"]["vds1"], said, gateway.returncode

    def test_its_version_is_spoken_without_being_configured(self):
        self.start_peer()
        link, said, _ = self.drive()
        counts = self.stop_peer()
        self.assertGreater(counts["taken"][0], 100)
        self.assertGreater(counts["x"][0], 1)
        self.assertGreater(self.summary["vehicle"]["vx_mps"], 1)
        self.assertEqual(link["cmd_ignored"], 0)
        self.assertNotIn("ignores our CMDs", said)

    def test_a_configured_version_that_it_does_not_take_is_told_once(self):
        self.start_peer()
        link, said, code = self.drive(4, version=3)
        counts = self.stop_peer()
        self.assertEqual(counts["taken"], [0])
        self.assertEqual(link["cmd_ignored"], 1)
        self.assertEqual(said.count("ignores our CMDs"), 1, said)
        self.assertIn("of version 5, our CMDs of version 3", said)
        self.assertEqual(code, 3)

    def test_a_second_run_drives_on_where_the_first_one_ended(self):
        self.start_peer()
        self.drive()
        first_x = self.summary["vehicle"]["x_m"]
        self.drive()
        counts = self.stop_peer()
        self.assertGreater(first_x, 1)
        self.assertGreater(self.summary["vehicle"]["x_m"], first_x + 1)
        self.assertGreater(self.summary["vehicle"]["vx_mps"], 1)
        self.assertLess(counts["old"], counts["taken"][0] / 10)

    def test_it_is_reached_again_after_another_client_took_the_numbers_away(self):
        self.start_peer()
        other = {"version": 5, "seq": 10**6, "timestamp": 0.0} | dict.fromkeys(vds1.CMD_FIELDS, 0)

        def intrude():
            with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as intruder:
                intruder.sendto(vds1.encode_cmd(other), ("127.0.0.1", self.cmd_port))

        link, said, code = self.drive(5, meanwhile=intrude)
        counts = self.stop_peer()
        self.assertGreater(counts["old"], 50)
        self.assertEqual(link["cmd_ignored"], 1, said)
        self.assertIn("the CMDs begin again with sequence number 0", said)
        self.assertIn("the vehicle follows our CMDs", said)
        self.assertGreater(self.summary["vehicle"]["vx_mps"], 1)
        self.assertEqual(code, 3)

    def test_the_numbers_that_its_vehicles_share_are_no_losses(self):
        self.start_peer(vehicles=3)
        link, said, _ = self.drive(vehicle_id=1)
        counts = self.stop_peer()
        self.assertGreater(counts["taken"][1], 100)
        self.assertEqual(counts["taken"][0] + counts["taken"][2], 0)
        self.assertGreater(link["state_taken"], 200)
        self.assertGreater(link["state_not_ours"], 1.5 * link["state_taken"])
        self.assertEqual(link["state_refused"], 0)
        self.assertIn(" not ours, round trip", said)
        self.assertLess(link["state_lost"], link["state_taken"] / 20)


if __name__ == "__main__":
    unittest.main()
