# SPDX-License-Identifier: MIT
"""Access to ddcserver off the loopback, in a private network of this test.

Usage: allow_test.py    (DDCSERVER names the executable)
"""
import pathlib
import socket
import sys
import unittest

for folder in ("programs/python", "tests/support"):
    sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / folder))
import harness  # noqa: E402
import montisim  # noqa: E402
from own_network import add_address, enter_own_network  # noqa: E402
import processes  # noqa: E402

HERE, FRIEND, STRANGER = "192.0.2.1", "192.0.2.2", "192.0.2.3"


class Allow(processes.Case):
    def ping_from(self, server, address):
        """The first reply; a PING is sent, too."""
        with socket.create_connection((HERE, server.port), harness.LIMIT_S,
                                      source_address=(address, 0)) as client:
            client.sendall(montisim.packet(montisim.PING))
            answer = b""
            while len(answer) < 3 or len(answer) < 3 + int.from_bytes(answer[1:3], "big"):
                part = client.recv(4096)
                self.assertTrue(part, "nothing came")
                answer += part
        return montisim.split(answer)[0]

    def test_off_the_loopback_only_allowed_addresses_are_served(self):
        server = self.start_server("--bind", HERE, "--allow", FRIEND)
        self.assertEqual(self.ping_from(server, FRIEND), (montisim.PING, b""))
        number, text = self.ping_from(server, STRANGER)
        self.assertEqual(number, montisim.ERROR)
        self.assertIn(f"--allow {STRANGER}".encode(), text)
        summary = server.stop()
        self.assertEqual((summary["sessions"], summary["refused"]), (1, 1))

    def test_without_allow_no_other_address_is_served(self):
        server = self.start_server("--bind", HERE)
        for address in (FRIEND, STRANGER):
            self.assertEqual(self.ping_from(server, address)[0], montisim.ERROR)


if __name__ == "__main__":
    if sys.argv[1:] != ["inside"]:
        enter_own_network()
    for interface, own in (("lo", "127.0.0.1"), ("lo:1", HERE), ("lo:2", FRIEND),
                           ("lo:3", STRANGER)):
        add_address(interface, own)
    unittest.main(argv=sys.argv[:1])
