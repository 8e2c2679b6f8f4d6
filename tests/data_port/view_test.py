#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Recordings in `ddc-gateway view`, read by a client that shares no code with the project.

Usage: view_test.py BINARIES OPENAPI
"""
import os
import pathlib
import pty
import re
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import time
import unittest

import mcap_file
from foxglove_client import LEGACY, SDK, Client, Refused, Socket
from run_test import BINARIES

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
import harness  # noqa: E402
from harness import LIMIT_S  # noqa: E402

GATEWAY = BINARIES / "ddc-gateway"
VIEWER = "https://app.foxglove.dev"
PLAYING, PAUSED, ENDED = 0, 1, 3
NS = 10**9
EACH_TURN = ["/tf", "/vehicle/odometry", "/program/outputs", "/timing"]


def record(folder):
    """Three seconds of a run."""
    config, file = folder / "run.yaml", folder / "run.mcap"
    config.write_text(f"""ddc: {{name: test.view.{os.getpid()}}}
duration_s: 3
program: {{exec: [autopilot_basic, "4000"], answer_timeout_s: none}}
record: {file}
""", encoding="utf-8")
    subprocess.run([GATEWAY, "run", config], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                   timeout=LIMIT_S, env=dict(os.environ, PATH=f"{BINARIES}:{os.environ['PATH']}"))
    return file


class View:
    """A recording in a viewer server."""

    def __init__(self, test, file, *options, **named):
        self.process = harness.start(test, GATEWAY, "view", file, "--port", "0", *options,
                                     announces=True, **named)
        self.log = self.process.output
        self.port, self.token = harness.data_port_of(self.process)
        self.path = "/foxglove" + (f"?token={self.token}" if self.token else "")

    def client(self, *topics, **named):
        """A client with all topics that subscribes to some, at the start and paused."""
        client = Client(self.port, path=self.path, **named)
        if topics:
            client.playback(False, seek_ns=0)
            client.subscribe(*topics)
        return client

    def viewers(self):
        return harness.ask(self.port, "/api/viewers").json()["viewers"]

    def end(self):
        return self.process.end(signal.SIGINT)


def refusal_of(*arguments):
    ended = subprocess.run([GATEWAY, "view", "--port", "0", *arguments], text=True, timeout=LIMIT_S,
                           stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    return ended.returncode, ended.stderr


class ViewTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.place = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.place.cleanup)
        cls.folder = pathlib.Path(cls.place.name)
        cls.file = record(cls.folder)
        cls.recorded, cls.definitions = mcap_file.read(cls.file)
        cls.end_ns = max(max(times) for times in cls.recorded.values())
        cls.turns = sorted(cls.recorded["/tf"])

    def test_viewers_get_the_playback_state_and_the_recorded_topics(self):
        view = View(self, self.file)
        for offered, chosen in (((SDK,), SDK), ((LEGACY,), LEGACY), ((LEGACY, SDK), SDK)):
            client = Client(view.port, protocols=offered)
            self.assertEqual(client.protocol, chosen)
            of_playback = {"playbackControl"} if chosen == SDK else set()
            self.assertEqual(set(client.info["capabilities"]), {"time", "services"} | of_playback)
            if chosen == SDK:
                first, last = client.info["dataStartTime"], client.info["dataEndTime"]
                self.assertEqual(first["sec"] * NS + first["nsec"], self.turns[0])
                self.assertEqual(last["sec"] * NS + last["nsec"], self.end_ns)
            self.assertEqual({topic: (channel["schemaName"], channel["schema"])
                              for topic, channel in client.topics.items()}, self.definitions)
            for channel in client.topics.values():
                self.assertEqual((channel["encoding"], channel["schemaEncoding"]), ("cdr", "ros2msg"))
            client.close()
        with self.assertRaises(Refused) as refused:
            Socket(view.port, protocols=("x",))
        self.assertEqual(refused.exception.status, 400)
        self.assertEqual(view.end(), 0)

    def test_services_play_pause_and_seek_for_viewers_without_playback_control(self):
        view = View(self, self.file)
        client = Client(view.port, path="/", protocols=(LEGACY,))
        client.await_(lambda: client.services)
        ids = {name: service["id"] for name, service in client.services.items()}
        self.assertEqual(set(ids), {"/play", "/pause", "/seek"})
        self.assertIn("paused at", client.call(ids["/pause"], {})["text"])
        client.subscribe("/tf")
        self.assertEqual(client.call(ids["/seek"], {"time_s": 1.5})["text"], "paused at 1.5 s")
        client.await_(lambda: client.messages["/tf"] and client.messages["/tf"][-1][0] >= 1.4 * NS)
        self.assertLessEqual(client.messages["/tf"][-1][0], 1.5 * NS + self.turns[0])
        self.assertIn("plays at", client.call(ids["/play"])["text"])
        client.await_(lambda: client.messages["/tf"][-1][0] == self.turns[-1])
        for service, request, reason in ((ids["/seek"], {}, "time_s"), (ids["/seek"], {"time_s": -1}, "time_s"),
                                         (ids["/play"], {"x": 1}, "x"), (99, {}, "no such service")):
            self.assertIn(reason, client.call(service, request))
        self.assertEqual(view.end(), 0)

    def test_it_begins_at_a_time_at_a_rate_and_again_at_the_end(self):
        view = View(self, self.file, "--start", "2", "--rate", "4", "--loop")
        client = Client(view.port, path="/", protocols=(LEGACY,))
        began = time.monotonic()
        client.subscribe("/tf")
        client.await_(lambda: sum(at == self.turns[-1] for at, _ in client.messages["/tf"]) == 3)
        times = [at for at, _ in client.messages["/tf"]]
        self.assertGreaterEqual(min(times), self.turns[0] + 2 * NS - NS // 50)
        self.assertEqual(sum(b < a for a, b in zip(times, times[1:])), 2)
        # Three times the last second of the recording, four seconds of it in one: not faster.
        self.assertGreater(time.monotonic() - began, 0.9 * 3 * (self.turns[-1] - self.turns[0] - 2 * NS) / NS / 4)
        self.assertEqual(view.end(), 0)

    def test_keys_of_the_terminal_pause_jump_and_end(self):
        master, terminal = pty.openpty()
        self.addCleanup(os.close, master)
        view = View(self, self.file, "--rate", "0.01", stdin=terminal)
        os.close(terminal)
        client = Client(view.port, path="/", protocols=(SDK,))
        client.subscribe("/tf")
        client.await_(lambda: client.messages["/tf"])
        for keys, reached in ((b" ", lambda state: state[0] == PAUSED),
                              (b"\x1b[C", lambda state: state[1] == self.end_ns),  # right: 5 s
                              (b"\x1b[D", lambda state: state[1] == self.turns[0]),  # left
                              (b"\x1b[A", lambda state: abs(state[2] - 0.02) < 1e-6),  # up
                              (b"\x1b[B", lambda state: abs(state[2] - 0.01) < 1e-6),  # down
                              (b" ", lambda state: state[0] == PLAYING)):
            os.write(master, keys)
            client.await_(lambda of=reached: client.states and of(client.states[-1]))
        os.write(master, b"q")
        self.assertEqual(view.process.wait(), 0)

    def test_from_start_to_end_every_message_is_sent_once_in_its_bytes(self):
        view = View(self, self.file)
        client = view.client(*self.recorded)
        client.playback(True, 100)
        client.await_(lambda: client.states[-1][0] == ENDED)
        self.assertEqual(client.states[-1][1], self.end_ns)
        for topic, messages in self.recorded.items():
            shown = client.messages[topic]
            self.assertEqual(dict(shown), messages, topic)
            if topic in EACH_TURN:
                self.assertEqual([at for at, _ in shown], sorted(messages), topic)
        self.assertEqual(client.times, sorted(client.times))
        again = client.playback(True, 100, request="again")
        self.assertEqual((again[0], again[1], again[3]), (PLAYING, self.turns[0], 1))
        client.await_(lambda: client.states[-1][0] == ENDED)
        self.assertEqual([at for at, _ in client.messages["/tf"]], 2 * self.turns)
        self.assertEqual(client.statuses, [])

    def test_a_jump_sends_the_messages_of_its_time(self):
        client = View(self, self.file).client(*EACH_TURN)
        client.await_(lambda: all(client.messages.values()))
        for wanted in (self.turns[150], self.turns[17] + 1, self.turns[250], 10**18):
            at = max(each for each in self.turns if each <= wanted)
            before = {topic: len(messages) for topic, messages in client.messages.items()}
            state = client.playback(False, seek_ns=wanted)
            self.assertEqual((state[0], state[1], state[3]), (PAUSED, min(wanted, self.end_ns), 1))
            client.await_(lambda n=before: all(len(client.messages[topic]) > n[topic] for topic in n))
            for topic, messages in client.messages.items():
                self.assertEqual(messages[before[topic]:], [(at, self.recorded[topic][at])], (topic, wanted))

    def test_a_subscriber_during_a_pause_gets_the_message_of_its_time(self):
        client = View(self, self.file).client("/tf")
        client.playback(False, seek_ns=self.turns[100])
        client.subscribe("/timing")
        client.await_(lambda: client.messages["/timing"])
        self.assertEqual(client.messages["/timing"], [(self.turns[100], self.recorded["/timing"][self.turns[100]])])

    def test_a_pause_holds_and_resumes_at_the_same_time(self):
        client = View(self, self.file).client("/tf")
        client.playback(True)
        client.await_(lambda: len(client.messages["/tf"]) > 20)
        paused = client.playback(False, request="pause")
        self.assertEqual((paused[0], paused[3]), (PAUSED, 0))
        again = client.playback(False, request="still")
        self.assertEqual(again[1], paused[1])
        self.assertLessEqual(client.messages["/tf"][-1][0], paused[1])
        client.playback(True, 100)
        client.await_(lambda: client.states[-1][0] == ENDED)
        self.assertEqual([at for at, _ in client.messages["/tf"]], self.turns)

    def test_time_passes_at_the_requested_speed(self):
        client = View(self, self.file).client("/tf")
        before = time.monotonic()
        state = client.playback(True, 0.02, seek_ns=NS)
        self.assertAlmostEqual(state[2], 0.02, places=6)
        client.await_(lambda: client.times[-1] >= NS + NS // 1000)
        # No machine is so slow that more time passes there than here.
        self.assertLessEqual(client.playback(False)[1] - NS, (time.monotonic() - before) * 0.02 * NS)
        count = len(client.clock)
        client.playback(True, 5)
        client.await_(lambda: client.states[-1][0] == ENDED)
        self.assertEqual([(at, clock) for at, clock in client.clock[count:] if at != clock], [])
        self.assertEqual([round(client.playback(False, speed)[2], 6) for speed in (1e-9, 1e9, float("inf"))],
                         [0.01, 100, 100])

    def test_all_viewers_see_the_same_and_a_new_connection_restarts(self):
        view = View(self, self.file)
        first, second = view.client("/tf"), Client(view.port)
        first.playback(False, 2, seek_ns=2 * NS, request="jump")
        second.await_(lambda: second.states and second.states[-1][4] == "jump")
        self.assertEqual(second.states[-1], first.states[-1])
        second.subscribe("/tf")
        second.await_(lambda: second.messages["/tf"])
        self.assertEqual(second.messages["/tf"][0][0], 2 * NS)
        first.close()
        second.close()
        harness.until(lambda: view.viewers() == [], view.log)
        third = Client(view.port, protocols=(LEGACY,))  # which has no playback
        third.subscribe("/tf")
        third.await_(lambda: third.messages["/tf"] and third.messages["/tf"][-1][0] == self.turns[-1])
        self.assertEqual([at for at, _ in third.messages["/tf"]], self.turns)
        third.send_frame(2, struct.pack("<BBfBQI", 3, 0, 1.0, 1, 0, 0))
        third.await_(lambda: third.statuses)
        self.assertEqual(third.states, [])

    def test_invalid_requests_are_reported_and_end_nothing(self):
        client = View(self, self.file).client("/tf")
        good = struct.pack("<BBfBQI", 3, 1, 1.0, 0, 0, 1) + b"x"
        wrong = [good[:-1], good + b"y", good[:10], b"\x03", good[:1] + b"\x02" + good[2:],
                 b"\x02" + bytes(12)] + [good[:2] + struct.pack("<f", speed) + good[6:] for speed in
                                         (0, -1, float("nan"))]
        for number, message in enumerate(wrong, 1):
            client.send_frame(2, message)
            client.await_(lambda n=number: len(client.statuses) == n)
            self.assertEqual(client.statuses[-1]["level"], 2)
        client.say(op="setParameters", parameters=[{"name": "paused", "value": True}])
        client.await_(lambda: len(client.statuses) == len(wrong) + 1)
        client.playback(True)
        client.await_(lambda: len(client.messages["/tf"]) > 3)

    def test_an_incomplete_recording_is_rejected_with_its_position(self):
        cut, part = self.folder / "cut.mcap", self.folder / "run2.mcap"
        data = self.file.read_bytes()
        cut.write_bytes(data[:-100])
        shutil.copy(cut, str(part) + ".part")
        damaged = self.folder / "damaged.mcap"
        damaged.write_bytes(data[:-60] + bytes([data[-60] ^ 1]) + data[-59:])
        for file, reason in ((self.folder / "none.mcap", "No such file"),
                             (cut, rf"cut.mcap: byte {len(data) - 100}: .* truncated; `ddc-gateway mcap repair"),
                             (part, r"run2.mcap.part; `ddc-gateway mcap repair"),
                             (damaged, r"damaged.mcap: byte \d+: the summary is damaged"),
                             (self.folder, "directory")):
            code, error_text = refusal_of(file)
            self.assertEqual(code, 2, error_text)
            self.assertRegex(error_text, reason)
        self.assertEqual(refusal_of(self.file, "--origin", "app.foxglove.dev")[0], 2)
        self.assertEqual(refusal_of(self.file, "--bind", "nowhere")[0], 2)
        advised = re.search(r"`ddc-gateway (mcap repair .*)`", refusal_of(cut)[1])[1]
        whole = self.folder / "whole.mcap"
        subprocess.run([GATEWAY, *advised.replace("WHOLE.mcap", str(whole)).split()], check=True,
                       stdout=subprocess.DEVNULL, timeout=LIMIT_S)
        client = View(self, whole).client("/tf")
        client.playback(False, seek_ns=self.turns[-1])
        client.await_(lambda: len(client.messages["/tf"]) > 1)
        self.assertEqual(client.messages["/tf"][-1][1], self.recorded["/tf"][self.turns[-1]])

    def test_a_damaged_chunk_is_reported_and_the_rest_is_sent(self):
        data = bytearray(self.file.read_bytes())
        first = data.find(b"zstd")
        data[data.find(b"zstd", first + 4) + 50] ^= 0x55  # in the second chunk
        damaged = self.folder / "chunk.mcap"
        damaged.write_bytes(data)
        view = View(self, damaged)
        client = view.client("/tf")
        client.playback(True, 100)
        client.await_(lambda: client.states[-1][0] == ENDED)
        client.await_(lambda: client.statuses)
        self.assertRegex(client.statuses[0]["message"], r"chunk.mcap: byte \d+: a record \(chunk\) .* left out")
        times = [at for at, _ in client.messages["/tf"]]
        self.assertEqual(times, sorted(set(times) & set(self.turns)))
        self.assertEqual((times[0], times[-1]), (self.turns[0], self.turns[-1]))
        self.assertLess(len(times), len(self.turns))
        self.assertEqual(view.end(), 3)
        self.assertEqual(view.log().count("left out"), 1)

    def test_access_of_viewers(self):
        def status_of(view, **named):
            try:
                Socket(view.port, **{"path": view.path, **named}).close()
                return 101
            except Refused as refused:
                return refused.status

        view = View(self, self.file)
        self.assertEqual((status_of(view), status_of(view, Origin=VIEWER)), (101, 403))
        view = View(self, self.file, "--origin", VIEWER)
        self.assertEqual((status_of(view, Origin=VIEWER), status_of(view, Origin="https://a.example")), (101, 403))
        view = View(self, self.file, "--bind", "0.0.0.0")
        self.assertEqual(view.process.announcement()["addresses"]["http"], [f"0.0.0.0:{view.port}"])
        view.process.await_output(rf"at ws://0\.0\.0\.0:{view.port}/ \(the token is shown only")
        self.assertNotIn(view.token, view.log())
        self.assertEqual((status_of(view), status_of(view, path="/foxglove")), (101, 401))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=1)
