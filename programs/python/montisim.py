#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""MontiSim's protocol over TCP in Python, and a small simulator that speaks it. Standard library only.

Usage: montisim.py drive PORT [--ref-id N] [--route FILE.csv] [--output FILE.csv] [--duration S]
                              [--by-field] [--json]
           drives a car along a route with the program of ref_id N (decimal: 16384), through
           ddcserver PORT

Written from public knowledge of the simulator and its programs and from recorded sessions, and not
from this project's code. A packet is `u8 id, u16 length, payload`; all numbers are big-endian,
strings end with a NUL, which is counted. Types are those of a program interface, in the form of its
JSON.
"""
import argparse
import csv
import json
import math
import pathlib
import socket
import struct
import sys

# The same in every release.
END, ERROR, INIT, INTERFACE, INPUT, OUTPUT, RUN_CYCLE, TIME, REF_ID, PING = range(10)
FIRST_NAMES = ("END", "ERROR", "INIT", "INTERFACE", "INPUT", "OUTPUT", "RUN_CYCLE", "TIME",
               "REF_ID", "PING")
# What releases number differently.
NUMBERINGS = {
    "newest": {"REQUEST_CONFIG": 10, "CONFIG": 11, "INPUT_JSON": 13, "OUTPUT_JSON": 14,
               "SUSPEND": 15, "EMU_ID": 16, "RECONNECT": 17},
    "middle": {"EMU_ID": 10, "CONFIG": 11, "RECONNECT": 12, "INPUT_JSON": 13, "OUTPUT_JSON": 14},
    "oldest": {"EMU_ID": 10, "CONFIG": 11, "RECONNECT": 12, "INPUT_JSON": 14, "OUTPUT_JSON": 15},
}
HEADER_BYTES = 3
MOST_RECEIVED = 65535  # of a payload: the largest length
MOST_SENT = 32767      # limit of the public simulator, whose lengths are signed


def ids(numbering="newest"):
    """Maps the name of every packet to its id."""
    return dict(zip(FIRST_NAMES, range(10))) | NUMBERINGS[numbering]


def names(numbering="newest"):
    return {number: name for name, number in ids(numbering).items()}


def packet(number, payload=b""):
    return struct.pack(">BH", number, len(payload)) + payload


def text(value):
    return value.encode() + b"\0"


def split(stream):
    """The packets (id, payload) in bytes that contain nothing else."""
    packets = []
    while stream:
        number, length = struct.unpack_from(">BH", stream)
        payload, stream = stream[3:3 + length], stream[3 + length:]
        if len(payload) != length:
            raise ValueError(f"truncated packet of id {number}")
        packets.append((number, payload))
    return packets


# Values -----------------------------------------------------------------------------------------
_CODES = {"Q": "d", "double": "d", "Z": "i", "int": "i", "N": "i", "N1": "i", "boolean": "?"}
_DOUBLES = {"C": 2, "vec2": 2, "vec3": 3}


def encode(data_type, value):
    """A value in binary: bytes, field by field (as the public simulator writes it to its socket)."""
    return b"".join(fields(data_type, value))


def fields(data_type, value):
    kind = data_type["type"]
    if kind == "basic":
        yield from _basic_fields(data_type["base_type"], value)
    elif kind == "vector" or kind == "dyn_vector":
        yield struct.pack(">H", len(value))
        for element in value:
            yield from fields(data_type["base_type"], element)
    elif kind == "matrix":
        for row in value:
            for element in row:
                yield from fields(data_type["base_type"], element)
    elif kind == "struct":
        for field, element in zip(data_type["fields"].values(), value, strict=True):
            yield from fields(field, element)
    elif kind == "simple_packet":
        yield text(value[0])
        yield from fields(data_type["payloadType"], value[1])
    elif kind == "enum":
        yield struct.pack(">i", data_type["variants"].index(value))
    else:
        raise ValueError(f"unknown type {kind}")


def _basic_fields(base, value):
    if base in _DOUBLES:
        for number in value:
            yield struct.pack(">d", number)
    elif base != "void":
        yield struct.pack(">" + _CODES[base], value)


class Reader:
    """Reads values from a payload."""

    def __init__(self, payload):
        self.payload, self.at = payload, 0

    def take(self, code):
        value, = struct.unpack_from(">" + code, self.payload, self.at)
        self.at += struct.calcsize(">" + code)
        return value

    def string(self):
        end = self.payload.index(b"\0", self.at)
        value, self.at = self.payload[self.at:end].decode(), end + 1
        return value

    def is_at_end(self):
        return self.at == len(self.payload)

    def value(self, data_type):
        kind = data_type["type"]
        if kind == "basic":
            return self._basic(data_type["base_type"])
        if kind in ("vector", "dyn_vector"):
            return [self.value(data_type["base_type"]) for _ in range(self.take("H"))]
        if kind == "matrix":
            return [[self.value(data_type["base_type"]) for _ in range(data_type["columns"])]
                    for _ in range(data_type["rows"])]
        if kind == "struct":
            return [self.value(field) for field in data_type["fields"].values()]
        if kind == "simple_packet":
            return [self.string(), self.value(data_type["payloadType"])]
        if kind == "enum":
            return data_type["variants"][self.take("i")]
        raise ValueError(f"unknown type {kind}")

    def _basic(self, base):
        if base == "void":
            return None
        if base in _DOUBLES:
            return [self.take("d") for _ in range(_DOUBLES[base])]
        return self.take(_CODES[base])


def decode(data_type, payload):
    """The value in a payload after its port."""
    reader = Reader(payload)
    value = reader.value(data_type)
    if not reader.is_at_end():
        raise ValueError(f"{len(payload) - reader.at} bytes too many")
    return value


# JSON values: like those of the program interface, except that vectors begin with their length.
def to_json(data_type, value):
    kind = data_type["type"]
    if kind in ("vector", "dyn_vector"):
        return [len(value)] + [to_json(data_type["base_type"], element) for element in value]
    if kind == "matrix":
        return [[to_json(data_type["base_type"], element) for element in row] for row in value]
    if kind == "struct":
        return [to_json(field, element)
                for field, element in zip(data_type["fields"].values(), value, strict=True)]
    if kind == "simple_packet":
        return [value[0], to_json(data_type["payloadType"], value[1])]
    return value


def from_json(data_type, value):
    kind = data_type["type"]
    if kind in ("vector", "dyn_vector"):
        if value[0] != len(value) - 1:
            raise ValueError(f"length {value[0]} before {len(value) - 1} elements")
        return [from_json(data_type["base_type"], element) for element in value[1:]]
    if kind == "matrix":
        return [[from_json(data_type["base_type"], element) for element in row] for row in value]
    if kind == "struct":
        return [from_json(field, element)
                for field, element in zip(data_type["fields"].values(), value, strict=True)]
    if kind == "simple_packet":
        return [value[0], from_json(data_type["payloadType"], value[1])]
    return value


def is_input(port):
    return port["direction"] != "OUTPUT"


def is_output(port):
    return port["direction"] != "INPUT"


def is_socket(port):
    return port.get("port_type", "DATA") == "SOCKET"


def same(a, b):
    """Equality in which a NaN equals a NaN."""
    if isinstance(a, list):
        return isinstance(b, list) and len(a) == len(b) and all(map(same, a, b))
    if isinstance(a, float) and isinstance(b, float) and math.isnan(a):
        return math.isnan(b)
    return a == b


# The simulator's side ---------------------------------------------------------------------------
LIMIT_S = 20   # of every wait
CYCLE_S = 0.02  # of the simulator below


class ServerError(Exception):
    """The server sent ERROR with this text."""


class Simulator:
    def __init__(self, port, host="127.0.0.1", *, by_field=False, numbering="newest", as_json=False):
        self.ids = ids(numbering)
        self.by_field, self.as_json = by_field, as_json
        self.socket = socket.create_connection((host, port), timeout=LIMIT_S)
        if not by_field:
            self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.interface, self.interface_text = None, None
        self.sent, self.received = bytearray(), bytearray()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        self.socket.close()

    # Packets --------------------------------------------------------------------------------------
    def send_bytes(self, *parts):
        """Sends each part with a separate call, or all with one."""
        if not self.by_field:
            parts = (b"".join(parts),)
        for part in parts:
            self.sent += part
            self.socket.sendall(part)

    def send(self, name, *payload):
        """Sends a packet. Without a payload it has a zero byte, as from the public simulator."""
        payload = payload or (b"\0",)
        length = sum(map(len, payload))
        self.send_bytes(bytes([self.ids[name]]), struct.pack(">H", length), *payload)

    def receive_bytes(self, count):
        data = b""
        while len(data) < count:
            part = self.socket.recv(count - len(data))
            if not part:
                raise EOFError(f"the server closed after {len(data)} of {count} bytes")
            data += part
        self.received += data
        return data

    def receive(self):
        """The next packet: its name and its payload."""
        number, length = struct.unpack(">BH", self.receive_bytes(3))
        payload = self.receive_bytes(length)
        name = {known: name for name, known in self.ids.items()}.get(number, str(number))
        if name == "ERROR":
            raise ServerError(payload[:-1].decode())
        return name, payload

    def is_closed(self):
        """Waits for the end of the connection. False if a packet comes instead."""
        try:
            return self.socket.recv(1) == b""
        except ConnectionResetError:
            return True

    # Session --------------------------------------------------------------------------------------
    def begin(self, reference_id, time_mode="measured"):
        """The handshake: INIT, directly followed by REF_ID. @return the interface"""
        self.send("INIT", text(time_mode))
        self.send("REF_ID", struct.pack(">I", reference_id))
        name, payload = self.receive()
        if name != "INTERFACE":
            raise ValueError(f"{name} instead of INTERFACE")
        self.interface_text = payload[:-1].decode()
        self.interface = json.loads(self.interface_text)
        return self.interface

    def port(self, name):
        ports = self.interface["ports"]
        index = [port["name"] for port in ports].index(name)
        return index, ports[index]["data_type"]

    def send_input(self, name, value):
        index, data_type = self.port(name)
        if self.as_json:
            shown = json.dumps(to_json(data_type, value))
            self.send("INPUT_JSON", struct.pack(">H", index), text(shown))
        else:
            self.send("INPUT", struct.pack(">H", index), *fields(data_type, value))

    def _output(self, name, payload):
        ports = self.interface["ports"]
        index, = struct.unpack_from(">H", payload)
        if index >= len(ports):
            raise ValueError(f"{name} of port {index}, but the interface has {len(ports)} ports")
        port = ports[index]
        if name == "OUTPUT":
            return port["name"], decode(port["data_type"], payload[2:])
        shown = json.loads(payload[2:].rstrip(b"\0"))
        return port["name"], from_json(port["data_type"], shown)

    def run_cycle(self, delta_s):
        """@return the values (port, value) of the outputs in order of arrival, and TIME"""
        self.send("RUN_CYCLE", struct.pack(">d", delta_s))
        outputs = []
        while True:
            name, payload = self.receive()
            if name == "TIME":
                return outputs, struct.unpack(">d", payload)[0]
            if name not in ("OUTPUT", "OUTPUT_JSON"):
                raise ValueError(f"{name} inside a cycle")
            outputs.append(self._output(name, payload))

    def cycle(self, inputs, delta_s):
        """`inputs` are (port, value) or a dict."""
        for name, value in inputs.items() if isinstance(inputs, dict) else inputs:
            self.send_input(name, value)
        return self.run_cycle(delta_s)

    def ping(self):
        self.send("PING")
        name, payload = self.receive()
        return name == "PING" and payload == b""

    def end(self):
        self.send("END")
        self.close()


# A simulator ------------------------------------------------------------------------------------
class Car:
    """A bicycle model without steering delay; its pedals give 3 m/s^2 and 6 m/s^2."""

    WHEELBASE_M, ACCELERATION, DECELERATION, DRAG = 2.7, 3.0, 6.0, 0.02
    MOST_STEERING_DEG = 30.0

    def __init__(self, x_m, y_m, heading_rad):
        self.x_m, self.y_m, self.heading_rad, self.speed_mps = x_m, y_m, heading_rad, 0.0

    def advance(self, duration_s, steering_deg, gas, braking):
        if not all(map(math.isfinite, (steering_deg, gas, braking))):
            steering_deg, gas, braking = 0.0, 0.0, 1.0  # if the program's outputs are invalid
        steps = max(1, round(duration_s / 0.001))
        limited = max(-self.MOST_STEERING_DEG, min(self.MOST_STEERING_DEG, steering_deg))
        gas, braking = max(0.0, min(1.0, gas)), max(0.0, min(1.0, braking))
        for _ in range(steps):
            step_s = duration_s / steps
            change = self.ACCELERATION * gas - self.DECELERATION * braking
            self.speed_mps += step_s * (change - self.DRAG * self.speed_mps)
            self.speed_mps = max(0.0, self.speed_mps)
            self.x_m += step_s * self.speed_mps * math.cos(self.heading_rad)
            self.y_m += step_s * self.speed_mps * math.sin(self.heading_rad)
            self.heading_rad += step_s * self.speed_mps * math.tan(
                math.radians(limited)) / self.WHEELBASE_M


class Route:
    POINTS = 10  # of the route that a program gets

    def __init__(self, file):
        with open(file, newline="", encoding="utf-8") as lines:
            places = [(float(row["x_m"]), float(row["y_m"])) for row in csv.DictReader(lines)]
        # Equal points form no segment.
        self.points = [place for place, before in zip(places, [None, *places]) if place != before]
        if len(self.points) < 2:
            raise ValueError(f"{file}: a route needs at least two different points")
        self.nearest = 0

    def heading(self):
        (x, y), (to_x, to_y) = self.points[:2]
        return math.atan2(to_y - y, to_x - x)

    def distance(self, segment, x, y):
        (ax, ay), (bx, by) = self.points[segment:segment + 2]
        along = ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / ((bx - ax)**2 + (by - ay)**2)
        along = max(0.0, min(1.0, along))
        return math.dist((x, y), (ax + along * (bx - ax), ay + along * (by - ay)))

    def update(self, x, y):
        """Advances to the nearest segment close ahead. @return the distance from it"""
        ahead = range(self.nearest, min(self.nearest + self.POINTS, len(self.points) - 1))
        self.nearest = min(ahead, key=lambda segment: self.distance(segment, x, y))
        return self.distance(self.nearest, x, y)

    def shown(self):
        return self.points[self.nearest:self.nearest + self.POINTS]


def shown_to_program(car, route):
    points = route.shown()
    padding = [0.0] * (Route.POINTS - len(points))
    compass = math.degrees(math.remainder(car.heading_rad, 2 * math.pi))
    return {"true_velocity": 3.6 * car.speed_mps, "true_position": [car.x_m, car.y_m],
            "true_compass": compass, "trajectory_length": len(points),
            "trajectory_x": [x for x, _ in points] + padding,
            "trajectory_y": [y for _, y in points] + padding}


def drive(arguments):
    route = Route(arguments.route)
    car = Car(*route.points[0], route.heading())
    output = open(arguments.output, "w", newline="", encoding="utf-8")
    with output, Simulator(arguments.port, by_field=arguments.by_field,
                           as_json=arguments.json) as client:
        table = csv.writer(output)
        table.writerow(["t_s", "x_m", "y_m", "true_velocity", "route_distance_m", "set_steering",
                        "set_gas", "set_braking", "execution_time_s"])
        ports = {port["name"] for port in client.begin(arguments.ref_id)["ports"]}
        cycles, worst_m = round(arguments.duration / CYCLE_S), 0.0
        for cycle in range(cycles):
            distance_m = route.update(car.x_m, car.y_m)
            worst_m = max(worst_m, distance_m)
            inputs = {name: value for name, value in shown_to_program(car, route).items()
                      if name in ports}
            outputs, execution_s = client.cycle(inputs, CYCLE_S if cycle else 0.0)
            given = dict(outputs)
            pedals = [given.get(name, 0.0) for name in ("set_steering", "set_gas", "set_braking")]
            table.writerow([f"{cycle * CYCLE_S:.3f}", car.x_m, car.y_m, 3.6 * car.speed_mps,
                            distance_m, *pedals, execution_s])
            car.advance(CYCLE_S, *pedals)
        client.end()
    print(f"{cycles} cycles of {CYCLE_S} s with {client.interface['name']}; the car is at "
          f"({car.x_m:.1f}, {car.y_m:.1f}) m, was at most {worst_m:.2f} m from its route")


def main():
    here = pathlib.Path(__file__).resolve().parent
    parser = argparse.ArgumentParser(description="A small simulator that speaks MontiSim's protocol")
    commands = parser.add_subparsers(dest="command", required=True)
    words = commands.add_parser("drive", help="drives a car along a route with a program")
    words.add_argument("port", type=int, help="of ddcserver, or of a program in TCP mode")
    words.add_argument("--ref-id", type=int, default=16384, help="of the program, decimal")
    words.add_argument("--route", default=here.parent / "demo/route.csv")
    words.add_argument("--output", default="/dev/null", help="a CSV file of every cycle")
    words.add_argument("--duration", type=float, default=120.0, help="simulated time in s")
    words.add_argument("--by-field", action="store_true", help="write as the public simulator does")
    words.add_argument("--json", action="store_true", help="send values as JSON")
    try:
        drive(parser.parse_args())
    except (OSError, EOFError, ServerError, ValueError, struct.error) as error:
        sys.exit(f"montisim.py: {error}")


if __name__ == "__main__":
    main()
