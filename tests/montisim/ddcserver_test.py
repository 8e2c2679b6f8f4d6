# SPDX-License-Identifier: MIT
"""ddcserver with the Python simulator: programs of this project driven, invalid input, many
sessions.

Usage: ddcserver_test.py    (DDCSERVER, AUTOPILOT and AUTOPILOT_BASIC name the executables)
"""
import math
import pathlib
import resource
import signal
import socket
import struct
import sys
import threading
import unittest

for folder in ("programs/python", "tests/support"):
    sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / folder))
import harness  # noqa: E402
import montisim  # noqa: E402
from processes import FIRST_ID, ID_STEP  # noqa: E402
import processes  # noqa: E402
import sessions  # noqa: E402

INPUTS = {"true_velocity": 36.0, "true_position": [1.5, -2.0], "true_compass": 90.0,
          "trajectory_length": 3, "trajectory_x": [1.0, 2.0, 3.0] + [0.0] * 7,
          "trajectory_y": [0.0, 1.0, 1.0] + [0.0] * 7}
OUTPUTS = ["set_steering", "set_gas", "set_braking"]


class Driving(processes.Case):
    def drive(self, client, cycles=3):
        client.begin(FIRST_ID)
        for _ in range(cycles):
            outputs, execution_s = client.cycle(INPUTS, 0.02)
            self.assertEqual([name for name, _ in outputs], OUTPUTS)
            self.assertTrue(all(math.isfinite(value) for _, value in outputs))
            self.assertGreaterEqual(execution_s, 0)
        return outputs

    def test_it_drives_a_polling_program_field_by_field_and_packet_by_packet(self):
        server = self.start_server()
        self.start_autopilot(basic=False)
        shown = []
        for by_field in (False, True):
            for as_json in (False, True):
                with server.connect(by_field=by_field, as_json=as_json) as client:
                    shown.append(self.drive(client))
                    self.assertTrue(client.ping())
                    client.end()
        summary = server.stop()
        self.assertEqual((summary["sessions"], summary["ended"], summary["errors"]), (4, 4, 0))
        self.assertEqual(summary["cycles"], 12)
        self.assertTrue(all(sorted(dict(each)) == sorted(OUTPUTS) for each in shown))

    def test_once_ends_with_its_session(self):
        server = self.start_server("--once")
        self.start_autopilot()
        with server.connect() as client:
            self.drive(client)
            client.end()
        self.assertEqual(server.ended()["cycles"], 3)

    def test_a_simulator_may_connect_before_its_program_starts(self):
        server = self.start_server()
        with server.connect() as client:
            client.send("INIT", montisim.text("measured"))
            client.send("REF_ID", struct.pack(">I", FIRST_ID))
            self.start_autopilot()
            self.assertEqual(client.receive()[0], "INTERFACE")

    def test_a_ping_needs_no_payload_and_no_program(self):
        server = self.start_server()
        with server.connect() as client:
            for padding in (b"", b"\0"):
                client.send_bytes(montisim.packet(montisim.PING, padding))
                self.assertEqual(client.receive(), ("PING", b""))

    def test_a_vector_may_be_shorter_and_a_packet_longer(self):
        server = self.start_server()
        self.start_autopilot()
        with server.connect() as client:
            client.begin(FIRST_ID)
            client.send_input("trajectory_x", [1.0, 2.0])
            index, _ = client.port("true_velocity")
            value = struct.pack(">Hd", index, 36.0)
            client.send("INPUT", value + b"\0" * (montisim.MOST_RECEIVED - len(value)))
            self.assertEqual(len(client.run_cycle(0.0)[0]), 3)

    def test_a_second_init_restarts_the_session(self):
        server = self.start_server()
        self.start_autopilot()
        with server.connect() as client:
            self.drive(client)
            client.send("INIT", montisim.text("measured"))
            client.send("RUN_CYCLE", struct.pack(">d", 0.0))
            with self.assertRaisesRegex(montisim.ServerError, "INIT and REF_ID"):
                client.receive()
        with server.connect() as client:
            self.drive(client)
            self.drive(client)  # INIT and REF_ID once more


    def test_a_server_that_is_stopped_reports_it(self):
        server = self.start_server()
        self.start_autopilot()
        with server.connect() as client:
            self.drive(client)
            client.send_bytes(montisim.packet(montisim.INPUT)[:2])  # which it has not read
            server.process.send_signal(signal.SIGTERM)
            with self.assertRaisesRegex(montisim.ServerError, "stopped"):
                client.receive()
            self.assertTrue(client.is_closed())
        self.assertEqual(server.ended()["errors"], 1)


class BadInput(processes.Case):
    """Every error gets an ERROR with its reason, and the next session is served."""

    def setUp(self):
        super().setUp()
        self.server = self.start_server("--start-timeout", "0.2", "--answer-timeout", "20")

    def refusal(self, *packets, attached=True):
        with self.server.connect() as client:
            if attached:
                client.begin(FIRST_ID)
            client.send_bytes(*packets)
            with self.assertRaises(montisim.ServerError) as refused:
                while True:
                    client.receive()
            self.assertTrue(client.is_closed())
        return str(refused.exception)

    def test_invalid_packets(self):
        self.start_autopilot()
        harness.until(lambda: self.is_served(FIRST_ID), "the start of the program")
        float_of = struct.Struct(">d").pack

        def given(port, value):
            return montisim.packet(montisim.INPUT, struct.pack(">H", port) + value)

        cases = [
            (montisim.packet(99), "unknown id 99"),
            (montisim.packet(255, b"x" * 65535), "unknown id 255"),
            (given(12, float_of(1.0)), "port 12.*0 to 11"),
            (given(65535, float_of(1.0)), "port 65535"),
            (given(9, float_of(1.0)), "port 9 .set_steering.*an output"),
            (given(0, b"\0" * 7), "port 0 .true_velocity"),
            (given(0, b""), "port 0 .true_velocity"),
            (given(4, struct.pack(">H", 11) + b"\0" * 88), "11 elements.*10"),
            (given(4, struct.pack(">H", 10) + b"\0" * 16), "port 4"),
            (given(4, struct.pack(">H", 65535)), "65535 elements"),
            (montisim.packet(montisim.INPUT, b"\0"), "packet is too short"),
            (montisim.packet(montisim.RUN_CYCLE, float_of(math.nan)), "delta_sec"),
            (montisim.packet(montisim.RUN_CYCLE, float_of(-0.02)), "delta_sec"),
            (montisim.packet(montisim.RUN_CYCLE, float_of(math.inf)), "delta_sec"),
            (montisim.packet(montisim.RUN_CYCLE, b"\0" * 7), "packet is too short"),
            (montisim.packet(13, b"\0\0no json\0"), "JSON"),
            (montisim.packet(13, b"\0\4[3,1.0]\0"), "port 4"),
            (montisim.packet(13, b"\0\0" + b"[" * 60000 + b"\0"), "deep"),
            (montisim.packet(montisim.REF_ID, struct.pack(">I", FIRST_ID)), "REF_ID"),
            (montisim.packet(montisim.OUTPUT, b"\0\0"), "OUTPUT"),
        ]
        for sent, reason in cases:
            with self.subTest(sent=sent[:20]):
                self.assertRegex(self.refusal(sent), reason)
        with self.server.connect() as client:
            client.begin(FIRST_ID)
            self.assertEqual(len(client.cycle(INPUTS, 0.0)[0]), 3)

    def test_invalid_handshakes(self):
        init = montisim.packet(montisim.INIT, montisim.text("measured"))
        cases = [
            ([montisim.packet(montisim.INIT, montisim.text("realtime"))], "realtime"),
            ([montisim.packet(montisim.INIT, montisim.text("hardware"))], "hardware"),
            ([montisim.packet(montisim.INIT)], "measured"),
            ([montisim.packet(montisim.REF_ID, struct.pack(">I", FIRST_ID))], "INIT"),
            ([montisim.packet(montisim.RUN_CYCLE, b"\0" * 8)], "INIT and REF_ID"),
            ([init, montisim.packet(montisim.REF_ID, struct.pack(">I", 4000))], "decimal"),
            ([init, montisim.packet(montisim.REF_ID, struct.pack(">I", 2**32 - 1))], "ref_id"),
            ([init, montisim.packet(montisim.REF_ID, b"\0")], "packet is too short"),
            ([init, montisim.packet(montisim.REF_ID, struct.pack(">I", FIRST_ID))],
             "no program within.*0x4000.*--start-timeout"),
        ]
        for sent, reason in cases:
            with self.subTest(sent=sent):
                self.assertRegex(self.refusal(*sent, attached=False), reason)

    def test_packets_of_an_emulator_are_rejected_with_a_remedy_in_every_numbering(self):
        self.server.process.kill()
        for numbering in montisim.NUMBERINGS:
            self.server = self.start_server("--numbering", numbering)
            for name, number in montisim.NUMBERINGS[numbering].items():
                if name != "INPUT_JSON":
                    with self.subTest(numbering=numbering, name=name):
                        self.assertIn(name, self.refusal(montisim.packet(number, b"\0" * 8),
                                                         attached=False))
            unknown = next(number for number in range(10, 20)
                           if number not in montisim.NUMBERINGS[numbering].values())
            self.assertIn(f"unknown id {unknown}",
                          self.refusal(montisim.packet(unknown), attached=False))

    def test_a_connection_closed_at_any_byte_of_a_session_disturbs_no_other(self):
        programs = 16
        references = [FIRST_ID + i * ID_STEP for i in range(programs)]
        for reference_id in references:
            self.start_autopilot(reference_id)
        recorded = sessions.sent_by(sessions.SIMULATOR, sessions.read()[1])
        for cut in range(len(b"".join(recorded))):
            own = montisim.packet(montisim.REF_ID, struct.pack(">I", references[cut % programs]))
            sent = b"".join([recorded[0], own, *recorded[2:]])[:cut]
            with socket.create_connection(("127.0.0.1", self.server.port)) as connection:
                connection.sendall(sent)
        for reference_id in references:
            harness.until(lambda each=reference_id: self.is_served(each), f"{reference_id:#x}")
        summary = self.server.stop()
        self.assertGreaterEqual(summary["sessions"], len(b"".join(recorded)) + programs)

    def is_served(self, reference_id):
        try:
            with self.server.connect() as client:
                client.begin(reference_id)
                client.cycle(INPUTS, 0.0)
                client.end()
            return True
        except montisim.ServerError:  # one of the earlier sessions is just ending
            return False

    def test_stalled_clients_delay_no_other_and_are_disconnected(self):
        self.start_autopilot()
        starts = [b"", b"\x02", montisim.packet(montisim.INIT, montisim.text("measured")),
                  struct.pack(">BH", montisim.INPUT, 60000) + b"\0" * 1000]
        stalled = [socket.create_connection(("127.0.0.1", self.server.port), harness.LIMIT_S)
                   for _ in starts]
        for connection, sent in zip(stalled, starts):
            self.addCleanup(connection.close)
            connection.sendall(sent)
        flood = socket.create_connection(("127.0.0.1", self.server.port))
        self.addCleanup(flood.close)
        flood.setblocking(False)
        pings, sent = montisim.packet(montisim.PING, b"\0") * 1000, 0
        with self.assertRaises(BlockingIOError):  # replies are not read
            while True:
                sent = (sent + flood.send(pings[sent:])) % len(pings)
        harness.until(lambda: self.is_served(FIRST_ID), "a session beside the others")
        for connection in stalled:
            said = b""
            while part := connection.recv(4096):
                said += part
            (number, text), = montisim.split(said)
            self.assertEqual(number, montisim.ERROR)
            self.assertIn(b"within", text)


class NoRoom(processes.Case):
    def test_connections_beyond_the_descriptors_of_the_process_wait_until_some_are_free(self):
        server = self.start_server()
        most = server.descriptors() + 4
        resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE, (most, most))
        clients = [server.connect() for _ in range(8)]
        server.process.await_output("must wait")
        for client in clients[:4]:
            self.assertTrue(client.ping())
        for client in clients[:4]:
            client.close()
        for client in clients[4:]:
            with client:
                self.assertTrue(client.ping())
        said = server.process.err().splitlines()
        self.assertEqual(sum("must wait" in line for line in said), 1)


class ManySessions(processes.Case):
    SEQUENTIAL, PARALLEL = 1000, 50

    def test_a_thousand_consecutive_sessions_leave_no_resource_allocated(self):
        server = self.start_server()
        self.start_autopilot()
        for number in range(self.SEQUENTIAL):
            with server.connect() as client:
                client.begin(FIRST_ID)
                client.cycle(INPUTS, 0.0)
                client.send("END")
                self.assertTrue(client.is_closed())
            if number == 0:
                harness.until(server.is_idle, "the end of the first session")
                descriptors = server.descriptors()
        harness.until(server.is_idle, "the end of all sessions")
        self.assertLessEqual(server.descriptors(), descriptors)
        summary = server.stop()
        self.assertEqual((summary["ended"], summary["errors"]), (self.SEQUENTIAL, 0))

    def test_fifty_simultaneous_sessions_drive_fifty_programs(self):
        server = self.start_server("--start-timeout", "60", "--answer-timeout", "60")
        references = [FIRST_ID + i * ID_STEP for i in range(self.PARALLEL)]
        for reference_id in references:
            self.start_autopilot(reference_id)
        all_connected = threading.Barrier(self.PARALLEL)
        failures = []

        def drive(number, reference_id):
            try:
                with server.connect(by_field=number % 2 == 0) as client:
                    client.begin(reference_id)
                    all_connected.wait(harness.LIMIT_S)
                    for _ in range(10):
                        client.cycle(INPUTS, 0.02)
                    client.end()
            except Exception as error:  # reported below, by the test's thread
                all_connected.abort()
                failures.append(f"{number}: {error!r}")

        threads = [threading.Thread(target=drive, args=each) for each in enumerate(references)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(harness.LIMIT_S)
        self.assertEqual(failures, [])
        summary = server.stop()
        self.assertEqual((summary["ended"], summary["cycles"]),
                         (self.PARALLEL, self.PARALLEL * 10))


if __name__ == "__main__":
    unittest.main()
