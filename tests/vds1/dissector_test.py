# SPDX-License-Identifier: MIT
"""tshark with the dissector of this project on the golden vectors, and on packets of its programs.

Usage: dissector_test.py
"""
import json
import pathlib
import subprocess
import sys
import unittest
import unittest.mock

root = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(root / "programs/python"), str(root / "tests/support")]
import harness  # noqa: E402
import vds1  # noqa: E402

DISSECTOR = root / "schemas/wireshark/vds1.lua"
VECTORS = json.loads((root / "schemas/vds1_vectors.json").read_text())
DRIVER, PLANT = ("127.0.0.1", 40001), ("127.0.0.1", 40002)
WHEELS = ("fl", "fr", "rl", "rr")
HEADER = ("version", "msg_type", "seq", "vehicle_id", "timestamp")


def field_names(message, version):
    """Name in this project -> names in tshark."""
    kind = "cmd" if message == vds1.CMD else "state"
    sizes = [(name, 1) for name in vds1.CMD_FIELDS]
    if message == vds1.STATE:
        sizes = vds1.STATE_FIELDS[version]
    names = {name: [f"vds1.{name}"] for name in HEADER}
    for name, count in sizes:
        whole = f"vds1.{kind}.{name.lower()}"
        names[name] = [whole] if count == 1 else [f"{whole}.{wheel}" for wheel in WHEELS]
    return names


def all_names():
    names = field_names(vds1.CMD, 5) | field_names(vds1.STATE, 5)
    return sum(names.values(), ["vds1.crc.status", "vds1.seq.lost", "_ws.expert.message",
                                "_ws.col.Info", "_ws.col.Protocol", "udp.payload"])


def tshark(capture, *more):
    """A dict of strings for each packet."""
    names = all_names()
    command = ["tshark", "-X", f"lua_script:{DISSECTOR}", "-r", capture, "-T", "fields",
               "-E", "separator=|", "-E", "occurrence=a", *more]
    for name in names:
        command += ["-e", name]
    done = subprocess.run(command, capture_output=True, text=True, timeout=harness.LIMIT_S,
                          check=False)
    assert done.returncode == 0 and "Lua" not in done.stderr, done.stderr
    return [dict(zip(names, line.split("|"))) for line in done.stdout.splitlines()]


class Dissector(unittest.TestCase):
    def setUp(self):
        self.path = harness.new_folder(self) / "test.pcap"

    def show(self, payloads, *more, ports=(DRIVER, PLANT)):
        with vds1.Capture(self.path) as capture:
            for payload in payloads:
                capture.add(*ports, payload)
        return tshark(self.path, *more)

    def compare_number(self, name, shown, expected):
        if isinstance(expected, float):
            self.assertEqual(shown, f"{expected:.15g}", name)  # all digits that tshark prints
        else:
            self.assertEqual(int(shown), int(expected), name)

    def compare(self, row, packet):
        """A row of tshark for a packet as the Python peer decodes it."""
        names = field_names(packet["msg_type"], packet["version"])
        present = {name for name in row if row[name] and name.startswith(("vds1.cmd", "vds1.state"))}
        for name, value in packet.items():
            values = value if isinstance(value, list) else [value]
            for field, number in zip(names[name], values, strict=True):
                self.compare_number(field, row[field], number)
                present.discard(field)
        self.assertEqual(present, set())
        self.assertEqual(row["vds1.crc.status"], "1")
        self.assertEqual(row["_ws.col.Protocol"], "VDS1")

    def decode(self, payload):
        decode = vds1.decode_cmd if payload[6] == vds1.CMD else vds1.decode_state
        return decode(payload)

    def test_every_golden_vector_is_shown_with_all_its_fields(self):
        payloads = [bytes.fromhex(vector["hex"]) for vector in VECTORS["accepted"]]
        rows = self.show(payloads)
        self.assertEqual(len(rows), len(payloads))
        for row, payload, vector in zip(rows, payloads, VECTORS["accepted"]):
            with self.subTest(vector["name"]):
                packet = self.decode(payload)
                if packet.get("handbrake"):
                    packet["handbrake"] = payload[52]
                self.compare(row, packet)
                self.assertIn(f"seq={packet['seq']}", row["_ws.col.Info"])

    def test_packets_that_receivers_drop_are_marked_with_the_reason(self):
        marks = {"bad_length": "bytes instead of", "bad_version": "Unknown version",
                 "bad_type": "Unknown type", "bad_crc": "CRC is wrong"}
        # The other type is a valid packet for a reader of both types.
        vectors = [vector for vector in VECTORS["rejected"]
                   if vector["reason"] in marks and "other type" not in vector["name"]
                   and len(vector["hex"]) >= 8]
        rows = self.show([bytes.fromhex(vector["hex"]) for vector in vectors])
        self.assertEqual(len(rows), len(vectors))
        for row, vector in zip(rows, vectors):
            with self.subTest(vector["name"]):
                self.assertIn(marks[vector["reason"]], row["_ws.expert.message"])
                self.assertNotEqual(row["vds1.crc.status"], "1")

    def test_a_packet_with_another_magic_number_is_not_dissected(self):
        payload = b"\0" + bytes.fromhex(VECTORS["accepted"][0]["hex"])[1:]
        row = self.show([payload], ports=(("127.0.0.1", 7001), ("127.0.0.1", 7002)))[0]
        self.assertNotEqual(row["_ws.col.Protocol"], "VDS1")

    def state(self, seq, vehicle=0, version=3, timestamp=0.0):
        return vds1.encode_state({"version": version, "seq": seq, "vehicle_id": vehicle,
                                  "timestamp": timestamp})

    def test_gaps_and_repetitions_are_marked_across_the_wrap_in_both_passes(self):
        sequence = [2**32 - 3, 2**32 - 2, 1, 1, 0, 2, 12]
        for passes in ([], ["-2"]):
            rows = self.show([self.state(seq) for seq in sequence], *passes)
            self.assertEqual([row["vds1.seq.lost"] for row in rows], ["0", "0", "2", "", "", "0", "9"])
            self.assertIn("2 packets are missing", rows[2]["_ws.expert.message"])
            self.assertIn("equal to or older", rows[3]["_ws.expert.message"])
            self.assertIn("[out of order]", rows[4]["_ws.col.Info"])
            self.assertIn("[9 lost]", rows[6]["_ws.col.Info"])

    def test_each_vehicle_and_each_direction_has_a_separate_sequence(self):
        with vds1.Capture(self.path) as capture:
            for seq in range(1, 4):
                for vehicle in (0, 1):
                    capture.add(PLANT, DRIVER, self.state(seq, vehicle, version=4))
                capture.add(DRIVER, PLANT, bytes.fromhex(VECTORS["accepted"][0]["hex"]))
        rows = tshark(self.path)
        self.assertEqual([row["vds1.seq.lost"] for row in rows if "STATE" in row["_ws.col.Info"]],
                         ["0"] * 6)

    def losses(self, timed):
        """The reported losses before each of (time in s, seq, timestamp), "" for dropped ones."""
        with vds1.Capture(self.path) as capture:
            for at, seq, timestamp in timed:
                with unittest.mock.patch.object(vds1.time, "time", lambda now=at: 1e6 + now):
                    capture.add(PLANT, DRIVER, self.state(seq, timestamp=timestamp))
        return [row["vds1.seq.lost"] for row in tshark(self.path)]

    def test_0_is_a_number_like_any_other(self):
        command = dict.fromkeys(vds1.CMD_FIELDS, 0.0) | {"gear": 1, "timestamp": 0.0, "version": 3}
        cmds = [vds1.encode_cmd(command | {"seq": seq, "handbrake": False})
                for seq in (0, 0, 1, 2, 0, 3)]
        self.assertEqual([row["vds1.seq.lost"] for row in self.show(cmds)],
                         ["0", "", "0", "0", "", "0"])

    def test_after_a_silence_late_and_repeated_packets_are_still_dropped(self):
        run = [(0.01 * i, 100 + i, 0.01 * i) for i in (1, 2, 3, 7)]
        again = [(1 + 0.03 * i, 100 + i, 0.01 * i) for i in (1, 2, 3, 4, 5, 6, 7)]
        self.assertEqual(self.losses(run + again + [(2, 108, 0.08)]),
                         ["0", "0", "0", "3"] + [""] * 7 + ["0"])

    def test_a_late_burst_is_dropped_after_a_long_gap_and_before_the_first(self):
        run = [(0.01 * i, i, 0.01 * i) for i in [*range(100, 120), 201]]
        late = [(5 + 0.02 * i, i, 0.01 * i) for i in [*range(95, 100), *range(120, 140)]]
        self.assertEqual(self.losses(run + late + [(9, 202, 2.02)]),
                         ["0"] * 20 + ["81"] + [""] * 25 + ["0"])

    def test_old_packets_are_dropped_and_a_new_stream_is_recognised_by_its_content(self):
        run = [(0.005 * i, i, 0.005 * i) for i in range(1, 1401)]
        again = [(8 + 0.02 * i, i, 0.005 * i) for i in range(1, 100)]
        self.assertEqual(self.losses(run + again), ["0"] * 1400 + [""] * 99)
        other = [(8 + 0.02 * i, i, 0.005 * i + 1e-6) for i in range(1, 100)]
        self.assertEqual(self.losses(run + other), ["0"] * 1400 + [""] * 3 + ["0"] * 96)

    def test_a_stream_restarts_with_a_newer_timestamp_or_with_three_over_50_ms(self):
        newer = [(0, 100, 5.0), (0.05, 1, 5.05), (0.2, 2, 5.2), (0.3, 3, 5.3)]
        self.assertEqual(self.losses(newer), ["0", "", "0", "0"])
        older = [(0, 1000, 5.0)] + [(1 + 0.02 * i, i, 0.02 * i) for i in range(1, 7)]
        self.assertEqual(self.losses(older), ["0", "", "", "", "0", "0", "0"])
        burst = [(0, 1000, 5.0)] + [(1 + 0.001 * i, i, 0.02 * i) for i in range(1, 7)]
        self.assertEqual(self.losses(burst), ["0"] + [""] * 6)

    def test_without_a_clock_a_stream_restarts_with_ten_numbers(self):
        timed = [(0, 1000, 0.0)] + [(1 + 0.02 * i, i, 0.0) for i in range(1, 13)]
        self.assertEqual(self.losses(timed), ["0"] + [""] * 9 + ["0", "0", "0"])

    def test_a_packet_with_a_wrong_crc_counts_as_lost(self):
        broken = bytearray(self.state(2))
        broken[100] ^= 1
        rows = self.show([self.state(1), bytes(broken), self.state(3)])
        self.assertEqual([row["vds1.seq.lost"] for row in rows], ["0", "", "1"])

    def test_packets_of_the_programs_of_this_project_are_shown_as_they_are_read(self):
        script = root / "programs/python/vds1.py"
        plant = harness.start(self, sys.executable, script, "plant", "--listen", ":0",
                              "--state-to", "sender")
        port = plant.await_output(r"CMD on \S+:(\d+)\n")[1]
        subprocess.run([sys.executable, script, "drive", "--peer", f":{port}", "--listen", ":0",
                        "--version", "5", "--steer", "0.1", "--duration", "1", "--capture",
                        self.path], check=True, timeout=harness.LIMIT_S,
                       capture_output=True)
        rows = tshark(self.path)
        kinds = {"1": 0, "2": 0}
        for row in rows:
            self.compare(row, self.decode(bytes.fromhex(row["udp.payload"])))
            kinds[row["vds1.msg_type"]] += 1
        self.assertEqual(kinds["1"], 100)
        self.assertGreater(kinds["2"], 50)


if __name__ == "__main__":
    unittest.main()
