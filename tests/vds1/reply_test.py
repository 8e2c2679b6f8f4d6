# SPDX-License-Identifier: MIT
"""Receivers of STATEs of vdsim_realtime off the loopback, in a private network of this test.

Usage: reply_test.py    (VDSIM_REALTIME names the executable)
"""
import json
import os
import pathlib
import socket
import sys
import tempfile
import unittest

for folder in ("programs/python", "tests/support"):
    sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / folder))
import harness  # noqa: E402
from own_network import add_address, enter_own_network  # noqa: E402
import vds1  # noqa: E402

PLANT, FRIEND, STRANGER = "192.0.2.1", "192.0.2.2", "192.0.2.3"
LIMIT_S = 20


class Sender:
    def __init__(self, address, vehicle_id):
        self.socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.socket.bind((address, 0))
        self.vehicle_id, self.seq = vehicle_id, 0

    def send(self):
        self.seq += 1
        header = {"version": 5, "seq": self.seq, "vehicle_id": self.vehicle_id, "timestamp": 0.0}
        command = dict.fromkeys(vds1.CMD_FIELDS, 0.0) | {"gear": 1, "handbrake": False}
        self.socket.sendto(vds1.encode_cmd(header | command), (PLANT, 7001))

    def vehicles(self):
        """Ids of the vehicles whose STATEs are queued."""
        found = set()
        self.socket.setblocking(False)
        try:
            while True:
                found.add(vds1.decode_state(self.socket.recv(2048))["vehicle_id"])
        except BlockingIOError:
            return found


class Reply(unittest.TestCase):
    def start_plant(self):
        with tempfile.NamedTemporaryFile("w", suffix=".yaml") as config:
            config.write(f"bind: {PLANT}\nallow: [{FRIEND}]\n"
                         "vehicles: [{}, {vehicle_id: 1}, {vehicle_id: 2}]\n")
            config.flush()
            plant = harness.start(self, os.environ["VDSIM_REALTIME"], "--config", config.name,
                                  announces=True)
            plant.announcement()
        return plant

    def test_off_the_loopback_only_allowed_addresses_get_replies(self):
        plant = self.start_plant()
        friend, stranger = Sender(FRIEND, 1), Sender(STRANGER, 2)
        self.addCleanup(friend.socket.close)
        self.addCleanup(stranger.socket.close)
        answers = 0

        def is_answered():
            nonlocal answers
            friend.send()
            stranger.send()
            answers += friend.vehicles() == {0, 1, 2}
            return answers >= 20

        harness.until(is_answered, "20 answers", LIMIT_S)
        self.assertEqual(stranger.vehicles(), set())
        plant.end(limit_s=LIMIT_S)
        vehicles = json.loads(plant.out())["ports"][0]["vehicles"]
        self.assertGreater(vehicles[2]["cmd"]["accepted"], 0)


if __name__ == "__main__":
    if sys.argv[1:] != ["inside"]:
        enter_own_network()
    for interface, own in (("lo", "127.0.0.1"), ("lo:1", PLANT), ("lo:2", FRIEND),
                           ("lo:3", STRANGER)):
        add_address(interface, own)
    unittest.main(argv=sys.argv[:1])
