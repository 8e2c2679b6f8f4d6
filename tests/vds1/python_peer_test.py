# SPDX-License-Identifier: MIT
"""The Python peer on the golden vectors, and its two roles with each other."""
import json
import math
import os
import pathlib
import subprocess
import sys
import unittest

root = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(root / "programs/python"), str(root / "tests/support")]
import harness  # noqa: E402
import vds1  # noqa: E402
from harness import LIMIT_S  # noqa: E402

SCRIPT = root / "programs/python/vds1.py"
VECTORS = json.loads((root / "schemas/vds1_vectors.json").read_text())


def decode(message, data):
    return vds1.decode_cmd(data) if message == "CMD" else vds1.decode_state(data)


def encode(message, packet):
    return vds1.encode_cmd(packet) if message == "CMD" else vds1.encode_state(packet)


def bits(value):
    if isinstance(value, list):
        return [bits(item) for item in value]
    return float(value).hex()


class Packets(unittest.TestCase):
    def test_every_golden_vector_is_decoded_to_its_values_and_encoded_to_its_bytes(self):
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

    def test_invalid_packets_are_dropped_for_their_reason(self):
        for vector in VECTORS["rejected"]:
            with self.subTest(vector["name"]):
                with self.assertRaises(vds1.Dropped) as dropped:
                    decode(vector["message"], bytes.fromhex(vector["hex"]))
                self.assertEqual(str(dropped.exception), vector["reason"])

    def test_values_that_are_not_finite_become_null(self):
        line = vds1.to_json_line({"a": math.nan, "b": [1.0, -math.inf], "c": 2})
        self.assertEqual(json.loads(line), {"a": None, "b": [1.0, None], "c": 2})

    def test_the_number_of_an_unknown_drive_is_rejected(self):
        for words in (["drive", "--rate", "nan"], ["plant", "--rate", "0"],
                      ["drive", "--timeout", "inf"], ["drive", "--duration", "1e10"],
                      ["plant", "--duration", "-1"]):
            done = subprocess.run([sys.executable, SCRIPT, *words], capture_output=True, text=True,
                                  timeout=LIMIT_S, check=False)
            self.assertEqual(done.returncode, 2, words)
            self.assertIn(f"{words[1]}: must be ", done.stderr)

    def test_sequences_continue_across_the_wrap(self):
        self.assertTrue(vds1.is_newer(0, 2**32 - 1))
        self.assertFalse(vds1.is_newer(2**32 - 1, 0))
        self.assertFalse(vds1.is_newer(7, 7))


class Stream(unittest.TestCase):
    """The rule of docs/reference/vds1.md with a clock that the test sets; stream_acceptance_test.cpp has the
    complete tests for C++."""

    FIRST, SECOND = ("127.0.0.1", 5001), ("127.0.0.1", 5002)

    def setUp(self):
        self.now = 3600.0
        self.sut = vds1.Acceptance(0.1, lambda: self.now)

    def accepts(self, seq, timestamp, content=0, sender=FIRST):
        data = bytes([content]) + seq.to_bytes(3, "little")
        return self.sut.admit(sender, data, {"seq": seq, "timestamp": timestamp})

    def run_stream(self, first, last, period_s=0.01, **more):
        """The accepted ones of a sender's packets at that rate."""
        taken = []
        for seq in range(first, last + 1):
            if self.accepts(seq, 0.01 * seq, **more):
                taken.append(seq)
            self.now += period_s
        return taken

    def test_late_and_repeated_packets_are_always_rejected(self):
        self.assertEqual(len(self.run_stream(0, 20)) + len(self.run_stream(40, 50)), 32)
        self.assertFalse(self.accepts(0, 0.0))
        for pause_s in (0.0, 1.0):
            self.now += pause_s
            self.assertEqual(self.run_stream(0, 50), [])
        self.assertTrue(self.accepts(51, 0.51))

    def test_a_late_burst_is_rejected_after_a_long_gap_and_before_the_first(self):
        self.assertEqual(self.run_stream(1000, 1020)[-1], 1020)
        self.assertEqual(self.run_stream(1100, 1100), [1100])
        self.now += 1.0
        self.assertEqual(self.run_stream(1021, 1099, 0.02), [])
        self.assertEqual(self.run_stream(900, 999, 0.02), [])
        self.assertTrue(self.accepts(1101, 11.01))

    def test_packets_that_are_old_or_precede_another_stream_are_rejected(self):
        self.run_stream(1, 5000)
        self.assertFalse(self.accepts(3, 0.03, 9, self.SECOND))  # independent of the peer's
        self.now += 1.0
        self.assertEqual(self.run_stream(1, 3000, 0.02), [])
        self.now += 1.0
        self.assertEqual(self.run_stream(1, 300, content=1)[0], 6)
        self.now += 1.0
        self.assertEqual(self.run_stream(3001, 3200, 0.02), [])
        self.assertEqual(self.run_stream(1, 300, 0.02), [])

    def test_a_peer_that_restarts_is_recognised_by_its_packets(self):
        self.run_stream(1, 5000)
        self.now += 1.0
        self.assertEqual(self.run_stream(1, 1000), [])  # as it did the first time
        taken = self.run_stream(1001, 1300, content=1)
        self.assertLess(taken[0], 1040)
        self.assertEqual(len(taken), 1300 - taken[0] + 1)
        for life in range(2, 9):
            self.now += 1.0
            self.assertEqual(self.run_stream(1, 40, content=life)[0], 6)

    def test_a_newer_timestamp_starts_a_stream_only_after_a_silence(self):
        self.run_stream(1000, 1010)
        self.assertFalse(self.accepts(1, 100.0, 1))
        self.now += 1.0
        self.assertTrue(self.accepts(2, 100.01, 1))

    def test_an_older_one_needs_three_rising_datagrams_over_50_ms(self):
        self.run_stream(1000, 1010)
        self.now += 1.0
        self.assertEqual(self.run_stream(1, 8, content=1), [6, 7, 8])
        self.now += 1.0
        self.assertEqual(self.run_stream(1, 5, 0.001, content=2), [])

    def test_timestamps_that_never_change_need_ten_numbers_within_1_s(self):
        self.assertTrue(self.accepts(1000, 0.0))
        for period_s, taken in ((0.112, []), (0.02, [10, 11, 12])):
            self.now += 10
            found = []
            for seq in range(1, 13):
                found += [seq] if self.accepts(seq, 0.0, int(1 / period_s)) else []
                self.now += period_s
            self.assertEqual(found, taken)

    def test_two_senders_together_start_no_stream(self):
        self.run_stream(1000, 1010)
        self.now += 1.0
        for seq in range(1, 6):
            self.assertFalse(self.accepts(seq, 0.01 * seq, 1, self.SECOND))
            self.assertFalse(self.accepts(seq, 0.01 * seq, 2))
            self.now += 0.01
        self.assertTrue(self.accepts(6, 0.06, 1, self.SECOND))

    def test_numbers_start_at_1_and_for_vdsim_at_0_until_a_state_arrives(self):
        plain, vdsim = vds1.Numbers(False), vds1.Numbers(True)
        plain.on_state()
        self.assertEqual([plain.next() for _ in range(4)], [1, 2, 3, 4])
        self.assertEqual([vdsim.next() for _ in range(4)], [0] * 4)
        vdsim.first_zero_at -= 0.05
        vdsim.on_state()
        self.assertEqual([vdsim.next() for _ in range(3)], [1, 2, 3])


class Roles(unittest.TestCase):
    def start_plant(self, *more):
        plant = harness.start(self, sys.executable, SCRIPT, "plant", "--listen", ":0",
                              "--state-to", "sender", *more, announces=True)
        return harness.cmd_port_of(plant)

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

    def test_a_descriptor_that_cannot_be_announced_to_ends_it(self):
        with open(os.devnull, "rb") as readable:
            for descriptor, reason in (("2", "must be 3 or more"), ("99", "is not open"),
                                       (str(readable.fileno()), "is not open for writing")):
                done = subprocess.run([sys.executable, SCRIPT, "plant", "--announce", descriptor],
                                      capture_output=True, text=True, timeout=LIMIT_S,
                                      check=False, pass_fds=[readable.fileno()])
                self.assertEqual(done.returncode, 2)
                self.assertIn(reason, done.stderr)

    def test_a_port_in_use_is_named(self):
        port = self.start_plant()
        done = subprocess.run([sys.executable, SCRIPT, "plant", "--listen", f":{port}"],
                              capture_output=True, text=True, timeout=LIMIT_S, check=False)
        self.assertEqual(done.returncode, 1)
        self.assertIn(f"127.0.0.1:{port}", done.stderr)


if __name__ == "__main__":
    unittest.main()
