#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""The JSON Schema of packets accepts the content of every golden vector and rejects errors.

Usage: schema_test.py SCHEMA VECTORS
"""
import copy
import json
import sys

import jsonschema

NOT_FINITE = ("nan", "inf", "-inf")


def as_json(fields):
    """A vector's fields as the C++ and Python peers print them."""
    def plain(value):
        if isinstance(value, list):
            return [plain(item) for item in value]
        return None if value in NOT_FINITE else value

    packet = {name: plain(value) for name, value in fields.items()}
    if "handbrake" in packet:
        packet["handbrake"] = bool(packet["handbrake"])
    return packet


def faults(packet):
    """Changed copies, each with the name of its error."""
    for name in packet:
        without = copy.deepcopy(packet)
        del without[name]
        yield f"{name} is missing", without
        yield f"{name} is a word", packet | {name: "word"}
    yield "an unknown field", packet | {"colour": 1}
    yield "an unknown version", packet | {"version": 6}
    yield "the other type", packet | {"msg_type": 3 - packet["msg_type"]}
    yield "a negative sequence", packet | {"seq": -1}
    if packet["version"] < 4:
        yield "a vehicle before version 4", packet | {"vehicle_id": 1}
    if packet["msg_type"] == 2:
        yield "three wheels", packet | {"wheel_spin": [0, 0, 0]}
        if packet["version"] < 5:
            yield "a field of a later version", packet | {"brake_applied": 0}


def main(schema_path, vectors_path):
    with open(schema_path, encoding="utf-8") as file:
        schema = json.load(file)
    with open(vectors_path, encoding="utf-8") as file:
        packets = [as_json(vector["fields"]) for vector in json.load(file)["accepted"]]
    jsonschema.Draft7Validator.check_schema(schema)
    validator = jsonschema.Draft7Validator(schema)
    failures = [f"refused: {packet}" for packet in packets if not validator.is_valid(packet)]
    tried = 0
    for packet in packets:
        for what, changed in faults(packet):
            tried += 1
            if validator.is_valid(changed):
                failures.append(f"accepted: {what} in version {packet['version']}")
    print("\n".join(failures) or f"{len(packets)} packets, {tried} faults: as expected")
    return 1 if failures or not packets else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
