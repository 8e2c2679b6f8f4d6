#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""The JSON Schema of program interfaces accepts our examples and refuses what is wrong with them.

Usage: schema_test.py SCHEMA EXAMPLE...
"""

import copy
import json
import sys

import jsonschema

VALID = {
    "name": "n",
    "version": "2.0",
    "ports": [
        {
            "name": "p",
            "direction": "INPUT",
            "data_type": {
                "type": "vector",
                "base_type": {"type": "basic", "base_type": "Q"},
                "size": 3,
            },
        }
    ],
}

ABSENT = object()

# Path to a value of VALID, and what is put there instead.
FAULTS = [
    (["name"], ABSENT),
    (["name"], ""),
    (["name"], "\x1b[2J"),
    (["version"], 2.0),
    (["ports"], {}),
    (["colour"], "red"),
    (["ports", 0, "name"], "x" * 201),
    (["ports", 0, "direction"], "in"),
    (["ports", 0, "tags"], {}),
    (["ports", 0, "optional"], 1),
    (["ports", 0, "port_type"], "PIPE"),
    (["ports", 0, "data_type"], ABSENT),
    (["ports", 0, "data_type", "type"], "array"),
    (["ports", 0, "data_type", "size"], 0),
    (["ports", 0, "data_type", "size"], -5),
    (["ports", 0, "data_type", "size"], 2**31),
    (["ports", 0, "data_type", "size"], 2.5),
    (["ports", 0, "data_type", "base_type", "base_type"], "double"),
    (["ports", 0, "data_type"], {"type": "enum", "name": "E", "variants": ["a", "a"]}),
    (["ports", 0, "data_type"], {"type": "enum", "name": "E", "variants": []}),
    (["ports", 0, "data_type"], {"type": "struct", "name": "S", "fields": {"x": "Q"}}),
    (["ports", 0, "data_type"], {"type": "simple_packet", "payload_type": {}}),
]


def with_fault(path, value):
    document = copy.deepcopy(VALID)
    place = document
    for step in path[:-1]:
        place = place[step]
    if value is ABSENT:
        del place[path[-1]]
    else:
        place[path[-1]] = value
    return document


def main(schema_path, example_paths):
    with open(schema_path, encoding="utf-8") as file:
        schema = json.load(file)
    jsonschema.Draft7Validator.check_schema(schema)
    validator = jsonschema.Draft7Validator(schema)
    failures = []
    for path in example_paths:
        with open(path, encoding="utf-8") as file:
            for error in validator.iter_errors(json.load(file)):
                failures.append(f"{path}: {list(error.absolute_path)}: {error.message}")
    if not validator.is_valid(VALID):
        failures.append("the document that the faults are put into is refused")
    for path, value in FAULTS:
        if validator.is_valid(with_fault(path, value)):
            failures.append(f"accepted: {path} = {value!r}")
    print("\n".join(failures) or f"{len(example_paths)} examples, {len(FAULTS)} faults: as expected")
    return 1 if failures or not example_paths else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))
