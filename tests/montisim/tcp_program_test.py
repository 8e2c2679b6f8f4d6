# SPDX-License-Identifier: MIT
"""ddc-gateway drives programs in TCP mode: the Python program server, which behaves like the public
ones, and servers that violate the protocol.

Usage: tcp_program_test.py    (DDC_GATEWAY names the executable)
"""
import contextlib
import csv
import json
import os
import pathlib
import socket
import struct
import subprocess
import sys
import threading
import unittest

for folder in ("programs/python", "tests/support"):
    sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / folder))
import harness  # noqa: E402
import montisim  # noqa: E402
import processes  # noqa: E402
import program_server  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = pathlib.Path(__file__).with_name("program_server.py")


class OneSession:
    """A server of this test for one session: serve(connection)."""

    def __init__(self, serve):
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.listener.settimeout(harness.LIMIT_S)
        self.port = self.listener.getsockname()[1]
        self.serve, self.log = serve, []
        self.thread = threading.Thread(target=self._run)

    def _run(self):
        with contextlib.suppress(OSError, EOFError):
            connection, _ = self.listener.accept()
            with connection:
                self.serve(connection)

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.thread.join(harness.LIMIT_S)
        self.listener.close()


class Run(processes.Case):
    def setUp(self):
        super().setUp()
        self.folder = self.new_folder()

    def config(self, tcp, **more):
        program = {"tcp": tcp} | more.pop("program", {})
        return {"duration_s": 5, "program": program, "trace": str(self.folder / "trace.csv"),
                "timing": {"execution_time": "constant"},
                "route": {"file": str(ROOT / "programs/demo/route.csv")}} | more

    def run_gateway(self, config):
        """@return exit code, summary (or nothing) and standard error"""
        file, summary = self.folder / "run.yaml", self.folder / "summary.json"
        file.write_text(json.dumps(config), encoding="utf-8")
        done = subprocess.run([os.environ["DDC_GATEWAY"], "run", file, "--summary", summary],
                              capture_output=True, text=True, timeout=harness.LIMIT_S,
                              check=False)
        shown = json.loads(summary.read_text(encoding="utf-8")) if summary.exists() else None
        return done.returncode, shown, done.stderr

    def trace(self):
        with open(self.folder / "trace.csv", newline="", encoding="utf-8") as file:
            return list(csv.DictReader(file))

    def test_a_program_that_is_started_drives_along_the_route(self):
        port = harness.free_port(socket.SOCK_STREAM)
        code, summary, said = self.run_gateway(self.config(
            {"port": port, "exec": [sys.executable, "-B", str(PROGRAM), str(port)]},
            duration_s=20))
        self.assertEqual(code, 0, said)
        self.assertEqual(summary["exit_reason"], "duration")
        rows = self.trace()
        self.assertGreater(float(rows[-1]["true_velocity"]), 20)
        self.assertLess(max(float(row["route_distance_m"]) for row in rows), 3)

    def test_a_run_repeats_bit_identically(self):
        shown = []
        for _ in range(2):
            port = harness.free_port(socket.SOCK_STREAM)
            code, _, said = self.run_gateway(self.config(
                {"port": port, "exec": [sys.executable, "-B", str(PROGRAM), str(port)]}))
            self.assertEqual(code, 0, said)
            shown.append([row["x_m"] for row in self.trace()])
        self.assertEqual(shown[0], shown[1])

    def test_the_sent_packets_are_those_that_public_programs_accept(self):
        log = []

        def serve(connection):
            session = program_server.Session(connection, program_server.Pursuit(), "oldest")
            session.run()
            log.extend(session.link.log)

        with OneSession(serve) as server:
            code, summary, said = self.run_gateway(
                self.config({"port": server.port, "numbering": "oldest"}))
        self.assertEqual(code, 0, said)
        self.assertEqual(log[0], (montisim.INIT, b"measured\0"))
        self.assertEqual(log[1], (montisim.REF_ID, struct.pack(">I", 0x4000)))
        self.assertEqual(log[-1], (montisim.END, b"\0"))  # padded: they wait for a byte
        cycle = [number for number, _ in log[2:9]]
        self.assertEqual(cycle, [montisim.INPUT] * 6 + [montisim.RUN_CYCLE])
        cycles = [payload for number, payload in log if number == montisim.RUN_CYCLE]
        self.assertEqual(cycles[0], struct.pack(">d", 0.0))
        self.assertEqual(len(cycles), summary["cycles"])

    def run_gateway_with(self, serve, **program):
        with OneSession(serve) as server:
            return self.run_gateway(self.config({"port": server.port}, program=program))

    def refused(self, serve, reason, **program):
        code, _, said = self.run_gateway_with(serve, **program)
        self.assertEqual(code, 1, said)
        self.assertRegex(said, reason)

    def test_an_error_of_the_program_ends_the_run_with_its_text(self):
        class Refusing(program_server.Pursuit):
            def execute(self, _inputs, _delta_s):
                raise program_server.ProgramError("std::exception")

        self.refused(lambda connection: program_server.Session(connection, Refusing()).run(),
                     r"the program at 127\.0\.0\.1:\d+: it has sent ERROR: std::exception")

    def test_servers_that_break_the_protocol_are_reported(self):
        interface = montisim.packet(montisim.INTERFACE,
                                    montisim.text(program_server.Pursuit().interface_text))
        cases = [
            (montisim.packet(montisim.TIME, b"\0" * 8), "answered INIT with packet 7"),
            (montisim.packet(10), "configuration of a computer"),
            (montisim.packet(montisim.INTERFACE, b"no json\0"), "JSON"),
            (montisim.packet(montisim.ERROR, b"Unknown TimeMode: measured\0"), "Unknown TimeMode"),
            (interface, "closed the connection"),
            (interface + montisim.packet(montisim.OUTPUT, b"\0\0" + b"\0" * 8), "output of port 0"),
            (interface + montisim.packet(montisim.OUTPUT, b"\0\x06\0"), "packet is too short"),
            (interface + montisim.packet(montisim.INTERFACE), "packet 3 instead of"),
            (interface + montisim.packet(montisim.TIME), "packet is too short"),
        ]
        for sent, reason in cases:
            with self.subTest(sent=sent[-20:]):
                def serve(connection, answer=sent):
                    connection.settimeout(harness.LIMIT_S)
                    if answer:
                        connection.sendall(answer)
                    connection.shutdown(socket.SHUT_WR)
                    while connection.recv(4096):
                        pass

                self.refused(serve, reason)

    def test_a_program_that_does_not_answer_times_out(self):
        def serve(connection):
            link = program_server.Connection(connection)
            link.send(montisim.INTERFACE,
                      montisim.text(program_server.Pursuit().interface_text))
            while True:
                link.receive()

        self.refused(serve, "answer_timeout_s", answer_timeout_s=0.3)

    def test_a_server_that_closes_before_it_replies_is_connected_again(self):
        code, _, said = self.run_gateway_with(lambda connection: connection.recv(1),
                                              start_timeout_s=0.5)
        self.assertEqual(code, 1)
        self.assertRegex(said, "no program within 0.5 s.*to answer INIT|to listen")

    def test_a_missing_program_is_waited_for_by_its_address(self):
        port = harness.free_port(socket.SOCK_STREAM)
        code, _, said = self.run_gateway(
            self.config({"port": port}, program={"start_timeout_s": 0.3}))
        self.assertEqual(code, 1)
        self.assertRegex(said, rf"waited for the program at 127\.0\.0\.1:{port} to listen "
                               r"\(Connection refused\).*start_timeout_s")

    def test_a_program_that_returns_continues(self):
        served = []

        class Leaving(program_server.Pursuit):
            def execute(self, inputs, delta_s):
                served.append(delta_s)
                if len(served) == 10:
                    raise EOFError
                return super().execute(inputs, delta_s)

        def serve_twice(listener):
            for _ in range(2):
                connection, _ = listener.accept()
                with connection, contextlib.suppress(ConnectionError):
                    program_server.Session(connection, Leaving()).run()

        listener = program_server.listen()
        thread = threading.Thread(target=serve_twice, args=(listener,))
        thread.start()
        code, summary, said = self.run_gateway(self.config(
            {"port": listener.getsockname()[1]}, program={"on_loss": "wait"}))
        thread.join(harness.LIMIT_S)
        listener.close()
        self.assertIn(code, (0, 3), said)  # 3: it was lost once
        self.assertEqual(summary["exit_reason"], "duration")
        self.assertGreater(len(served), 40)

    def test_messages_go_from_one_program_to_another(self):
        came = []

        class Talking(program_server.Pursuit):
            """Sends to all, and stores received packets."""

            def __init__(self):
                super().__init__()
                interface = json.loads(self.interface_text)
                packet = {"type": "simple_packet",
                          "payloadType": {"type": "basic", "base_type": "Q"}}
                interface["ports"].append({"name": "convoy", "direction": "IO",
                                           "data_type": packet, "port_type": "SOCKET"})
                self.interface_text = json.dumps(interface)

            def execute(self, inputs, delta_s):
                came.extend(value for _, value in inputs.get("convoy", []))
                return super().execute(inputs, delta_s) + [("convoy", ["ff02::1", 0.5])]

        with OneSession(lambda connection: program_server.Session(connection, Talking()).run()) \
                as first, OneSession(lambda connection: program_server.Session(
                    connection, Talking()).run()) as second:
            reference_ids = [processes.FIRST_ID, processes.FIRST_ID + processes.ID_STEP]
            programs = [{"name": name, "tcp": {"port": port}, "reference_id": reference_id}
                        for name, port, reference_id in zip(
                            ("first", "second"), (first.port, second.port), reference_ids)]
            links = [{"from": "first.convoy", "to": "second.convoy"}]
            code, summary, said = self.run_gateway(
                {"duration_s": 1, "programs": programs, "sockets": {"links": links}})
        self.assertEqual(code, 0, said)
        self.assertGreater(len(came), 5)
        self.assertEqual(set(came), {0.5})
        self.assertEqual(len(summary["programs"]), 2)


if __name__ == "__main__":
    unittest.main()
