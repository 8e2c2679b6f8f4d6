# SPDX-License-Identifier: MIT
"""The Python peer against the golden vectors, and its two roles against each other."""
import json
import math
import pathlib
import subprocess
import sys
import unittest

root = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(root / "programs/python"))
import vds1  # noqa: E402

SCRIPT = root / "programs/python/vds1.py"
VECTORS = json.loads((root / "schemas/vds1_vectors.json").read_text())
LIMIT_S = 60


def decode(message, data):
    return vds1.decode_cmd(data) if message == "CMD" else vds1.decode_state(data)


def encode(message, packet):
    return vds1.encode_cmd(packet) if message == "CMD" else vds1.encode_state(packet)


def bits(value):
    if isinstance(value, list):
        return [bits(item) for item in value]
    return float(value).hex()


class Packets(unittest.TestCase):
    def test_every_golden_vector_is_read_as_what_it_says_and_written_as_it_is(self):
        for vector in VECTORS["accepted"]:
            with self.subTest(vector["name"]):
                data, fields = bytes.fromhex(vector["hex"]), vector["fields"]
                packet = decode(vector["message"], data)
                self.assertEqual(list(packet), list(fields))
                if "handbrake" in fields:
                    fields = fields | {"handbrake": fields["handbrake"] != 0}
                for name, value in fields.items():
                    self.assertEqual(bits(packet[name]), bits(value), name)
                if vector["fields"].get("handbrake", 0) <= 1 and "only_decode" not in vector:
                    self.assertEqual(encode(vector["message"], packet), data)

    def test_what_must_be_dropped_is_dropped_for_its_reason(self):
        for vector in VECTORS["rejected"]:
            with self.subTest(vector["name"]):
                with self.assertRaises(vds1.Dropped) as dropped:
                    decode(vector["message"], bytes.fromhex(vector["hex"]))
                self.assertEqual(str(dropped.exception), vector["reason"])

    def test_what_is_not_finite_becomes_null(self):
        line = vds1.to_json_line({"a": math.nan, "b": [1.0, -math.inf], "c": 2})
        self.assertEqual(json.loads(line), {"a": None, "b": [1.0, None], "c": 2})

    def test_a_number_that_no_drive_has_is_refused(self):
        for words in (["drive", "--rate", "nan"], ["plant", "--rate", "0"],
                      ["drive", "--timeout", "inf"], ["drive", "--duration", "1e10"],
                      ["plant", "--duration", "-1"]):
            done = subprocess.run([sys.executable, SCRIPT, *words], capture_output=True, text=True,
                                  timeout=LIMIT_S, check=False)
            self.assertEqual(done.returncode, 2, words)
            self.assertIn(f"{words[1]}: must be ", done.stderr)

    def test_sequences_go_on_across_the_wrap(self):
        self.assertTrue(vds1.is_newer(0, 2**32 - 1))
        self.assertFalse(vds1.is_newer(2**32 - 1, 0))
        self.assertFalse(vds1.is_newer(7, 7))


class Roles(unittest.TestCase):
    def start_plant(self, *more):
        plant = subprocess.Popen([sys.executable, SCRIPT, "plant", "--listen", ":0",
                                  "--state-to", "sender", *more],
                                 stdout=subprocess.PIPE, text=True)
        self.addCleanup(plant.stdout.close)
        self.addCleanup(plant.wait)
        self.addCleanup(plant.kill)
        return plant.stdout.readline().split(":")[-1].strip()

    def drive(self, port, *more):
        return subprocess.run([sys.executable, SCRIPT, "drive", "--peer", f":{port}", "--listen",
                               ":0", *more], capture_output=True, text=True, timeout=LIMIT_S,
                              check=False)

    def test_a_car_that_is_given_throttle_gets_faster_and_turns_left(self):
        done = self.drive(self.start_plant(), "--throttle", "0.5", "--steer", "0.05",
                          "--duration", "1", "--version", "2", "--json")
        self.assertEqual(done.returncode, 0, done.stderr)
        states = [json.loads(line) for line in done.stdout.splitlines()]
        self.assertGreater(states[-1]["vx"], states[0]["vx"] + 0.5)
        self.assertGreater(states[-1]["yaw"], 0)
        self.assertEqual(states[-1]["version"], 2)

    def test_a_driver_without_a_plant_reports_that_nothing_is_fresh(self):
        done = self.drive("9", "--duration", "0.1")
        self.assertEqual(done.returncode, 3)
        self.assertIn('"fresh": false', done.stderr)

    def test_a_port_in_use_is_named(self):
        port = self.start_plant()
        done = subprocess.run([sys.executable, SCRIPT, "plant", "--listen", f":{port}"],
                              capture_output=True, text=True, timeout=LIMIT_S, check=False)
        self.assertEqual(done.returncode, 1)
        self.assertIn(f"127.0.0.1:{port}", done.stderr)


if __name__ == "__main__":
    unittest.main()
