# SPDX-License-Identifier: MIT
"""tshark with the dissector of this project on the golden vectors and the recorded sessions, with
any division of the stream.

Usage: dissector_test.py
"""
import json
import os
import pathlib
import socket
import struct
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "programs/python"))
import montisim  # noqa: E402
import sessions  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parents[2]
DISSECTOR = ROOT / "schemas/wireshark/montisim.lua"
VECTORS = json.loads((ROOT / "schemas/montisim_vectors.json").read_text(encoding="utf-8"))
LIMIT_S = 60
SIMULATOR, PROGRAM = ("127.0.0.1", 40001), ("127.0.0.1", 4567)
FIELDS = ["montisim.packet", "montisim.id", "montisim.length", "montisim.error",
          "montisim.time_mode", "montisim.port", "montisim.real", "montisim.integer",
          "montisim.count", "montisim.json", "montisim.delta_sec", "montisim.execution_time",
          "montisim.ref_id", "montisim.padding", "_ws.expert.message", "_ws.col.Info",
          "_ws.col.Protocol"]


class Capture:
    """A pcap file of one TCP connection, IPv4."""

    def __init__(self, path):
        self.file = open(path, "wb")
        self.file.write(struct.pack("<IHHiIII", 0xA1B2C3D4, 2, 4, 0, 0, 65535, 101))
        self.next = {SIMULATOR: 1000, PROGRAM: 5000}  # sequence numbers
        self.count = 0

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.file.close()

    def add(self, source, payload):
        target = PROGRAM if source == SIMULATOR else SIMULATOR
        tcp = struct.pack(">HHIIBBHHH", source[1], target[1], self.next[source], self.next[target],
                          5 << 4, 0x18, 65535, 0, 0) + payload
        self.next[source] += len(payload)
        ip = struct.pack(">BBHHHBBH4s4s", 0x45, 0, 20 + len(tcp), self.count, 0, 64, 6, 0,
                         socket.inet_aton(source[0]), socket.inet_aton(target[0]))
        self.count += 1
        size = len(ip) + len(tcp)
        self.file.write(struct.pack("<IIII", 0, self.count, size, size) + ip + tcp)


def tshark(capture, *more):
    """A dict of lists for each segment with a whole packet."""
    command = ["tshark", "-X", f"lua_script:{DISSECTOR}", "-r", capture, "-T", "fields",
               "-Y", "montisim", "-E", "separator=|", "-E", "occurrence=a", "-E", "aggregator=;",
               *more]
    for name in FIELDS:
        command += ["-e", name]
    done = subprocess.run(command, capture_output=True, text=True, timeout=LIMIT_S, check=False)
    assert done.returncode == 0 and "Lua" not in done.stderr, done.stderr
    return [dict(zip(FIELDS, line.split("|"))) for line in done.stdout.splitlines()]


class Dissector(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.path = os.path.join(self.folder.name, "test.pcap")

    def show(self, segments, *more):
        with Capture(self.path) as capture:
            for source, data in segments:
                capture.add(source, data)
        return tshark(self.path, *more)

    def test_every_packet_of_every_numbering_has_its_name_and_no_error(self):
        for index, numbering in enumerate(montisim.NUMBERINGS):
            vectors = [vector for vector in VECTORS["packets"]
                       if vector.get("numbering", numbering) == numbering]
            segments = [(SIMULATOR if vector["sender"] == "simulator" else PROGRAM,
                         bytes.fromhex(vector["hex"])) for vector in vectors]
            rows = self.show(segments, "-o", f"montisim.numbering:{numbering}")
            self.assertEqual(len(rows), len(vectors), index)
            for row, vector in zip(rows, vectors):
                with self.subTest(vector["name"]):
                    self.assertEqual(row["montisim.packet"], vector["packet"])
                    self.assertEqual(row["montisim.id"], str(vector["id"]))
                    self.assertEqual(int(row["montisim.length"]), len(vector["hex"]) // 2 - 3)
                    self.assertEqual(row["_ws.col.Protocol"], "MONTISIM")
                    mistakes = row["_ws.expert.message"].replace("The server has refused", "")
                    self.assertEqual(mistakes, "")

    def test_a_recorded_session_is_shown_with_its_values(self):
        steps = [step for step in sessions.read()[1] if step[1]]
        rows = self.show([(SIMULATOR if sender == sessions.SIMULATOR else PROGRAM, data)
                          for sender, data in steps])
        self.assertEqual(len(rows), len(steps))
        for row, (_, data) in zip(rows, steps):
            self.compare(row, data)

    def compare(self, row, data):
        (number, payload), = montisim.split(data)
        reader = montisim.Reader(payload)
        self.assertEqual(row["montisim.id"], str(number))
        if number in (montisim.INPUT, montisim.OUTPUT):
            self.assertEqual(row["montisim.port"], str(reader.take("H")))
            self.compare_value(row, payload[2:])
        elif number == montisim.RUN_CYCLE:
            self.assertEqual(row["montisim.delta_sec"], f"{reader.take('d'):.15g}")
        elif number == montisim.TIME:
            self.assertEqual(row["montisim.execution_time"], f"{reader.take('d'):.15g}")
        elif number == montisim.REF_ID:
            self.assertEqual(int(row["montisim.ref_id"], 16), reader.take("I"))
        elif number == montisim.INIT:
            self.assertEqual(row["montisim.time_mode"], payload[:-1].decode())

    def compare_value(self, row, value):
        if len(value) == 4:
            self.assertEqual(int(row["montisim.integer"]), struct.unpack(">i", value)[0])
            return
        if len(value) % 8 == 2:
            self.assertEqual(int(row["montisim.count"]), (len(value) - 2) // 8)
            value = value[2:]
        reals = struct.unpack(f">{len(value) // 8}d", value)
        self.assertEqual(row["montisim.real"], ";".join(f"{real:.15g}" for real in reals))

    def test_packets_are_found_with_any_division_of_the_stream(self):
        sent = b"".join(sessions.sent_by(sessions.SIMULATOR, sessions.read()[1]))
        whole = [montisim.names()[number] for number, _ in montisim.split(sent)]
        for size in (len(sent), 7):
            rows = self.show([(SIMULATOR, sent[at:at + size]) for at in range(0, len(sent), size)])
            shown = ";".join(row["montisim.packet"] for row in rows).split(";")
            self.assertEqual(shown, whole, size)

    def test_packets_that_a_receiver_rejects_are_marked(self):
        cases = {montisim.packet(99): "Unknown packet",
                 montisim.packet(montisim.RUN_CYCLE, b"\0" * 7): "Length is not that",
                 montisim.packet(montisim.REF_ID, b"\0"): "Length is not that",
                 montisim.packet(montisim.INPUT, b"\0"): "Length is not that"}
        rows = self.show([(SIMULATOR, data) for data in cases])
        for row, mark in zip(rows, cases.values(), strict=True):
            self.assertIn(mark, row["_ws.expert.message"])
        rows = self.show([(PROGRAM, montisim.packet(montisim.OUTPUT, b"\0" * 32768))])
        self.assertIn("More than the public simulator", rows[0]["_ws.expert.message"])


if __name__ == "__main__":
    unittest.main()
