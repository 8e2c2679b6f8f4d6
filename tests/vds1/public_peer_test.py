# SPDX-License-Identifier: MIT
"""ddc-gateway drives a plant that has the rules of the public simulator (public_peer.py).

Usage: public_peer_test.py    (DDC_GATEWAY names the executable; `cruise` is in the same folder)
"""
import json
import os
import pathlib
import socket
import sys
import unittest

for folder in ("programs/python", "tests/support"):
    sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / folder))
import harness  # noqa: E402
import vds1  # noqa: E402

PEER = pathlib.Path(__file__).resolve().parent / "public_peer.py"


class PublicPeer(unittest.TestCase):
    def setUp(self):
        self.folder = harness.new_folder(self)
        self.state_port = harness.free_port()

    def start_peer(self, vehicles=1):
        self.peer = harness.start(self, sys.executable, "-B", PEER, vehicles, self.state_port)
        self.cmd_port = int(self.peer.await_output(r"(?m)^(\d+)\n")[1])

    def stop_peer(self):
        self.peer.end()
        return json.loads(self.peer.out().splitlines()[1])

    def drive(self, duration_s=2, meanwhile=None, **vehicle):
        """One run of the gateway. Its summary of the link, its output, its exit code."""
        vds1 = {"cmd_port": self.cmd_port, "state_port": self.state_port} | vehicle
        (self.folder / "run.yaml").write_text(json.dumps({
            "mode": "realtime", "duration_s": duration_s,
            "ddc": {"name": f"test.public.{os.getpid()}"},
            "program": {"exec": ["cruise", "4000"]}, "vehicle": {"vds1": vds1}}))
        gateway = harness.start(self, os.environ["DDC_GATEWAY"], "run", self.folder / "run.yaml",
                                "--summary", self.folder / "summary.json")
        if meanwhile:
            gateway.await_output("program answering")
            meanwhile()
        code = gateway.wait()
        self.assertIn(code, (0, 3), gateway.err())
        self.summary = json.loads((self.folder / "summary.json").read_text())
        return self.summary["realtime"]["vds1"], gateway.err(), code

    def test_its_version_is_used_without_being_configured(self):
        self.start_peer()
        link, said, _ = self.drive()
        counts = self.stop_peer()
        self.assertGreater(counts["taken"][0], 100)
        self.assertGreater(counts["x"][0], 1)
        self.assertGreater(self.summary["vehicle"]["vx_mps"], 1)
        self.assertEqual(link["cmd_ignored"], 0)
        self.assertNotIn("ignores the CMDs of the gateway", said)

    def test_an_unsupported_configured_version_is_reported_once(self):
        self.start_peer()
        link, said, code = self.drive(4, version=3)
        counts = self.stop_peer()
        self.assertEqual(counts["taken"], [0])
        self.assertEqual(link["cmd_ignored"], 1)
        self.assertEqual(said.count("ignores the CMDs of the gateway"), 1, said)
        self.assertIn("its STATEs have version 5, the CMDs version 3", said)
        self.assertEqual(code, 3)

    def test_a_second_run_continues_where_the_first_one_ended(self):
        self.start_peer()
        self.drive(compatibility="vdsim")
        first_x = self.summary["vehicle"]["x_m"]
        self.drive(compatibility="vdsim")
        counts = self.stop_peer()
        self.assertGreater(first_x, 1)
        self.assertGreater(self.summary["vehicle"]["x_m"], first_x + 1)
        self.assertGreater(self.summary["vehicle"]["vx_mps"], 1)
        self.assertLess(counts["old"], counts["taken"][0] / 10)

    def test_without_the_option_a_second_run_prints_the_lines_to_write(self):
        self.start_peer()
        self.drive(5)
        link, said, code = self.drive(4)
        self.assertEqual(link["cmd_ignored"], 1, said)
        self.assertIn("set vehicle.vds1.compatibility: vdsim", said)
        self.assertEqual(code, 3)

    def test_it_is_reached_again_after_another_client_used_its_numbers(self):
        self.start_peer()
        other = {"version": 5, "seq": 10**6, "timestamp": 0.0} | dict.fromkeys(vds1.CMD_FIELDS, 0)

        def intrude():
            with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as intruder:
                intruder.sendto(vds1.encode_cmd(other), ("127.0.0.1", self.cmd_port))

        link, said, code = self.drive(5, meanwhile=intrude, compatibility="vdsim")
        counts = self.stop_peer()
        self.assertGreater(counts["old"], 50)
        self.assertEqual(link["cmd_ignored"], 1, said)
        self.assertIn("the CMDs restart with sequence number 0", said)
        self.assertIn("the vehicle executes the CMDs of the gateway", said)
        self.assertGreater(self.summary["vehicle"]["vx_mps"], 1)
        self.assertEqual(code, 3)

    def test_the_numbers_that_its_vehicles_share_are_not_losses(self):
        self.start_peer(vehicles=3)
        link, said, _ = self.drive(vehicle_id=1)
        counts = self.stop_peer()
        self.assertGreater(counts["taken"][1], 100)
        self.assertEqual(counts["taken"][0] + counts["taken"][2], 0)
        self.assertGreater(link["state_taken"], 200)
        self.assertGreater(link["state_not_ours"], 1.5 * link["state_taken"])
        self.assertEqual(link["state_refused"], 0)
        self.assertIn(" of other vehicles, round trip", said)
        self.assertLess(link["state_lost"], link["state_taken"] / 20)


if __name__ == "__main__":
    unittest.main()
