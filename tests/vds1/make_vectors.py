#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Writes the golden vectors of VDS1 from the layout table, struct and zlib only.

Usage: make_vectors.py LAYOUT.json > VECTORS.json
       make_vectors.py LAYOUT.json --check VECTORS.json    # fails if they differ from its output
"""
import json
import math
import struct
import sys
import zlib

TYPES = {"CMD": 1, "STATE": 2}
CODES = {"uint8": "B", "uint16": "H", "uint32": "I", "int32": "i", "float64": "d"}
NAN, INF = math.nan, math.inf


class Layout:
    def __init__(self, path):
        with open(path, encoding="utf-8") as file:
            self.table = json.load(file)

    def length(self, message, version):
        return self.table["lengths"][message][str(version)]

    def fields(self, message, version):
        fields = self.table["header"] + self.table[message]
        return [field for field in fields if field["since"] <= version]

    def pack(self, message, values):
        version = values["version"]
        packet = bytearray(self.length(message, version))
        for field in self.fields(message, version):
            value = values[field["name"]]
            numbers = value if isinstance(value, list) else [value]
            code = f"<{field.get('count', 1)}{CODES[field['type']]}"
            struct.pack_into(code, packet, field["offset"], *numbers)
        return seal(packet)


def seal(packet):
    """The packet with a corrected CRC."""
    body = bytes(packet[:-4])
    return body + struct.pack("<I", zlib.crc32(body))


def header(message, version, seq, timestamp, vehicle_id=0):
    return {"magic": 0x56445331, "version": version, "msg_type": TYPES[message], "seq": seq,
            "vehicle_id": vehicle_id, "timestamp": timestamp}


def cmd(version, seq, timestamp, values, vehicle_id=0):
    names = ["steering_tire_angle", "throttle", "brake", "gear", "handbrake", "aux_accel_target",
             "aux_speed_target"]
    return header("CMD", version, seq, timestamp, vehicle_id) | dict(zip(names, values))


def state(layout, version, seq, timestamp, value_of, vehicle_id=0):
    """A STATE whose n-th payload number is value_of(n)."""
    values = header("STATE", version, seq, timestamp, vehicle_id)
    n = 0
    for field in layout.fields("STATE", version):
        if field["offset"] < 24:
            continue
        count = field.get("count", 1)
        numbers = [value_of(n + i) for i in range(count)]
        values[field["name"]] = numbers if count > 1 else numbers[0]
        n += count
    return values


def cmds():
    steady = [0.05, 0.25, 0.0, 1, 0, NAN, NAN]
    for version in range(1, 6):
        yield f"CMD of version {version}, no auxiliary targets", cmd(version, 1, 12.5, steady)
    yield "CMD of vehicle 1", cmd(5, 1, 12.5, steady, vehicle_id=1)
    yield "CMD in reverse with the handbrake", cmd(5, 2, 0.0, [-0.1, 0.0, 0.3, -1, 1, 0.0, 0.0])
    yield "CMD with both auxiliary targets", cmd(3, 77, 3.25, [0.0, 1.0, 0.0, 1, 0, -2.5, 27.75])
    yield "CMD, last before the sequence wraps", cmd(3, 2**32 - 1, 1e6, steady)
    yield "CMD, first after the sequence wrapped", cmd(3, 0, 1e6 + 0.01, steady)
    yield "CMD of the last vehicle", cmd(4, 9, 0.5, steady, vehicle_id=2**32 - 1)
    yield "CMD with a negative zero", cmd(3, 3, -0.0, [-0.0, -0.0, -0.0, 0, 0, -0.0, -0.0])
    yield "CMD with what is not finite", cmd(3, 4, INF, [NAN, INF, -INF, 1, 0, INF, -INF])
    yield "CMD with an unknown gear", cmd(3, 5, 1.0, [0.0, 0.0, 0.0, -2**31, 255, NAN, NAN])


def states(layout):
    def counting(n):
        return (n + 1) * 1.03125 * (-1) ** n

    for version in range(1, 6):
        yield f"STATE of version {version}", state(layout, version, 10 + version, 0.125, counting)
    yield "STATE of vehicle 7", state(layout, 4, 1, 1e-3, counting, vehicle_id=7)
    yield "STATE of vehicle 199", state(layout, 5, 1, 1e-3, counting, vehicle_id=199)
    yield "STATE at rest", state(layout, 3, 0, 0.0, lambda n: 0.0)
    yield "STATE, last before the sequence wraps", state(layout, 3, 2**32 - 1, 9.0, counting)
    odd = [-0.0, 5e-324, 1.7976931348623157e308, -INF, INF, NAN, 0.1, 1 / 3]
    yield "STATE with odd numbers", state(layout, 5, 5, -0.0, lambda n: odd[n % len(odd)])


def flip(packet, at, bit=1):
    changed = bytearray(packet)
    changed[at] ^= bit
    return bytes(changed)


def put(packet, at, code, value):
    changed = bytearray(packet)
    struct.pack_into(code, changed, at, value)
    return seal(changed)


def rejected(message, packet):
    """Packets that no receiver may accept, and the reason to count."""
    yield "nothing", b"", "bad_length"
    yield "a header cut short", packet[:23], "bad_length"
    yield "a header alone", packet[:24], "bad_length"
    yield "one byte short", packet[:-1], "bad_length"
    yield "one byte long", packet + b"\0", "bad_length"
    yield "one byte long, CRC at the end", seal(packet + b"\0"), "bad_length"
    yield "another magic", put(packet, 0, "<I", 0x56445332), "bad_magic"
    yield "big-endian magic", put(packet, 0, ">I", 0x56445331), "bad_magic"
    yield "version 0", put(packet, 4, "<H", 0), "bad_version"
    yield "version 6", put(packet, 4, "<H", 6), "bad_version"
    yield "type 0", put(packet, 6, "<H", 0), "bad_type"
    yield "the other type", put(packet, 6, "<H", 3 - TYPES[message]), "bad_type"
    for at in (8, 12, 16, 24, 47, len(packet) - 5, len(packet) - 4, len(packet) - 1):
        yield f"byte {at} changed", flip(packet, at), "bad_crc"


def version_of_other_length(layout):
    packet = layout.pack("STATE", state(layout, 5, 1, 1.0, float))
    return put(packet, 4, "<H", 3)


def accepted_entry(layout, message, name, values):
    packet = layout.pack(message, values)
    names = [field["name"] for field in layout.fields(message, values["version"])]
    fields = {key: values[key] for key in names if key != "magic"}
    return {"name": name, "message": message, "hex": packet.hex(), "fields": fields}


def padded_entry(layout):
    """A CMD with bytes in unused positions."""
    values = cmd(3, 9, 0.0, [0.0, 0.0, 0.0, 0, 0, 0.0, 0.0])
    entry = accepted_entry(layout, "CMD", "CMD with something in its padding", values)
    packet = put(bytes.fromhex(entry["hex"]), 12, "<I", 0xDEADBEEF)
    return entry | {"hex": put(packet, 53, "<3s", b"\1\2\3").hex(), "only_decode": True}


def make(layout):
    entries = [accepted_entry(layout, "CMD", *entry) for entry in cmds()]
    entries.append(padded_entry(layout))
    entries += [accepted_entry(layout, "STATE", *entry) for entry in states(layout)]
    refused = []
    for message, values in (("CMD", cmd(3, 1, 0.5, [0.1, 0.2, 0.0, 1, 0, NAN, NAN])),
                            ("STATE", state(layout, 3, 1, 0.5, float))):
        for name, packet, reason in rejected(message, layout.pack(message, values)):
            refused.append({"name": f"{message}, {name}", "message": message,
                            "hex": packet.hex(), "reason": reason})
    refused.append({"name": "STATE of version 3 as long as version 5", "message": "STATE",
                    "hex": version_of_other_length(layout).hex(), "reason": "bad_length"})
    return {"accepted": entries, "rejected": refused}


def plain(value):
    """JSON has no words for values that are not finite: "nan", "inf" and "-inf" represent them."""
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    if isinstance(value, list):
        return [plain(item) for item in value]
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    return value


def to_text(vectors):
    def block(entries):
        return ",\n".join("    " + json.dumps(plain(entry), allow_nan=False) for entry in entries)

    return ('{\n  "accepted": [\n%s\n  ],\n  "rejected": [\n%s\n  ]\n}\n'
            % (block(vectors["accepted"]), block(vectors["rejected"])))


def main(arguments):
    text = to_text(make(Layout(arguments[0])))
    if arguments[1:2] != ["--check"]:
        sys.stdout.write(text)
        return 0
    with open(arguments[2], encoding="utf-8") as file:
        if file.read() == text:
            return 0
    print(f"{arguments[2]} is not what {sys.argv[0]} writes", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
