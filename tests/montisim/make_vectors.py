#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Writes the golden vectors of MontiSim's packets from tables and struct only.

Usage: make_vectors.py > VECTORS.json
       make_vectors.py --check VECTORS.json    # fails if they differ from its output
"""
import json
import struct
import sys

SIMULATOR, PROGRAM = "simulator", "program"  # the sender

# Ids that all releases share, then those of each numbering.
IDS = {"END": 0, "ERROR": 1, "INIT": 2, "INTERFACE": 3, "INPUT": 4, "OUTPUT": 5, "RUN_CYCLE": 6,
       "TIME": 7, "REF_ID": 8, "PING": 9}
NUMBERINGS = {
    "newest": {"REQUEST_CONFIG": 10, "CONFIG": 11, "INPUT_JSON": 13, "OUTPUT_JSON": 14,
               "SUSPEND": 15, "EMU_ID": 16, "RECONNECT": 17},
    "middle": {"EMU_ID": 10, "CONFIG": 11, "RECONNECT": 12, "INPUT_JSON": 13, "OUTPUT_JSON": 14},
    "oldest": {"EMU_ID": 10, "CONFIG": 11, "RECONNECT": 12, "INPUT_JSON": 14, "OUTPUT_JSON": 15},
}


def pack(form, *values):
    return struct.pack(">" + form, *values)


def payloads():
    """(sender, name, meaning, payload) in the numbering that has it."""
    trajectory = pack("H10d", 10, 1.0, 2.0, 3.0, *[0.0] * 7)
    yield SIMULATOR, "END", "as the public simulator pads it", b"\0"
    yield SIMULATOR, "END", "without a byte", b""
    yield PROGRAM, "ERROR", "", b"std::exception\0"
    yield PROGRAM, "ERROR", "as a public program words it", (
        b"Adapter Exception:\n\tUnknown packet: id=15 length=4\0")
    for mode in (b"measured", b"realtime", b"hardware"):
        yield SIMULATOR, "INIT", mode.decode(), mode + b"\0"
    yield PROGRAM, "INTERFACE", "", b'{"name": "none", "version": "2.0", "ports": []}\0'
    yield SIMULATOR, "INPUT", "port 0, Q", pack("Hd", 0, 36.0)
    yield SIMULATOR, "INPUT", "port 1, vec2", pack("H2d", 1, 1.5, -2.0)
    yield SIMULATOR, "INPUT", "port 3, N", pack("Hi", 3, 2)
    yield SIMULATOR, "INPUT", "port 4, vector of 10 Q", pack("H", 4) + trajectory
    yield SIMULATOR, "INPUT", "port 12, packet", pack("H", 12) + b"10.0.0.2\0" + pack("i", 42)
    yield SIMULATOR, "INPUT", "port 65535, void", pack("H", 65535)
    yield PROGRAM, "OUTPUT", "port 9, Q", pack("Hd", 9, 20.0)
    yield PROGRAM, "OUTPUT", "port 10, not a number", pack("Hd", 10, float("nan"))
    yield SIMULATOR, "RUN_CYCLE", "first", pack("d", 0.0)
    yield SIMULATOR, "RUN_CYCLE", "", pack("d", 0.02)
    yield PROGRAM, "TIME", "", pack("d", 1e-4)
    yield SIMULATOR, "REF_ID", "", pack("I", 0x4000)
    yield SIMULATOR, "REF_ID", "largest", pack("I", 0xFFFFFFFF)
    yield SIMULATOR, "PING", "as the public simulator pads it", b"\0"
    yield PROGRAM, "PING", "", b""
    yield PROGRAM, "REQUEST_CONFIG", "", b""
    yield SIMULATOR, "CONFIG", "", b'{"type": "computer"}\0'
    yield SIMULATOR, "INPUT_JSON", "port 4, vector of 4 Q", pack("H", 4) + b"[4,1.0,2.0,3.0,0.0]\0"
    yield PROGRAM, "OUTPUT_JSON", "port 9, Q", pack("H", 9) + b"0.25\0"
    yield PROGRAM, "OUTPUT_JSON", "without a NUL", pack("H", 9) + b"0.25"
    yield SIMULATOR, "SUSPEND", "", b"\0"
    yield PROGRAM, "EMU_ID", "4 bytes", pack("I", 7)
    yield PROGRAM, "EMU_ID", "8 bytes", pack("Q", 7)
    yield SIMULATOR, "RECONNECT", "4 bytes", pack("I", 7)
    yield SIMULATOR, "RECONNECT", "8 bytes", pack("Q", 7)


def packets():
    for sender, name, note, payload in payloads():
        for numbering in [None] if name in IDS else NUMBERINGS:
            number = (IDS | NUMBERINGS.get(numbering, {})).get(name)
            if number is None:
                continue
            title = name + (f", {note}" if note else "")
            packet = {"name": title, "packet": name, "sender": sender, "id": number}
            if numbering:
                packet |= {"name": f"{title} (numbering {numbering})", "numbering": numbering}
            yield packet | {"hex": (pack("BH", number, len(payload)) + payload).hex()}


def basic(base):
    return {"type": "basic", "base_type": base}


def of(kind, base, **size):
    return {"type": kind, "base_type": base} | size


POSE = {"type": "struct", "name": "Pose", "fields": {"position": basic("vec2"), "yaw": basic("Q")}}
GEAR = {"type": "enum", "name": "Gear", "variants": ["park", "reverse", "drive"], "size": 1}


def values():
    """(type, value, its bytes, its JSON): a vector has a count in both."""
    q = basic("Q")
    yield q, -0.25, pack("d", -0.25), -0.25
    for base, number in (("Z", -7), ("N", 2**31 - 1), ("N1", 1)):
        yield basic(base), number, pack("i", number), number
    yield basic("boolean"), True, b"\x01", True
    yield basic("boolean"), False, b"\0", False
    yield basic("void"), None, b"", None
    yield basic("C"), [0.5, -1.0], pack("2d", 0.5, -1.0), [0.5, -1.0]
    yield basic("vec2"), [1.5, -2.0], pack("2d", 1.5, -2.0), [1.5, -2.0]
    yield basic("vec3"), [1.0, 2.0, 3.0], pack("3d", 1, 2, 3), [1.0, 2.0, 3.0]
    yield of("vector", q, size=3), [1.0, 2.0, 3.0], pack("H3d", 3, 1, 2, 3), [3, 1.0, 2.0, 3.0]
    yield (of("vector", basic("vec2"), size=2), [[1.0, 2.0], [3.0, 4.0]],
           pack("H4d", 2, 1, 2, 3, 4), [2, [1.0, 2.0], [3.0, 4.0]])
    yield (of("vector", of("vector", q, size=2), size=2), [[1.0, 2.0], [3.0, 4.0]],
           pack("HH2dH2d", 2, 2, 1, 2, 2, 3, 4), [2, [2, 1.0, 2.0], [2, 3.0, 4.0]])
    yield (of("matrix", q, rows=2, columns=3), [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]],
           pack("6d", 1, 2, 3, 4, 5, 6), [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])
    yield POSE, [[1.0, 2.0], 0.5], pack("3d", 1, 2, 0.5), [[1.0, 2.0], 0.5]
    yield GEAR, "drive", pack("i", 2), "drive"
    yield (of("dyn_vector", POSE, max_size=4), [[[1.0, 2.0], 0.5]], pack("H3d", 1, 1, 2, 0.5),
           [1, [[1.0, 2.0], 0.5]])
    yield of("dyn_vector", q, max_size=4), [], pack("H", 0), [0]
    yield ({"type": "simple_packet", "payloadType": basic("Z")}, ["10.0.0.2", 42],
           b"10.0.0.2\0" + pack("i", 42), ["10.0.0.2", 42])
    yield ({"type": "simple_packet", "payloadType": of("vector", q, size=2)},
           ["ff02::1", [0.5, 1.5]], b"ff02::1\0" + pack("H2d", 2, 0.5, 1.5),
           ["ff02::1", [2, 0.5, 1.5]])


def lines(entries):
    return "[\n" + ",\n".join("    " + json.dumps(entry) for entry in entries) + "\n  ]"


def document():
    shown = [{"type": data_type, "value": value, "hex": encoded.hex(), "json": in_json}
             for data_type, value, encoded, in_json in values()]
    return f'{{\n  "packets": {lines(packets())},\n  "values": {lines(shown)}\n}}\n'


def main(arguments):
    if len(arguments) == 1:
        sys.stdout.write(document())
        return
    if len(arguments) != 3 or arguments[1] != "--check":
        sys.exit(__doc__)
    with open(arguments[2], encoding="utf-8") as file:
        if file.read() != document():
            sys.exit(f"{arguments[2]} is not what {arguments[0]} writes")


if __name__ == "__main__":
    main(sys.argv)
