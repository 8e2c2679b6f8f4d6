#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""A program in MontiSim's TCP mode: it listens, and a simulator drives it cycle by cycle.

Usage: program_server.py PORT [PROGRAM]     pursuit (the default: follows its route) or echo

It behaves like the public programs: a packet without a payload is received when the next byte
arrives, payloads end at 4093 bytes, a second INIT is consumed without a reply, and it closes no
connection. When it listens it prints its port, which may be given as 0.
"""
import json
import math
import pathlib
import select
import socket
import struct
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "programs/python"))
import montisim  # noqa: E402


MOST_RECEIVED = 4093
SESSION_LIMIT_S = 60  # of silence; the public programs have none


class ProgramError(Exception):
    """The text that is sent as ERROR."""


class Pursuit:
    """Steers along the route at 30 km/h."""

    def __init__(self):
        file = pathlib.Path(__file__).with_name("pursuit_interface.json")
        self.interface_text = file.read_text(encoding="utf-8")

    def execute(self, inputs, _delta_s):
        x, y = inputs.get("true_position", [0.0, 0.0])
        heading = math.radians(inputs.get("true_compass", 0.0))
        count = inputs.get("trajectory_length", 0)
        route = list(zip(inputs.get("trajectory_x", [])[:count],
                         inputs.get("trajectory_y", [])[:count]))
        ahead = [point for point in route if math.dist(point, (x, y)) >= 8.0] or route[-1:]
        steering = 0.0
        if ahead:
            to_x, to_y = ahead[0][0] - x, ahead[0][1] - y
            reach = max(math.hypot(to_x, to_y), 1.0)
            bearing = math.atan2(to_y, to_x) - heading
            steering = math.degrees(math.atan(2.8 * 2 * math.sin(bearing) / reach))
        missing = 30.0 - inputs.get("true_velocity", 0.0)
        return [("set_steering", max(-30.0, min(30.0, steering))),
                ("set_gas", max(0.0, min(1.0, 0.1 * missing))),
                ("set_braking", max(0.0, min(1.0, -0.1 * missing)))]


class Echo:
    """Every output port `NAME_back` returns the value of the input port NAME, and a SOCKET port
    sends every packet back to its sender."""

    def __init__(self, interface_text):
        self.interface_text = interface_text
        self.outputs = [port["name"] for port in json.loads(interface_text)["ports"]
                        if montisim.is_output(port)]

    def execute(self, inputs, _delta_s):
        given = []
        for name in self.outputs:
            value = inputs.get(name.removesuffix("_back"))
            if isinstance(value, Packets):
                given += [(name, packet) for packet in value]
            elif value is not None:
                given.append((name, value))
        return given


class Packets(list):
    """Packets for a SOCKET port since the last cycle."""


class Connection:
    """Packets as the public programs read and write them."""

    def __init__(self, connection):
        self.connection = connection
        connection.settimeout(SESSION_LIMIT_S)
        self.log = []  # every packet that arrived: (id, payload)

    def _receive(self, count):
        if count == 0:  # recv(.., 0, MSG_WAITALL) returns when a byte or the end arrives
            select.select([self.connection], [], [], SESSION_LIMIT_S)
            return b""
        data = b""
        while len(data) < count:
            part = self.connection.recv(count - len(data))
            if not part:
                if data:
                    raise ProgramError(f"NetworkException:\n\tCould not read {count} bytes")
                raise EOFError
            data += part
        return data

    def receive(self):
        number, length = struct.unpack(">BH", self._receive(3))
        if length > MOST_RECEIVED:
            raise ProgramError(f"Packet (id={number}) payload too big for buffer: {length} > "
                               f"{MOST_RECEIVED}")
        payload = self._receive(length)
        self.log.append((number, payload))
        return number, payload

    def send(self, number, payload=b""):
        self.connection.sendall(montisim.packet(number, payload))


def adapter_error(what, number, payload):
    return ProgramError(f"Adapter Exception:\n\t{what}: id={number} length={len(payload) + 3}")


class Session:
    """One simulator's session with a program."""

    def __init__(self, connection, program, numbering="newest"):
        self.link, self.program = Connection(connection), program
        self.ids = montisim.ids(numbering)
        self.ports = json.loads(program.interface_text)["ports"]
        self.inputs, self.answers_json = {}, False

    def run(self):
        """Runs until END, an error or the end of the connection, which it leaves open."""
        try:
            while self._await_init():
                if not self._serve():
                    return
        except ProgramError as error:
            self.link.send(self.ids["ERROR"], montisim.text(str(error)))
        except EOFError:
            pass

    def _await_init(self):
        while True:
            number, payload = self.link.receive()
            if number == self.ids["PING"]:
                self.link.send(number)
            elif number == self.ids["END"]:
                return False
            elif number != self.ids["INIT"]:
                raise adapter_error("Expected INIT packet, but got", number, payload)
            else:
                mode = payload[:-1].decode()
                if mode not in ("measured", "realtime"):
                    raise ProgramError(f"Adapter Exception:\n\tUnknown TimeMode: {mode}")
                self.link.send(self.ids["INTERFACE"], montisim.text(self.program.interface_text))
                if mode == "measured":
                    return True

    def _serve(self):
        """@return whether a second INIT ended it, which is consumed"""
        while True:
            number, payload = self.link.receive()
            if number == self.ids["END"]:
                return False
            if number == self.ids["INIT"]:
                return True
            if number == self.ids["PING"]:
                self.link.send(number)
            elif number in (self.ids["INPUT"], self.ids["INPUT_JSON"]):
                self.answers_json = number == self.ids["INPUT_JSON"]
                self._take_input(payload)
            elif number == self.ids["RUN_CYCLE"]:
                self._run_cycle(*struct.unpack(">d", payload))
            elif number != self.ids["REF_ID"]:
                raise adapter_error("Unknown packet", number, payload)

    def _take_input(self, payload):
        index, = struct.unpack_from(">H", payload)
        if index >= len(self.ports) or not montisim.is_input(self.ports[index]):
            raise ProgramError("std::exception")
        port = self.ports[index]
        if self.answers_json:
            value = montisim.from_json(port["data_type"], json.loads(payload[2:].rstrip(b"\0")))
        else:
            value = montisim.Reader(payload[2:]).value(port["data_type"])
        if montisim.is_socket(port):
            self.inputs.setdefault(port["name"], Packets()).append(value)
        else:
            self.inputs[port["name"]] = value

    def _run_cycle(self, delta_s):
        start = time.perf_counter()
        given = self.program.execute(self.inputs, delta_s)
        taken_s = time.perf_counter() - start
        for index, port in enumerate(self.ports):
            for name, value in given:
                if name == port["name"]:
                    self._send_output(index, port["data_type"], value)
            if isinstance(self.inputs.get(port["name"]), Packets):
                del self.inputs[port["name"]]
        self.link.send(self.ids["TIME"], struct.pack(">d", taken_s))

    def _send_output(self, index, data_type, value):
        where = struct.pack(">H", index)
        if self.answers_json:
            shown = json.dumps(montisim.to_json(data_type, value))
            self.link.send(self.ids["OUTPUT_JSON"], where + montisim.text(shown))
        else:
            self.link.send(self.ids["OUTPUT"], where + montisim.encode(data_type, value))


def listen(port=0, host="127.0.0.1"):
    server = socket.create_server((host, port), backlog=10)
    server.settimeout(SESSION_LIMIT_S)
    return server


def create_program(name):
    if name == "pursuit":
        return Pursuit()
    file = pathlib.Path(__file__).with_name("echo_interface.json")
    return Echo(file.read_text(encoding="utf-8"))


def main(arguments):
    if len(arguments) not in (2, 3) or not arguments[1].isdigit():
        sys.exit(__doc__)
    server = listen(int(arguments[1]))
    print(server.getsockname()[1], flush=True)
    connections = []  # as the public programs do
    while True:
        try:
            connection, _ = server.accept()
        except TimeoutError:
            return
        connections.append(connection)
        Session(connection, create_program(arguments[2] if len(arguments) == 3 else "pursuit")).run()


if __name__ == "__main__":
    main(sys.argv)
