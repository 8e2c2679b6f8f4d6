# SPDX-License-Identifier: MIT
"""The Python implementation of MontiSim's protocol with golden vectors, recorded sessions, and
itself.

Usage: peer_test.py
"""
import contextlib
import json
import math
import pathlib
import socket
import struct
import sys
import tempfile
import threading
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "programs/python"))
import montisim  # noqa: E402
import program_server  # noqa: E402
import sessions  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parents[2]
VECTORS = json.loads((ROOT / "schemas/montisim_vectors.json").read_text(encoding="utf-8"))
ECHO = pathlib.Path(__file__).with_name("echo_interface.json").read_text(encoding="utf-8")
LIMIT_S = 20


class Vectors(unittest.TestCase):
    def test_every_packet_has_the_id_and_the_bytes_of_its_vector(self):
        for vector in VECTORS["packets"]:
            with self.subTest(vector["name"]):
                expected = bytes.fromhex(vector["hex"])
                (number, payload), = montisim.split(expected)
                numbering = vector.get("numbering", "newest")
                self.assertEqual(montisim.names(numbering)[number], vector["packet"])
                self.assertEqual(montisim.packet(number, payload), expected)

    def test_the_vectors_have_every_packet_of_every_numbering(self):
        for numbering in montisim.NUMBERINGS:
            shown = {(vector["packet"], vector["id"]) for vector in VECTORS["packets"]
                     if vector.get("numbering", numbering) == numbering}
            self.assertEqual(shown, set(montisim.ids(numbering).items()))

    def test_every_value_is_converted_to_the_bytes_and_the_json_of_its_vector_and_back(self):
        for vector in VECTORS["values"]:
            with self.subTest(vector["type"]):
                data_type, encoded = vector["type"], bytes.fromhex(vector["hex"])
                self.assertEqual(montisim.encode(data_type, vector["value"]), encoded)
                self.assertEqual(montisim.decode(data_type, encoded), vector["value"])
                self.assertEqual(montisim.to_json(data_type, vector["value"]), vector["json"])
                self.assertEqual(montisim.from_json(data_type, vector["json"]), vector["value"])


class TestServer:
    """A program server in a thread, for one session."""

    def __init__(self, program, numbering="newest"):
        self.listener = program_server.listen()
        self.port = self.listener.getsockname()[1]
        self.program, self.numbering = program, numbering
        self.thread = threading.Thread(target=self._serve)
        self.connection = None

    def _serve(self):
        self.connection, _ = self.listener.accept()
        with contextlib.suppress(ConnectionError):
            program_server.Session(self.connection, self.program, self.numbering).run()

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.thread.join(LIMIT_S)
        self.listener.close()
        if self.connection:
            self.connection.close()


class BothRoles(unittest.TestCase):
    def test_a_recorded_simulator_gets_the_recorded_replies(self):
        for number, steps in sessions.read().items():
            with self.subTest(session=number), TestServer(sessions.Replayed(steps)) as server:
                expected = b"".join(sessions.sent_by(sessions.PROGRAM, steps))
                with socket.create_connection(("127.0.0.1", server.port), LIMIT_S) as client:
                    client.sendall(b"".join(sessions.sent_by(sessions.SIMULATOR, steps)))
                    got = b""
                    while len(got) < len(expected):
                        got += client.recv(65536)
                # Here the texts of ERROR equal those of the public program as well.
                ours, theirs = montisim.split(got), montisim.split(expected)
                self.assertEqual(sessions.comparable(ours), sessions.comparable(theirs))
                self.assertEqual([packet for packet in ours if packet[0] == montisim.ERROR],
                                 [packet for packet in theirs if packet[0] == montisim.ERROR])

    def echo_inputs(self):
        ports = {port["name"]: port["data_type"] for port in json.loads(ECHO)["ports"]}
        pose = [[1.0, 2.0], 0.5]
        return ports, {
            "real": -0.25, "integer": -7, "natural": 7, "positive": 1, "complex": [0.5, -1.0],
            "flag": True, "plane": [1.0, 2.0], "space": [1.0, 2.0, 3.0], "gear": "drive",
            "reals": [float(i) for i in range(10)], "points": [[1.0, 2.0]] * 3, "pose": pose,
            "flags": [True, False, True, True], "rows": [[1.0, 2.0], [3.0, 4.0]],
            "rotation": [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]], "tiles": [[[1, True]] * 2] * 2,
            "obstacles": [pose], "last_packet": ["10.0.0.2", pose], "both": [0.5, 1.5]}

    def test_every_type_returns_in_binary_and_in_json_in_every_numbering(self):
        _, inputs = self.echo_inputs()
        for numbering in montisim.NUMBERINGS:
            for as_json in (False, True):
                with self.subTest(numbering=numbering, as_json=as_json), \
                        TestServer(program_server.Echo(ECHO), numbering) as server, \
                        montisim.Simulator(server.port, numbering=numbering,
                                            as_json=as_json) as client:
                    client.begin(0x4000)
                    outputs, _ = client.cycle(inputs, 0.02)
                    back = {name.removesuffix("_back"): value for name, value in outputs}
                    self.assertEqual(back, inputs)
                    client.end()

    def test_an_output_of_an_unknown_port_is_reported(self):
        with socket.create_server(("127.0.0.1", 0)) as listener, \
                montisim.Simulator(listener.getsockname()[1]) as client:
            client.interface = json.loads(ECHO)
            connection, _ = listener.accept()
            with connection:
                number, ports = montisim.ids()["OUTPUT"], len(client.interface["ports"])
                for index in (ports, 65535):
                    connection.sendall(montisim.packet(number, struct.pack(">Hd", index, 1.0)))
                    with self.assertRaisesRegex(ValueError, f"OUTPUT of port {index}, but"):
                        client.run_cycle(0.01)

    def test_points_of_a_route_at_the_same_position_are_one(self):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "route.csv"
            file.write_text("x_m,y_m\n0,0\n0,0\n0,10\n0,10\n0,20\n", encoding="utf-8")
            route = montisim.Route(file)
            self.assertEqual(route.shown(), [(0.0, 0.0), (0.0, 10.0), (0.0, 20.0)])
            self.assertEqual(route.heading(), math.pi / 2)
            self.assertEqual(route.update(3.0, 5.0), 3.0)
            for text in ("x_m,y_m\n", "x_m,y_m\n1,1\n1,1\n"):
                file.write_text(text, encoding="utf-8")
                with self.assertRaisesRegex(ValueError, "at least two different points"):
                    montisim.Route(file)

    def test_packets_of_a_socket_port_return_as_separate_packets(self):
        with TestServer(program_server.Echo(ECHO)) as server, \
                montisim.Simulator(server.port, by_field=True) as client:
            client.begin(0x4000)
            sent = [("convoy", ["10.0.0.2", [1.0, 2.0]]), ("convoy", ["10.0.0.3", [3.0, 4.0]])]
            self.assertEqual(client.cycle(sent, 0.0)[0], sent)
            self.assertEqual(client.cycle([], 0.02)[0], [])
            client.end()

    def test_a_packet_without_payload_is_received_with_the_next_one(self):
        with TestServer(program_server.Echo(ECHO)) as server, \
                montisim.Simulator(server.port) as client:
            client.send_bytes(montisim.packet(montisim.PING))
            client.send_bytes(montisim.packet(montisim.PING, b"\0"))
            self.assertEqual([client.receive() for _ in range(2)], [("PING", b"")] * 2)
            client.end()

    def test_a_packet_that_is_too_long_is_rejected_like_by_the_public_program(self):
        with TestServer(program_server.Echo(ECHO)) as server, \
                montisim.Simulator(server.port) as client:
            client.begin(0x4000)
            client.send_bytes(struct.pack(">BH", montisim.INPUT, 4094))
            with self.assertRaisesRegex(montisim.ServerError, "4094 > 4093"):
                client.receive()


if __name__ == "__main__":
    unittest.main()
