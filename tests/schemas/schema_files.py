# SPDX-License-Identifier: MIT
"""The JSON Schemas of the project's YAML files, each with shared definitions in its $defs, and the
documents that test a reader."""
import copy
import dataclasses
import json
import pathlib
import re

import jsonschema
import yaml

PROJECT = pathlib.Path(__file__).resolve().parents[2]
FOLDER = PROJECT / "schemas"
COMMON = "common"  # has parts of others, is the schema of no file
WRITTEN = "announcement"  # of output files, so that no reader of the project has it
REFUSED = {"not": {}}  # as false, for which some validators report no path
NAMES = sorted(file.name.removesuffix(".schema.json") for file in FOLDER.glob("*.schema.json")
               if "2020-12" in file.read_text())


class Yaml12(yaml.SafeLoader):
    """Words and numbers as in YAML 1.2: `off` is a word, 0x4000 and 1e3 are numbers."""
    yaml_implicit_resolvers = {}


for tag, form, first in (
        ("bool", r"true|false", "tf"), ("null", r"null|~|", "n~\0"),
        ("int", r"[-+]?[0-9]+|0x[0-9a-fA-F]+", "-+0123456789"),
        ("float", r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?", "-+.0123456789")):
    Yaml12.add_implicit_resolver(f"tag:yaml.org,2002:{tag}", re.compile(f"^({form})$"),
                                 [*first.replace("\0", ""), *([""] if "\0" in first else [])])


def read_yaml(file):
    with open(file, encoding="utf-8") as stream:
        return yaml.load(stream, Yaml12)


def read(name):
    return json.loads((FOLDER / f"{name}.schema.json").read_text())


def load(name):
    """The schema with every reference within itself, and REFUSED for a key that is false, for
    validators of any version."""
    schema = read(name)
    own = schema.setdefault("$defs", {})

    def bring(node, home):
        if isinstance(node, list):
            for item in node:
                bring(item, home)
        elif isinstance(node, dict):
            if "$ref" in node:
                node["$ref"] = moved(node["$ref"], home)
            for key, value in node.get("properties", {}).items():
                if value is False:
                    node["properties"][key] = REFUSED
            for key, value in node.items():
                if key != "$defs":
                    bring(value, home)

    def moved(reference, home):
        file, _, place = reference.partition("#")
        source = file.removesuffix(".schema.json") or home
        if source == name:
            return reference
        definition = place.removeprefix("/$defs/")
        key = f"{source}:{definition}"
        if key not in own:
            whole = read(source)
            own[key] = whole["$defs"][definition] if definition else whole
            bring(own[key], source)
        return f"#/$defs/{key}"

    definitions = list(own.values())
    bring(schema, name)
    for definition in definitions:
        bring(definition, name)
    return schema


def whole_form(schema):
    """A schema with the required keys of a single file, without the key of its `if`."""
    schema = copy.deepcopy(schema)
    alone = schema["else"]
    schema["required"] = alone["required"]
    for key, node in alone["properties"].items():
        schema["properties"][key] |= node
    return schema


def validator(schema):
    return jsonschema.Draft202012Validator(schema)


@dataclasses.dataclass
class Node:
    """A value of a document: its position, and its schema."""
    path: tuple
    schema: dict
    is_alternative: bool = False  # its required keys select one of several

    @property
    def key(self):
        return key_of(self.path)

    @property
    def is_one_of_keys(self):
        """A map that must have one key, which names its kind."""
        return self.schema.get("maxProperties") == 1

    @property
    def kind(self):
        """The kind of test values for a reader."""
        own = {"oneOf", "pattern", "minLength", "maxLength", "const",
               "maxProperties"} & set(self.schema)
        if "x-reads" in self.schema or "x-writes" in self.schema:
            return "file"
        if own or isinstance(self.schema.get("type"), list):
            return "own"
        if "enum" in self.schema:
            return "enum"
        if self.schema["type"] == "array":
            return "list" if self.schema["items"].get("type") in (None, "object") else "own"
        return self.schema["type"]


def key_of(path):
    """As messages have it: programs[0].trace"""
    text = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in path)
    return text.removeprefix(".")


def pattern_of(path):
    return tuple("*" if isinstance(part, int) or part.startswith("port_") else part
                 for part in path)


class Document:
    """A value for every key of a schema; of alternatives that exclude each other, the one of this
    round."""

    def __init__(self, schema, turn, without=()):
        self.root, self.turn = schema, turn
        self.nodes = []
        value = {key: self._value((key,), node) for key, node in schema["properties"].items()
                 if key not in without}
        self.nodes.append(Node((), schema))
        self.value = value

    def resolved(self, node):
        while "$ref" in node:
            beside = {key: value for key, value in node.items() if key != "$ref"}
            target = self.root["$defs"][node["$ref"].removeprefix("#/$defs/")]
            node = {**target, **beside}
        return node

    def _value(self, path, node, is_alternative=False):
        node = self.resolved(node)
        is_alternative |= "oneOf" in node
        if "oneOf" in node and any(self._is_section(one) for one in node["oneOf"]):
            node = self.resolved(node["oneOf"][self.turn % len(node["oneOf"])])
            if not self._is_section(node):
                return self._single(node)
        if node.get("type") == "array" and "items" in node:
            node = {**node, "items": self.resolved(node["items"])}
        self.nodes.append(Node(path, node, is_alternative))
        if node.get("type") == "object":
            return self._map(path, node)
        if node.get("type") == "array":
            is_by_keys = self._is_selected_by_keys(node["items"])
            return [self._value((*path, i), one, is_by_keys)
                    for i, one in enumerate(self._items(node))]
        return self._single(node)

    def _is_section(self, node):
        return self.resolved(node).get("type") == "object"

    def _is_selected_by_keys(self, item):
        """Several maps without a key that names their kind."""
        forms = [self.resolved(one).get("properties", {}) for one in item.get("oneOf", ())]
        return len(forms) > 1 and not any("const" in self.resolved(key) for form in forms
                                          for key in form.values())

    def _items(self, node):
        """One of every kind that the list may hold; for single values none is needed."""
        item = node["items"]
        if item.get("oneOf"):
            return item["oneOf"]
        return [item] if item.get("type") == "object" else []

    def _map(self, path, node):
        if "maxProperties" in node:
            return {}
        if "properties" in node:
            return {key: self._value((*path, key), one) for key, one in node["properties"].items()}
        kinds = []
        for one in node["additionalProperties"]["oneOf"]:
            kinds += self.resolved(one).get("oneOf", [one])
        return {f"port_{i}": self._value((*path, f"port_{i}"), one)
                for i, one in enumerate(kinds) if "enum" not in self.resolved(one)}

    @staticmethod
    def _single(node):
        if "const" in node:
            return node["const"]
        if "default" in node:
            return node["default"]
        if "examples" in node:
            return node["examples"][0]
        if "enum" in node:
            return node["enum"][0]
        if node.get("type") in ("number", "integer"):
            low, high = limits_of(node)
            return 1 if low <= 1 <= high else node["minimum"]
        return False if node.get("type") == "boolean" else "x"

    def remove_refused(self):
        """Removes values that are not valid beside the rest, such as keys of the other mode.
        @return the removed nodes"""
        every = {tuple(error.absolute_path) for error in validator(self.root).iter_errors(
            self.value) if error.schema == REFUSED}
        refused = [path for path in every if not any(path[:n] in every for n in range(len(path)))]
        removed = [node for node in self.nodes if node.path in refused]
        self.nodes = [node for node in self.nodes
                      if not any(node.path[:len(path)] == path for path in refused)]
        for path in refused:
            del parent_of(self.value, path)[path[-1]]
        return removed

    def with_values(self, values):
        """A copy with other values at some paths."""
        changed = copy.deepcopy(self.value)
        for path, value in values.items():
            if path:
                parent_of(changed, path)[path[-1]] = value
            else:
                changed = value
        return changed


def parent_of(value, path):
    for part in path[:-1]:
        value = value[part]
    return value


LARGEST = 1.7976931348623157e308
MOST_OF_A_COUNT = 2 ** 64 - 1


def limits_of(node):
    return node.get("minimum", -LARGEST), node.get("maximum", LARGEST)
