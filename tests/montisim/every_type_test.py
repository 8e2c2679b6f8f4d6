# SPDX-License-Identifier: MIT
"""Values of every type from the Python simulator through ddcserver and the table to a program in
Python and back; recorded sessions byte by byte; programs that die or hang; messages of SOCKET
ports.

Usage: every_type_test.py    (DDCSERVER names the executable, DDC_LIBRARY libddc.so)
"""
import json
import math
import pathlib
import re
import socket
import sys
import tempfile
import unittest

for folder in ("programs/python", "tests/support"):
    sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / folder))
import ddc_program  # noqa: E402
import harness  # noqa: E402
import montisim  # noqa: E402
from processes import FIRST_ID, ID_STEP  # noqa: E402
import processes  # noqa: E402
import sessions  # noqa: E402

ECHO = pathlib.Path(__file__).with_name("echo_interface.json").read_text(encoding="utf-8")
POSE = [[1.0, -2.0], 0.5]
VALUES = {
    "real": -0.25, "integer": -7, "natural": 2**31 - 1, "positive": 1, "complex": [0.5, -1.0],
    "flag": True, "event": None, "plane": [1.5, -2.0], "space": [1.0, 2.0, 3.0],
    "reals": [float(i) for i in range(10)], "points": [[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]],
    "flags": [True, False, True, True], "rows": [[1.0, 2.0], [3.0, 4.0]],
    "rotation": [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]],
    "tiles": [[[1, True], [2, False]], [[3, True], [4, False]]], "pose": POSE, "gear": "drive",
    "obstacles": [POSE, [[3.0, 4.0], 1.5]], "last_packet": ["10.0.0.2", POSE],
}


class EveryType(processes.Case):
    def echoed(self, client, values):
        outputs, _ = client.cycle(values, 0.02)
        return {name.removesuffix("_back"): value for name, value in outputs}

    def test_every_type_returns_in_binary_and_in_json(self):
        server = self.start_server()
        self.start_python("echo")
        both = {"both": [0.5, 1.5]}
        for by_field in (False, True):
            for as_json in (False, True):
                with server.connect(by_field=by_field, as_json=as_json) as client:
                    client.begin(FIRST_ID)
                    self.assertEqual(client.interface_text, ECHO)
                    self.assertEqual(self.echoed(client, VALUES | both), VALUES | both)
                    client.end()

    def test_values_are_in_the_slots_of_their_ports(self):
        server = self.start_server()
        self.start_python("echo")
        with server.connect() as client:
            client.begin(FIRST_ID)
            client.cycle(VALUES, 0.125)
            with ddc_program.ddc.Table() as table:
                program = ddc_program.Program(table, FIRST_ID, ECHO)

                def slots(name, count):
                    return [program.read(program.slots[name] + i) for i in range(count)]

                self.assertEqual(slots("reals", 10), VALUES["reals"])  # no count in the table
                self.assertEqual(slots("rows", 4), [1.0, 2.0, 3.0, 4.0])
                self.assertEqual(slots("tiles", 8), [1, True, 2, False, 3, True, 4, False])
                self.assertEqual(slots("gear", 1), [3])
                self.assertEqual(slots("obstacles", 7), [2, 1.0, -2.0, 0.5, 3.0, 4.0, 1.5])
                self.assertEqual(slots("last_packet", 4), ["10.0.0.2", 1.0, -2.0, 0.5])
                self.assertEqual(program.read(ddc_program.DELTA_SEC), 0.125)
                self.assertEqual(program.read(ddc_program.TIME_MODE), "measured")

    def test_special_numbers_pass_unchanged(self):
        server = self.start_server()
        self.start_python("echo")
        with server.connect() as client:
            client.begin(FIRST_ID)
            for value in (math.nan, math.inf, -math.inf, -0.0, 5e-324):
                back = self.echoed(client, {"real": value})["real"]
                self.assertTrue(montisim.same(back, value), value)
                self.assertEqual(math.copysign(1, back), math.copysign(1, value))

    def test_a_shorter_vector_leaves_the_other_elements_unchanged(self):
        server = self.start_server()
        self.start_python("echo")
        with server.connect() as client:
            client.begin(FIRST_ID)
            client.cycle({"reals": VALUES["reals"]}, 0.0)
            back = self.echoed(client, {"reals": [-1.0, -2.0]})["reals"]
            self.assertEqual(back, [-1.0, -2.0] + VALUES["reals"][2:])


class Recorded(processes.Case):
    def test_recorded_sessions_get_their_recorded_replies(self):
        for number, steps in sessions.read().items():
            with self.subTest(session=number):
                server = self.start_server("--once")
                program = self.start_python("replay")
                answers = self.replay(server, steps)
                program.kill()
                expected = montisim.split(b"".join(sessions.sent_by(sessions.PROGRAM, steps)))
                if number == 3:  # realtime is rejected immediately, and not after the interface
                    del expected[0]
                self.assertEqual(sessions.comparable(answers), sessions.comparable(expected))
                server.process.wait()  # --once

    def replay(self, server, steps):
        """Sends the packets of the simulator one by one; returns all that arrives until both have
        closed."""
        answers = b""
        with socket.create_connection(("127.0.0.1", server.port), harness.LIMIT_S) as client:
            try:
                for packet in sessions.sent_by(sessions.SIMULATOR, steps):
                    client.sendall(packet)
            except ConnectionError:
                pass  # it has been rejected
            while part := client.recv(65536):
                answers += part
        return montisim.split(answers)


class Losses(processes.Case):
    def test_a_program_that_dies_in_a_cycle_is_reported_and_disturbs_no_other(self):
        self.lose("die")

    def test_a_program_that_hangs_in_a_cycle_is_reported_and_disturbs_no_other(self):
        self.lose("hang")

    def lose(self, behaviour):
        server = self.start_server("--answer-timeout", "2")
        self.start_python(behaviour)
        self.start_python("echo", FIRST_ID + ID_STEP)
        with server.connect() as lost, server.connect() as other:
            lost.begin(FIRST_ID)
            other.begin(FIRST_ID + ID_STEP)
            with self.assertRaisesRegex(montisim.ServerError, "run_cycle_switch.*answer-timeout"):
                lost.cycle({"real": 1.0}, 0.0)
            self.assertTrue(lost.is_closed())
            self.assertEqual(dict(other.cycle({"real": 2.0}, 0.0)[0])["real_back"], 2.0)
            other.end()

    def test_a_program_is_driven_by_one_simulator_at_a_time(self):
        server = self.start_server()
        self.start_python("echo")
        with server.connect() as first, server.connect() as second:
            first.begin(FIRST_ID)
            with self.assertRaisesRegex(montisim.ServerError, re.escape(hex(FIRST_ID))):
                second.begin(FIRST_ID)
            first.cycle({"real": 2.0}, 0.0)


class Sockets(processes.Case):
    def test_messages_of_the_simulator_reach_the_program_and_return(self):
        server = self.start_server()
        self.start_python("echo")
        sent = [("convoy", ["10.0.0.2", [1.0, 2.0]]), ("convoy", ["10.0.0.3", [3.0, 4.0]])]
        for as_json in (False, True):
            with server.connect(as_json=as_json) as client:
                client.begin(FIRST_ID)
                for _ in range(3):
                    outputs, _ = client.cycle(sent, 0.02)
                    self.assertEqual([each for each in outputs if each[0] == "convoy"], sent)
                outputs, _ = client.cycle([], 0.02)
                self.assertNotIn("convoy", dict(outputs))
                client.end()

    def test_a_configuration_connects_the_programs_of_two_sessions(self):
        config = {"programs": [{"name": "first", "reference_id": FIRST_ID},
                               {"name": "second", "reference_id": FIRST_ID + ID_STEP}],
                  "sockets": {"links": [{"from": "first.convoy", "to": "second.convoy"}]}}
        with tempfile.NamedTemporaryFile("w", suffix=".yaml") as file:
            json.dump(config, file)
            file.flush()
            server = self.start_server("--config", file.name)
        self.start_python("echo")
        self.start_python("echo", FIRST_ID + ID_STEP)
        with server.connect() as first, server.connect() as second:
            first.begin(FIRST_ID)
            second.begin(FIRST_ID + ID_STEP)
            first.cycle([("convoy", ["second", [1.0, 2.0]])], 0.02)
            came = []
            for _ in range(20):  # in the time of the receiver
                came += [value for name, value in second.cycle([], 0.02)[0] if name == "convoy"]
            self.assertEqual([payload for _, payload in came], [[1.0, 2.0]])


if __name__ == "__main__":
    unittest.main()
