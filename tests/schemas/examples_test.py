#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""The schemas are usable by editors and forms, and every YAML file of the project that has one
names it and fits it."""
import json
import re
import sys
import unittest

import schema_files
from schema_files import PROJECT, validator

LINE = re.compile(r"^# yaml-language-server: \$schema=(\S+)$", re.MULTILINE)
FOLDERS = ("gateway/data", "plant/data", "programs")
# In the format of the public simulator, which has other keys.
WITHOUT_SCHEMA = {PROJECT / "programs/vdsim_realtime/world.yaml"}
# Copied to folders without a schema, so that they cannot name theirs.
# A schema and the file whose values are its defaults.
DEFAULTS = {"vehicle": "plant/data/vehicle/sedan.yaml", "tyre": "plant/data/tyre/sedan.yaml",
            "actuator": "plant/data/actuator/ideal.yaml", "sensor": "plant/data/sensor/ideal.yaml",
            "ground": "plant/data/ground/flat.yaml", "solver": "plant/data/solver/default.yaml",
            "pedals": "gateway/data/autohyu/pedals.yaml",
            "actuation": "plant/data/actuation/actuation_cmd_mechanical.yaml",
            "converter": "plant/data/actuation/raw_vehicle_cmd_converter.yaml"}
# Keys of that file with another value than the default.
NOT_DEFAULTS = {"actuation": ["steer_time_delay"]}
UNITS = {"_mps2": "m/s2", "_mps": "m/s", "_radps": "rad/s", "_rad": "rad", "_deg": "deg",
         "_kg": "kg", "_hz": "Hz", "_ms": "ms", "_s": "s", "_m": "m", "_nm": "Nm", "_w": "W"}
# Tables of the documentation, and the positions of their keys in a schema.
TABLES = {
    "run": ("run", ""), "program": ("run", "program"), "timing": ("run", "timing"),
    "realtime": ("run", "realtime"), "failsafe": ("common", "$failsafe"),
    "controllers": ("run", "$controllers/1"), "controllers gamepad": ("run", "$controllers/0"),
    "vehicle": ("run", "$vehicle/0"), "vehicle.converter": ("common", "$converter"),
    "vehicle.vds1": ("run", "$vds1"), "vehicle.ddc": ("run", "$ddc"),
    "vehicle.can": ("run", "$can"),
    "vehicle.can signal": ("run", "$can_field"), "vehicle.controller": ("run", "$controller"),
    "data_port": ("run", "data_port"), "data_port.targets": ("run", "data_port.targets"),
    "route": ("run", "$route"), "safety": ("common", "$safety/0"),
    "sockets.links": ("run", "sockets.links"), "sockets.udp": ("run", "sockets.udp"),
    "program.ports signal": ("run", "$port_use/1"), "program.ports csv": ("run", "$port_use/3"),
    "campaign": ("campaign", ""), "campaign.keep": ("campaign", "keep"),
    "campaign.stop": ("campaign", "stop"), "campaign.stop.sprt": ("campaign", "stop.sprt"),
    "pedals": ("pedals", ""), "origin": ("common", "$origin"),
    "vdsim_realtime": ("vdsim_realtime", ""),
    "vdsim_realtime vehicle": ("vdsim_realtime", "vehicles/0"),
}


def yaml_files():
    return sorted(file for folder in FOLDERS for file in (PROJECT / folder).rglob("*.yaml"))


def keys_of(node, path=()):
    """(path, schema) of each key, at any depth of a schema."""
    if isinstance(node, list):
        for item in node:
            yield from keys_of(item, path)
    elif isinstance(node, dict):
        for key, value in node.items():
            if key == "properties":
                for name, one in value.items():
                    yield (*path, name), one
                    yield from keys_of(one, (*path, name))
            elif key not in ("if", "then", "else"):
                yield from keys_of(value, path)


def unit_of(key):
    """The description for the end of a key; for a key with several alternatives it is in its
    schema."""
    return None if "_per_" in key else next((unit for end, unit in UNITS.items()
                                             if key.endswith(end)), None)


def resolved(root, node):
    while "$ref" in node:
        node = {**root["$defs"][node["$ref"].removeprefix("#/$defs/")],
                **{key: value for key, value in node.items() if key != "$ref"}}
    return resolved(root, node["items"]) if "properties" not in node and node.get(
        "items", {}).get("properties") else node


def section_of(root, place):
    """The schema at "sockets.links", a path of keys, or at "$vehicle/0", an alternative of a
    definition."""
    if not place.startswith("$"):
        for key in place.split(".") if place else ():
            node = resolved(root, resolved(root, root)["properties"][key])
            root = {**node, "$defs": root["$defs"]}
        return root
    name, _, number = place[1:].partition("/")
    node = root["$defs"][name]
    node = node.get("items", node)
    return resolved(root, node["oneOf"][int(number)] if number else node)


def documented_defaults():
    """(position, table, key, default) where a page has a number or, in backticks, a word as
    default."""
    for page in (PROJECT / "docs").rglob("*.md"):
        table = None
        for number, line in enumerate(page.read_text().splitlines(), 1):
            marker = re.match(r"<!-- keys of: (.*) -->", line)
            if marker or not line.startswith("|"):
                table = marker[1] if marker else None if line and not table else table
                continue
            cells = [cell.strip() for cell in line.strip("|").split("|")]
            if table not in TABLES or len(cells) < 3:
                continue
            keys = re.findall(r"`([^`]+)`", cells[0])
            defaults = cells[1].split(", ")
            if len(defaults) != len(keys):
                defaults = [cells[1]] * len(keys)
            for key, documented in zip(keys, defaults):
                value = re.match(r"`([^`]*)`|(-?[\d.]+)$", documented.partition(";")[0])
                if value:
                    yield f"{page.name}:{number}", table, key, value[1] or value[2]


class ExamplesTest(unittest.TestCase):
    def each(self, found):
        wrong = sorted(set(found))
        self.assertFalse(wrong, "\n" + "\n".join(wrong))

    def test_schemas_are_valid(self):
        for name in schema_files.NAMES:
            with self.subTest(name):
                validator(schema_files.read(name)).check_schema(schema_files.read(name))

    def test_each_key_has_a_title_a_description_and_a_valid_default(self):
        """A title, a description, the unit, and a default that the schema itself accepts."""
        def wrong():
            for name in schema_files.NAMES:
                schema = schema_files.read(name)
                whole = validator(schema_files.load(name))
                for path, node in keys_of({**schema, "allOf": []}):
                    place = f"{name}: {'.'.join(path)}"
                    if node is False or "$ref" in node:
                        continue
                    for word in ("title", *(("description",) if "const" not in node else ())):
                        if not node.get(word):
                            yield f"{place}: has no {word}"
                    if node.get("type") == "number" and unit_of(path[-1]) and \
                            node.get("x-unit") != unit_of(path[-1]):
                        yield f"{place}: is in {unit_of(path[-1])}, not {node.get('x-unit')}"
                    unit = {"deg": "degrees"}.get(node.get("x-unit"), node.get("x-unit"))
                    if unit and unit.split()[0] not in node["description"]:
                        yield f"{place}: its description does not name the unit {unit}"
                    alone = {**node, "$defs": whole.schema.get("$defs", {})}
                    if "default" in node and not validator(alone).is_valid(node["default"]):
                        yield f"{place}: does not take its own default"
                    if node.get("type") == "object" and "properties" in node and \
                            node.get("additionalProperties") is not False:
                        yield f"{place}: lets unknown keys pass"
        self.each(wrong())

    def test_references(self):
        """Every file that a schema names exists."""
        for name in schema_files.NAMES:
            text = json.dumps(schema_files.read(name))
            for file in re.findall(r'"(?:\$ref|x-schema)": "([\w.]+)', text):
                self.assertTrue((schema_files.FOLDER / file).is_file(), f"{name}: {file}")

    def test_defaults_are_those_of_the_files(self):
        def differences(name, schema, value, path=()):
            for key, one in value.items():
                node = schema["properties"][key]
                place = (*path, key)
                if isinstance(one, dict):
                    yield from differences(name, node, one, place)
                elif "default" in node and node["default"] != one:
                    yield f"{name}: {'.'.join(place)}: {node['default']} is not {one}"

        def wrong():
            for name, file in DEFAULTS.items():
                value = schema_files.read_yaml(PROJECT / file)
                for key in NOT_DEFAULTS.get(name, ()):
                    del value[key]
                yield from differences(name, schema_files.load(name), value)
        self.each(wrong())

    def test_defaults_are_those_of_the_documentation(self):
        compared = []

        def wrong():
            for place, table, key, documented in documented_defaults():
                name, section = TABLES[table]
                root = schema_files.load(name)
                node = section_of(root, section)
                for part in key.split("."):
                    node = resolved(root, resolved(root, node).get("properties", {}).get(part, {}))
                if "default" not in node:
                    continue
                value = schema_files.yaml.load(documented, schema_files.Yaml12)
                compared.append(key)
                if node["default"] not in (value, documented):
                    yield f"{place}: {table}: {key}: {documented} is not {node['default']}"
        self.each(wrong())
        self.assertGreater(len(compared), 5)  # the others are in generated pages

    def test_every_file_names_its_schema_and_fits_it(self):
        def wrong():
            for file in yaml_files():
                place = file.relative_to(PROJECT)
                named = LINE.findall(file.read_text())
                if file in WITHOUT_SCHEMA:
                    continue
                if len(named) != 1:
                    yield f"{place}: needs one line # yaml-language-server: $schema=FILE"
                    continue
                schema = (file.parent / named[0]).resolve()
                if schema.parent != schema_files.FOLDER or not schema.is_file():
                    yield f"{place}: there is no schema {named[0]}"
                    continue
                whole = validator(schema_files.load(schema.name.removesuffix(".schema.json")))
                for error in whole.iter_errors(schema_files.read_yaml(file)):
                    yield f"{place}: {error.json_path}: {error.message}"
        self.each(wrong())
        self.assertGreater(len(yaml_files()), 30)

    def test_an_announcement_fits_its_schema_and_an_invalid_one_does_not(self):
        whole = validator(schema_files.load(schema_files.WRITTEN))
        good = json.loads((schema_files.FOLDER / "examples/announcement.json").read_text())
        self.assertTrue(whole.is_valid(good))
        self.assertTrue(whole.is_valid({**good, "addresses": {}, "token": None, "table": None}))
        for wrong in ({"pid": 0}, {"token": 1}, {"addresses": {"http": []}}, {"no_such_key": 1},
                      {"addresses": {"http": ["127.0.0.1"]}}, {"addresses": {"ftp": ["[::1]:1"]}}):
            self.assertFalse(whole.is_valid({**good, **wrong}), wrong)
        for key in good:
            self.assertFalse(whole.is_valid({k: v for k, v in good.items() if k != key}), key)

    def test_an_invalid_campaign_is_rejected(self):
        whole = validator(schema_files.load("campaign"))
        good = {"run": "a.yaml", "runs": 8, "parameters": {"vehicle.start.vx_mps": 5}}
        self.assertTrue(whole.is_valid(good))
        for text in ("no_such_key: 1", "design: best", "runs: 0", "list: a.csv", "search: crs",
                     "design: list", "{design: falsify, stop: {failures: 1}}",
                     "{design: falsify, repeatable: false}", "{design: sobol, stop: {sprt: {}}}",
                     "parameters: {a: {}}", "parameters: {a: {uniform: [1]}}",
                     "parameters: {a: {gauss: [0, 1]}}", "parameters: {a: []}"):
            value = schema_files.yaml.load(text, schema_files.Yaml12)
            self.assertFalse(whole.is_valid({**good, **value}), text)
        for key in ("run", "runs"):
            self.assertFalse(whole.is_valid({k: v for k, v in good.items() if k != key}), key)

    def test_an_invalid_file_is_rejected(self):
        """Ensures that the test above does not pass by accepting everything."""
        whole = validator(schema_files.load("run"))
        for text in ("no_such_key: 1", "mode: fast", "duration_s: 0", "timing: {}\nmode: realtime",
                     "programs: []", "programs: [{}]\nvehicle: {}", "vehicle: {vds1: {}}",
                     "vehicle: {of: lead}", "vehicle: {model: bicycle, can: {}}\nmode: realtime",
                     "programs: [{vehicle: {of: a}, safety: {}}]", "safety: {rules: {limits: no}}",
                     "route: {}", "controllers: [{}]", "controllers: [{kind: vds1, device: x}]",
                     "program: {ports: {a: {signal: nothing}}}", "program: {reference_id: 0x3fff}"):
            value = schema_files.yaml.load(text, schema_files.Yaml12)
            self.assertFalse(whole.is_valid(value), text)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
