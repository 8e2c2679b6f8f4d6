#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Telemetry of real runs: JSON over UDP, and its targets.

Usage: telemetry_test.py BINARIES OPENAPI
"""
import json
import pathlib
import socket
import sys
import unittest

import run_test

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
import harness  # noqa: E402

MOST_BYTES = 1472
# Keys of the public front end; those of this project follow them.
KEYS = ("veh", "t", "x", "y", "z", "yaw", "roll", "pitch", "vx", "vy", "r", "wx", "wy", "ax", "ay",
        "steer", "Fz", "cmd")
TWO = """
mode: realtime
programs:
  - {name: lead, exec: [autopilot_basic, "4000"], route: {file: ROUTE}}
  - {name: second, reference_id: 0x5000, exec: [autopilot_basic, "5000"], route: {file: ROUTE}}
data_port: {token: none, TARGETS}
""".replace("ROUTE", str(run_test.OPENAPI.resolve().parents[1] / "programs/demo/route.csv"))


class Receiver:
    def __init__(self, test):
        self.socket = harness.bound_socket()
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 20)
        self.port = self.socket.getsockname()[1]
        test.addCleanup(self.socket.close)

    def bound_to(self):
        """The address of the next datagram's sender, from /proc/net/udp."""
        port = self.socket.recvfrom(65536)[1][1]
        with open("/proc/net/udp", encoding="ascii") as table:
            places = [line.split()[1].split(":") for line in table.readlines()[1:]]
        return [address for address, found in places if int(found, 16) == port]

    def take(self):
        """The next object; a datagram that is incomplete, or has NaN, is an error."""
        data = self.socket.recv(65536)
        assert len(data) <= MOST_BYTES, len(data)
        return harness.parse_json(data)

    def drain(self):
        self.socket.setblocking(False)
        count = 0
        try:
            while self.socket.recv(65536):
                count += 1
        except BlockingIOError:
            self.socket.settimeout(harness.LIMIT_S)
        return count


class TelemetryTest(unittest.TestCase):
    def test_configured_targets_get_state_and_applied_command(self):
        fast, slow, beside = Receiver(self), Receiver(self), Receiver(self)
        run_test.Run(self, TWO.replace("TARGETS", f"""targets: [
            {{vehicle: lead, rate_hz: 200, to: [{{port: {fast.port}}}, {{port: {beside.port}}}]}},
            {{vehicle: 1, rate_hz: 20, to: [{{port: {slow.port}}}]}}]"""))
        first = fast.take()
        slow.take()
        before = {receiver: receiver.drain() for receiver in (fast, slow, beside)}
        for _ in range(40):
            last = slow.take()
        counts = {"fast": fast.drain(), "beside": beside.drain()}
        for key in KEYS:
            self.assertIn(key, first)
        self.assertEqual(first["timestamp"], first["t"])
        self.assertEqual((first["veh"], last["veh"]), (0, 1))
        self.assertGreater(last["timestamp"], 0)
        self.assertGreater(counts["fast"], 3 * 40)  # ten times as many on a machine with enough time
        self.assertGreater(counts["beside"], 3 * 40)
        self.assertGreater(len(before), 0)

    def test_timestamps_rise_and_the_command_is_the_one_that_the_vehicle_gets(self):
        receiver = Receiver(self)
        run_test.Run(self, TWO.replace("TARGETS", f"targets: [{{to: [{{port: {receiver.port}}}]}}]"))
        times, moved = [], False
        while len(times) < 100 or not moved:
            sent = receiver.take()
            times.append(sent["timestamp"])
            moved = moved or sent["vx"] > 0.5 and sent["cmd"]["throttle"] > 0
        self.assertEqual(times, sorted(times))

    def test_without_the_token_targets_can_be_read_and_not_changed(self):
        run = run_test.Run(self, TWO.replace("token: none, TARGETS", "port: 0"))
        body = {"targets": [{"ip": "127.0.0.1", "port": 9}]}
        self.assertEqual(run.ask("/api/io/targets", body, token=False)[0], 401)
        self.assertEqual(run.ask("/api/io/targets", token=False)[1]["configs"]["0"]["targets"], [])
        self.assertEqual(run.ask("/api/io/targets", body)[0], 200)

    def test_targets_over_http(self):
        run = run_test.Run(self, TWO.replace("TARGETS", "allow: [192.0.2.1]"))
        status, value = run.ask("/api/io/targets")
        self.assertEqual(status, 200)
        self.assertEqual(value["vehicles"], [0, 1])
        self.assertEqual(value["configs"]["1"], {"tx": {
            "enabled": False, "rate": 50, "send_state": True, "send_cmd": True}, "targets": []})

        receiver = Receiver(self)
        target = {"ip": "127.0.0.1", "port": receiver.port}
        status, value = run.ask("/api/io/targets", {"vehicle": "second", "rate": 100,
                                                    "send_cmd": False, "targets": [target]})
        self.assertEqual((status, value["ok"]), (200, True))
        self.assertEqual(value["configs"]["1"], {"tx": {
            "enabled": True, "rate": 100, "send_state": True, "send_cmd": False},
            "targets": [target]})
        sent = receiver.take()
        self.assertEqual(sent["veh"], 1)
        self.assertNotIn("cmd", sent)

        status, value = run.ask("/api/io/targets", {"vehicle": 1, "enabled": False})
        self.assertEqual((status, value["configs"]["1"]["targets"]), (200, [target]))
        receiver.drain()  # the reply came after the last one was sent
        run.await_state(lambda state: state["t"] > sent["t"] + 0.3)
        self.assertEqual(receiver.drain(), 0)

        far = {"enabled": False, "targets": [{"ip": "192.0.2.1", "port": 9870}]}
        self.assertEqual(run.ask("/api/io/targets", far)[0], 200)

    def test_targets_on_this_machine_are_sent_to_from_the_loopback_only(self):
        receiver = Receiver(self)
        run = run_test.Run(self, TWO.replace(
            "TARGETS", f"allow: [192.0.2.1], targets: [{{to: [{{port: {receiver.port}}}]}}]"))
        self.assertEqual(receiver.bound_to(), ["0100007F"])
        far = {"vehicle": 1, "targets": [{"ip": "192.0.2.1", "port": 9870}]}
        self.assertEqual(run.ask("/api/io/targets", far)[0], 200)
        receiver.drain()
        self.assertEqual(receiver.bound_to(), ["0100007F"])

    def test_rejected_requests(self):
        run = run_test.Run(self, TWO.replace("TARGETS", "control: false"))
        here = {"ip": "127.0.0.1", "port": 9870}
        for body, status, word in (
                ({"targets": [{"ip": "192.0.2.1", "port": 9870}]}, 403, "data_port.allow"),
                ({"targets": [{"ip": "224.0.0.1", "port": 9870}]}, 400, "unicast"),
                ({"targets": [{"ip": "255.255.255.255", "port": 9870}]}, 400, "unicast"),
                ({"targets": [{"ip": "0.0.0.0", "port": 9870}]}, 400, "unicast"),
                ({"targets": [{"ip": "localhost", "port": 9870}]}, 400, "targets[0].ip"),
                ({"targets": [here, {"ip": "127.0.0.1", "port": 0}]}, 400, "targets[1].port"),
                ({"targets": [{"ip": "127.0.0.1", "port": 70000}]}, 400, "targets[0].port"),
                ({"targets": [{"ip": "127.0.0.1"}]}, 400, "targets[0]"),
                ({"targets": here}, 400, "list"),
                ({"targets": [here] * 65}, 400, "64"),
                ({"rate": 0.5}, 400, "rate"), ({"rate": 201}, 400, "rate"),
                ({"enabled": 1}, 400, "enabled"), ({"colour": 1}, 400, "colour"),
                ({"vehicle": 2}, 404, "unknown vehicle 2")):
            got, problem = run.ask("/api/io/targets", body)
            self.assertEqual(got, status, (body, problem))
            self.assertIn(word, problem["detail"], body)
        configs = run.ask("/api/io/targets")[1]["configs"]
        self.assertEqual([config["targets"] for config in configs.values()], [[], []])


class ForceFeedbackTest(unittest.TestCase):
    def setUp(self):
        self.wheel = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.wheel.settimeout(harness.LIMIT_S)
        self.addCleanup(self.wheel.close)
        self.port = harness.free_port()

    def turn(self, datagram):
        """The force feedback of a wheel."""
        data = datagram if isinstance(datagram, bytes) else json.dumps(datagram).encode()
        self.wheel.sendto(data, ("127.0.0.1", self.port))
        return harness.parse_json(self.wheel.recv(65536))

    def test_a_wheel_drives_only_after_a_takeover(self):
        run = run_test.Run(self, TWO.replace("TARGETS", "control: true, cmd_timeout_s: 5, "
                                             f"force_feedback_port: {self.port}"))
        run.await_state(lambda state: state["running"])
        command = {"steer": 0.25, "throttle": 0.5, "brake": 0}
        felt = self.turn(command)
        self.assertEqual(sorted(felt), ["rack_torque", "steer", "susp", "vx"])
        turns = run.state()["turns"]
        state = run.await_state(lambda state: state["turns"] > turns + 5)
        self.assertEqual((state["manual"], state["cmd_in"]), (False, None))

        run.ask("/api/io", {"throttle": 0.1})
        run.await_state(lambda state: state["manual"])
        self.turn(command)
        run.await_state(lambda state: state["cmd"] == command)
        for wrong in (b"", b"{", b"[" * 500, b"\xff", {"throttle": 2}, {"steer": "left"},
                      {"gear": 1}, [], b"x" * 4000):
            self.assertIn("rack_torque", self.turn(wrong))
        turns = run.state()["turns"]
        state = run.await_state(lambda state: state["turns"] > turns + 5)
        self.assertEqual(state["cmd"], command)
        harness.until(lambda: self.turn(command)["steer"] > 0.2, run.log)

    def test_without_control_it_gets_force_feedback_and_does_not_drive(self):
        run = run_test.Run(self, TWO.replace("TARGETS", f"force_feedback_port: {self.port}"))
        run.await_state(lambda state: state["vx"] is not None and state["vx"] > 1)
        harness.until(lambda: (self.turn({"throttle": 1})["vx"] or 0) > 1, run.log)
        self.assertIsNone(run.state()["cmd_in"])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
