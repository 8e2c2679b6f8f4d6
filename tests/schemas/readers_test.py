#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Schemas and readers of the YAML files agree: files with errors show which keys a reader has, of
which type, with which limits, choices and required keys.

Usage: readers_test.py BUILD_FOLDER

A reader lists its keys when it meets an unknown one, and the accepted values when it meets a wrong
one. So a key, limit or choice that is only in a reader, or only in its schema, is found.
"""
import functools
import json
import math
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

import schema_files
from schema_files import Document, MOST_OF_A_COUNT, key_of, limits_of, pattern_of, validator

BUILD = pathlib.Path(sys.argv[1]).resolve()
GATEWAY, VDSIM_REALTIME = BUILD / "bin/ddc-gateway", BUILD / "bin/vdsim_realtime"
VALIDATE = [GATEWAY, "validate", "FILE"]
# The command that reads the files of a schema, and the file that names them.
READERS = {
    "run": (VALIDATE, None),
    "campaign": ([GATEWAY, "campaign", "plan", "FILE", "NEW_FOLDER"], None),
    "vdsim_realtime": ([VDSIM_REALTIME, "--config", "FILE"], None),
    "scenario": ([GATEWAY, "replay", "FILE"], None),
    **{name: (VALIDATE, {"vehicle": {key: "FILE"}}) for name, key in (
        ("vehicle", "parameters"), ("tyre", "tyre"), ("actuator", "actuator"),
        ("sensor", "sensors"), ("ground", "ground"), ("actuation", "actuation"))},
    "fmu_map": (VALIDATE, {"vehicle": {"fmu": "x.fmu", "map": "FILE"}}),
    "converter": (VALIDATE, {"vehicle": {"model": "actuation_cmd", "converter": {"file": "FILE"}}}),
    "pedals": (VALIDATE, {"program": {"pedals": "FILE"}}),
    "solver": ([VDSIM_REALTIME, "--config", "FILE"], {"vehicles": [{"solver": "FILE"}]}),
}
UNKNOWN = "no_such_key"
MOST_AT_ONCE = 60
HUGE = 10 ** 310  # more than a double can be
# Values with other rules, by the end of their key: accepted and rejected.
OWN_RULES = {
    "record": (["out/run.mcap", {"file": "run.mcap"}, {"file": "run.mcap", "epoch": "start"}],
               [{}, {"epoch": "start"}, {"file": "run.mcap", "epoch": "later"}]),
    "reference_id": ([16384, 2147483647, "0x4000", "0XfFfF", "16384"],
                     [16383, 2147483648, 1.5, "4000h", "0x3fff", "0x80000000", "", {}]),
    "answer_timeout_s": ([0.001, 1e6, "none"], [0, 1000001, "never", {}]),
    "raw": (["refuse"], ["off", 1]),
    "id": ([0, 536870911, "0x101", "0x1FFFFFFF", "257"], [-1, 536870912, "0x20000000", "x", {}]),
    "interface": (["can0", "x" * 15], ["", "x" * 16, {}]),
    "namespace": (["/car", "/fleet/car_2", "/" + "x" * 99],
                  ["", "car", "/", "/car/", "//car", "/1car", "/" + "x" * 100, {}]),
    "program.address": (["a", "x" * 199], ["", "x" * 200, {}]),
    "programs[0].address": (["a", "x" * 199], ["", "x" * 200, {}]),
    "address": (["127.0.0.1", "10.0.10.99"], ["localhost", "1.2.3", "1.2.3.256", "::1", "", {}]),
    "bind": (["127.0.0.1"], ["localhost", "1.2.3.", "", {}]),
    "allow": ([["10.0.0.1"]], [[], ["nowhere"], "10.0.0.1"]),
    "origins": ([["https://app.foxglove.dev"], ["http://localhost:8080", "app://x"]],
                [[], ["app.foxglove.dev"], ["https://a.example/"], ["https://"], ["*"], ["HTTPS://A"],
                 "https://a.example"]),
    "cpus": ([[0], [0, 1023]], [[], [1024], [-1], [0.5], [{}], 1]),
    "exec": ([["true"], ["true", "word"]], [[], [{}], "true"]),
    "group": ([], [{}, []]),
    "from": ([], ["port", "", {}]),
    "to": ([], ["port", "", {}]),
    "socket": ([], ["port", "", {}]),
    "constant": ([True, 1.5, "word", [1, 2]], [{}]),
    "column": ([], ["", {}, [{}]]),
    "targets[0].vehicle": ([0], [{}]),
    "data_port.token": (["none", "0123456789abcdef", "x" * 99, "A-z_0.9_A-z_0.9."],
                        ["", "off", "x" * 15, "0123456789abcde f", {}]),
    "kind": ([], ["joystick", {}]),
    "target": ([], ["x", "ports.true_velocity", {}]),
    # One name of requirements has a formula and one a map, which may be a formula, too.
    "requirements.port_0": (["always (t_s < 1 ms)", "failsafe"], ["", []]),
    "requirements.port_1": ([{"formula": "failsafe"}], []),
    "requirements.port_1.formula": (["always (t_s < 1 ms)", "failsafe"], ["", [], {}]),
    # One parameter of a campaign has a value, one several, and one a distribution.
    "parameters.port_0": ([5, "soft", True], [{}]),
    "parameters.port_1": ([[1, "soft", False], [[1, 2], [3]]], [[], [{}]]),
    "parameters.port_2": (
        [{"choice": ["soft", 1]}, {"weights": [["soft", 3], [1, 0]]}, {"steps": [0, 1, 3]},
         {"uniform": [0, 1]}, {"whole": [-(2 ** 53), 2 ** 53]}, {"normal": [0, 1]},
         {"normal": [0, 1, -1, 1]}, {"lognormal": [0, 1, 0.5, 2]}, {"triangular": [0, 1, 2]},
         {"poisson": 3}, {"poisson": [3]}, {"poisson": [3, 1, 9]},
         {"histogram": [[0, 1, 1], [1, 2, 0]]}],
        [{}, {"uniform": [0, 1], "whole": [0, 1]}, {"choice": []}, {"weights": []},
         {"weights": [["soft"]]}, {"weights": [["soft", -1]]}, {"steps": [0, 1]},
         {"steps": [0, 1, 0]}, {"steps": [0, 1, 1.5]}, {"steps": [0, 1, 1000001]},
         {"uniform": [0]}, {"uniform": ["x", 1]}, {"uniform": 1}, {"whole": [0, 0.5]},
         {"whole": [0, 2 ** 53 + 2]}, {"normal": [0, 0]}, {"normal": [0, 1, 2]},
         {"normal": [0, 1, 0, 1, 2]}, {"lognormal": [0, -1]}, {"triangular": [0, 1]},
         {"poisson": 0}, {"poisson": 2e9}, {"poisson": [3, 1]}, {"histogram": []},
         {"histogram": [[0, 1]]}, {"histogram": [[0, 1, -1]]}]),
}
# A signal has the name of a variable, or a map with it.
OWN_RULES |= {f"{section}.{signal}": (["a"], ["", [1]])
              for section, node in schema_files.read("fmu_map")["properties"].items()
              for signal in node.get("properties", {})}
OWN_RULES["map"] = ([], [1])
# These are read only if the others are right, or the others only if these are.
ALONE = ("signal", "of")
# Designs of a campaign; together they permit every key.
DESIGNS = ("random", "list", "falsify")


def documents(name):
    """Names of every mode or design and of every alternative of the schema."""
    schema = schema_files.load(name)
    if name == "campaign":
        for design in DESIGNS:
            document = Document(schema, 0)
            document.value["design"] = design
            yield document
        return
    if name == "vehicle":
        yield Document(schema_files.whole_form(schema), 0, schema["if"]["required"])
        return
    modes = [("measured", "programs"), ("realtime", "programs"), ("measured", "program"),
             ("realtime", "program")] if name == "run" else [None]
    turns = len(schema["$defs"]["vehicle"]["oneOf"]) if name == "run" else 1
    for turn in range(turns):
        for mode in modes:
            document = Document(schema, turn, ["programs"] if mode and mode[1] == "program" else [])
            if mode:
                document.value["mode"] = mode[0]
            yield document


def read_by(name, value):
    """All errors that the reader reports for this value as a file: key -> reason. There always is
    one, so that nothing is ever started."""
    command, around = READERS[name]
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "asked.yaml"
        value = {**value, UNKNOWN: 1} if isinstance(value, dict) else value
        file.write_text(json.dumps(value))
        named = file
        if around:
            named = pathlib.Path(folder) / "names_it.yaml"
            named.write_text(json.dumps(around).replace("FILE", "asked.yaml"))
        words = {"FILE": named, "NEW_FOLDER": pathlib.Path(folder) / "new"}
        asked = [words.get(word, word) for word in command]
        said = pathlib.Path(folder) / "said.txt"  # a full pipe would lose lines
        with open(said, "w", encoding="utf-8") as errors:
            done = subprocess.run(asked, stdout=subprocess.DEVNULL, stderr=errors,
                                  timeout=60, check=False)
        text = said.read_text()
    if done.returncode != 2:
        raise AssertionError(f"{command}: exit code {done.returncode}: {text}")
    found = {}
    for line in text.splitlines():
        mistake = re.search(r"asked\.yaml:\d+:\d+: (.*)$", line)
        key, _, reason = mistake[1].partition(": ") if mistake else ("", "", "")
        found.setdefault(key, reason)
    return found


def answers(name, document, values):
    """The reader's messages about other values at some paths: key -> reason. Few at a time, since
    messages above 64 KiB are dropped."""
    found = {}
    paths = list(values)
    for start in range(0, len(paths), MOST_AT_ONCE):
        some = {path: values[path] for path in paths[start:start + MOST_AT_ONCE]}
        mistakes = read_by(name, document.with_values(some))
        found.update((key_of(path), mistakes[key_of(path)]) for path in some
                     if key_of(path) in mistakes)
    return found


def rule_of(node):
    ends = [end for end in OWN_RULES
            if node.key == end or node.key.endswith("." + end)]
    return max(ends, key=len, default=None)


def wrong_value(node):
    """A value that a reader of this kind must reject with the accepted ones."""
    wrong = {"string": {}, "file": {}, "number": HUGE, "integer": HUGE}
    return wrong.get(node.kind, "no_such_word")


def expected(node, reason):
    """The error in the reader's rejection of a wrong value, or nothing."""
    if node.kind in ("number", "integer"):
        if limits_of(node.schema) == (0, MOST_OF_A_COUNT):
            return reason.startswith("must be a whole number of 0 or more") or "a count"
        limits = re.match(r"must be (\S+) to (\S+), is", reason)
        return bool(limits) and (float(limits[1]), float(limits[2])) == limits_of(node.schema) or \
            f"limits {limits_of(node.schema)}"
    if node.kind == "enum":
        words = re.search(r"must be one of (.*), is '|there are (.*)$", reason)
        names = [json.dumps(name).strip('"') for name in node.schema["enum"]]
        return bool(words) and (words[1] or words[2]).split(", ") == names or f"choices {names}"
    word = {"boolean": "must be true or false", "string": "must be a single value",
            "file": "must name a file",
            "object": ("must be a map of keys", "must be off or a map",
                       "must be zero, record, ignore, or a map"),
            "list": "must be a list of maps"}[node.kind]
    return reason.startswith(word) or word


class ReadersTest(unittest.TestCase):
    """Each test reads all schemas; a failure lists every key that differs."""

    def each(self, found):
        wrong = sorted(set(found))
        self.assertFalse(wrong, "\n" + "\n".join(wrong))

    def test_there_is_a_reader_for_each_schema(self):
        read = set(schema_files.NAMES) - {schema_files.COMMON, schema_files.WRITTEN}
        self.assertEqual(sorted(READERS), sorted(read))

    def test_known_keys(self):
        """The reader's keys are in the schema, in some mode; the reader has all keys of the
        schema."""
        def wrong():
            for name in READERS:
                every, listed = {}, {}
                for document in documents(name):
                    for node in document.nodes:
                        if "properties" in node.schema:
                            every.setdefault(pattern_of(node.path), set()).update(
                                node.schema["properties"])
                    document.remove_refused()
                    sections = [node for node in document.nodes if "properties" in node.schema]
                    mistakes = answers(name, document, {(*node.path, UNKNOWN): 1
                                                        for node in sections})
                    for node in sections:
                        if node.is_one_of_keys:
                            yield from other_choices(name, document, node)
                            continue
                        place = f"{name}: {node.key or 'top'}"
                        reason = mistakes.get(key_of((*node.path, UNKNOWN)), "")
                        known = set(reason.rpartition("known here: ")[2].split(", "))
                        if "known here: " not in reason:
                            yield f"{place}: is not read: {mistakes.get(node.key, '')}"
                            continue
                        listed.setdefault(pattern_of(node.path), (place, set()))[1].update(known)
                        here = value_at(document.value, node.path)
                        for key in set(here) - known:
                            yield f"{place}: the reader does not know {key}"
                for path, (place, known) in listed.items():
                    for key in known - every[path]:
                        yield f"{place}: the schema does not know {key}"
        self.each(wrong())

    def test_keys_of_another_mode_are_rejected(self):
        def wrong():
            for name in READERS:
                for document in documents(name):
                    whole = document.value
                    document = Document(document.root, document.turn,
                                        set(document.root["properties"]) - set(whole))
                    document.value["mode"] = whole.get("mode")
                    if name != "run":
                        continue
                    mistakes = read_by(name, document.value)
                    for node in document.remove_refused():
                        if not any(key == node.key or key.startswith(node.key + ".")
                                   for key in mistakes):
                            yield f"{name}: {node.key}: only the schema refuses it"
        self.each(wrong())

    def test_types_limits_and_choices(self):
        def wrong():
            for name, document in documents_once():
                asked = [node for node in document.nodes if node.kind in (
                    "number", "integer", "enum", "boolean", "string", "file") and
                    node.path[-1] != "unit"]
                mistakes = {}
                for is_alone in (True, False):
                    mistakes |= answers(name, document, {
                        node.path: wrong_value(node) for node in asked
                        if (node.path[-1] in ALONE) == is_alone})
                for node in asked:
                    reason = mistakes.get(node.key, "nothing")
                    verdict = expected(node, reason)
                    if verdict is not True:
                        yield f"{name}: {node.key}: {verdict}: the reader says: {reason}"
                    if validator(node.schema).is_valid(wrong_value(node)) and \
                            node.kind not in ("number", "integer"):
                        yield f"{name}: {node.key}: the schema takes {wrong_value(node)}"
        self.each(wrong())

    def test_texts(self):
        """A value that is any text in the schema is not a number, flag or choice of the reader."""
        def wrong():
            for name, document in documents_once():
                asked = [node for node in document.nodes if node.kind in ("string", "file")]
                for key, reason in answers(name, document, {
                        node.path: "no_such_word" for node in asked}).items():
                    if re.match(r"must be (one of|a number|a whole|true or false|\[|-?\d)", reason):
                        yield f"{name}: {key}: any text: the reader says: {reason}"
        self.each(wrong())

    def test_kinds(self):
        """A key that selects one of several forms has the same choices."""
        definitions = schema_files.load("run")["$defs"]
        kinds = [form["properties"]["kind"]["const"]
                 for form in definitions["controllers"]["items"]["oneOf"]]
        words = definitions["port_use"]["oneOf"][0]["enum"]
        mistakes = read_by("run", {"controllers": [{"kind": UNKNOWN}],
                                   "program": {"ports": {"port": UNKNOWN}}})
        self.assertIn(f"must be one of {', '.join(kinds)}, is", mistakes["controllers[0].kind"])
        self.assertIn(f"must be {', '.join(words)}, or a map", mistakes["program.ports.port"])

    def test_units(self):
        """A signal has the units of its quantity; all signals together have all units."""
        use = schema_files.load("run")["$defs"]["port_use"]["oneOf"][1]["properties"]
        ports = {f"port_{i}": {"signal": name, "unit": UNKNOWN}
                 for i, name in enumerate(use["signal"]["enum"])}
        reasons = read_by("run", {"program": {"ports": ports}}).values()
        listed = {unit for reason in reasons if "can be one of" in reason
                for unit in re.search(r"can be one of (.*); is", reason)[1].split(", ")}
        self.assertEqual(listed, set(use["unit"]["enum"]))

    def test_whole_numbers(self):
        def wrong():
            for name, document in documents_once():
                asked = [node for node in document.nodes if node.kind in ("number", "integer")]
                values = {node.path: fraction_in(node) for node in asked}
                mistakes = answers(name, document, values)
                for node in asked:
                    reason = mistakes.get(node.key, "")
                    if ("must be a whole number" in reason) != (node.kind == "integer"):
                        yield f"{name}: {node.key}: is {node.kind}: the reader says: {reason}"
        self.each(wrong())

    def test_a_value_out_of_range_is_rejected_by_both(self):
        def wrong():
            for name, document in documents_once():
                asked = [node for node in document.nodes if node.kind in ("number", "integer")]
                for end in (0, 1):
                    values = {node.path: beyond(node, end) for node in asked
                              if ("minimum", "maximum")[end] in node.schema}
                    mistakes = answers(name, document, values)
                    for node in asked:
                        if node.path not in values:
                            continue
                        place = f"{name}: {node.key}: {values[node.path]!r}"
                        if not mistakes.get(node.key, "").startswith("must be"):
                            yield f"{place}: the reader takes it: {mistakes.get(node.key)}"
                        if validator(node.schema).is_valid(values[node.path]):
                            yield f"{place}: the schema takes it"
        self.each(wrong())

    def test_other_rules(self):
        def wrong():
            for name, document in documents_once():
                for node in document.nodes:
                    if node.kind == "own" and rule_of(node) is None:
                        yield f"{name}: {node.key}: has no line in OWN_RULES"
                    elif node.kind == "own":
                        yield from differences(name, document, node, OWN_RULES[rule_of(node)])
        self.each(wrong())

    def test_sections_and_lists(self):
        """A map or a list is one for both, and has the same required keys."""
        def wrong():
            for name, document in documents_once():
                for node in document.nodes:
                    if not node.path:
                        yield from missing_keys(name, document, node)
                    if node.kind not in ("object", "list") or not node.path:
                        continue
                    reason = read_by(name, document.with_values(
                        {node.path: "no_such_word"})).get(node.key, "nothing")
                    verdict = expected(node, reason)
                    if verdict is not True and not rule_of(node):
                        yield f"{name}: {node.key}: {verdict}: the reader says: {reason}"
                    if node.kind == "object" and "properties" in node.schema:
                        yield from missing_keys(name, document, node)
        self.each(wrong())


def value_at(value, path):
    return functools.reduce(lambda here, part: here[part], path, value)


def documents_once():
    """(name, document) with the nodes that are in it and were in none before."""
    for name in READERS:
        seen = set()
        for document in documents(name):
            document.remove_refused()
            new = {(pattern_of(node.path), json.dumps(node.schema)): node
                   for node in document.nodes}
            document.nodes = [node for key, node in new.items() if key not in seen]
            seen.update(new)
            if document.nodes:
                yield name, document


def fraction_in(node):
    low, high = limits_of(node.schema)
    return next(value for value in (low + (high - low) / 2 ** 20 if abs(low) < 1 else 0.5, 0.5,
                                    low + 0.5, low + (high - low) * 0.37)
                if low <= value <= high and value != math.trunc(value))


def beyond(node, end):
    limit = limits_of(node.schema)[end]
    if node.kind == "integer":
        return limit + (1 if end else -1)
    return math.nextafter(limit, math.inf if end else -math.inf)


def mistakes_at(name, document, node, value):
    """The reader's messages about this value; for a distribution also below it."""
    mistakes = read_by(name, document.with_values({node.path: value}))
    return [reason for key, reason in mistakes.items()
            if key == node.key or node.is_one_of_keys and key.startswith(node.key + ".")]


def differences(name, document, node, rule):
    taken, refused = rule
    for value in taken:
        reason = next(iter(mistakes_at(name, document, node, value)), None)
        if node.path[-1] == "kind" and value != node.schema["const"]:
            continue
        if reason is not None and "is missing" not in reason:
            yield f"{name}: {node.key}: the reader refuses {value!r}: {reason}"
        if not validator({**node.schema, "$defs": document.root.get("$defs", {})}).is_valid(value):
            yield f"{name}: {node.key}: the schema refuses {value!r}"
    for value in refused:
        if not mistakes_at(name, document, node, value):
            yield f"{name}: {node.key}: the reader takes {value!r}"
        if validator({**node.schema, "$defs": document.root.get("$defs", {})}).is_valid(value):
            yield f"{name}: {node.key}: the schema takes {value!r}"


def other_choices(name, document, node):
    """Alternatives of a map of one key, which names a kind."""
    reason = read_by(name, document.with_values({node.path: {UNKNOWN: 1}})).get(node.key, "")
    listed = reason.rpartition("a map of one of ")[2].split(", ")
    for key in set(listed) ^ set(node.schema["properties"]):
        yield f"{name}: {node.key}: {key} is not known to both; the reader says: {reason}"


def missing_keys(name, document, node):
    required = set(node.schema.get("required", ()))
    mistakes = read_by(name, document.with_values({node.path: {UNKNOWN: 1}}))
    kind = {key: one["const"] for key, one in node.schema.get("properties", {}).items() if "const" in one}
    if kind:  # further keys may be required for it
        mistakes |= read_by(name, document.with_values({node.path: {UNKNOWN: 1, **kind}}))
    start = node.key + "." if node.key else ""
    listed = {key.removeprefix(start) for key, reason in mistakes.items()
            if key.startswith(start) and reason == "is missing"}
    listed = {key for key in listed if not re.search(r"[.\[]", key)}
    for key in listed - required:
        yield f"{name}: {start}{key}: is required by the reader, not by the schema"
    for key in required - listed if not node.is_alternative else ():
        if start + key not in mistakes and node.key not in mistakes:
            yield f"{name}: {start}{key}: is required by the schema, not by the reader"


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
