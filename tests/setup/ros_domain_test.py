# SPDX-License-Identifier: MIT
"""The domain of ROS 2 that ./demo autoware uses."""
import os
import pathlib
import socket
import subprocess
import unittest

SCRIPT = pathlib.Path(__file__).resolve().parents[2] / "cmake/free_ros_domain.sh"
DOMAINS = range(1, 102)
LAST_PORT_OF_DOMAIN = 249  # which DDS assigns to no participant itself


def found(**environment):
    kept = {name: value for name, value in os.environ.items() if name != "ROS_DOMAIN_ID"}
    return subprocess.run([SCRIPT], env={**kept, **environment}, text=True, capture_output=True,
                          timeout=30, check=False)


class RosDomainTest(unittest.TestCase):
    def take(self, domain):
        """Taken if it is still free."""
        port = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.addCleanup(port.close)
        try:
            port.bind(("127.0.0.1", 7400 + 250 * domain + LAST_PORT_OF_DOMAIN))
        except OSError:
            pass

    def test_the_one_that_is_set_is_used(self):
        self.assertEqual(found(ROS_DOMAIN_ID="42").stdout, "42\n")

    def test_one_that_another_process_uses_is_skipped(self):
        free = int(found().stdout)
        self.assertIn(free, DOMAINS)
        for domain in DOMAINS:
            if domain != free:
                self.take(domain)
        self.assertIn(found().stdout, (f"{free}\n", ""))  # "": another process has joined it
        self.take(free)
        none = found()
        self.assertEqual((none.returncode, none.stdout), (1, ""))
        self.assertIn("set ROS_DOMAIN_ID", none.stderr)


if __name__ == "__main__":
    unittest.main()
