#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Every name in a page must exist: tests, files, links, commands, options, variables, keys.

Usage: names_test.py BUILD_FOLDER [PAGE...]

Names are in backticks. A comment before a table of keys, which is not displayed, gives the position
of the keys, <!-- keys of: NAME -->, with the names of KEYS_OF and OUTPUT_OF below; the programs
themselves report their keys.
"""
import collections
import functools
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

import known_tests
import pages
import private_machine

BUILD = pathlib.Path(sys.argv[1]).resolve()
PROJECT = pages.PROJECT
PAGES = [pathlib.Path(name) for name in sys.argv[2:]] or [*pages.all_pages(),
                                                          PROJECT / "CHANGELOG.md"]
PROGRAMS = {"ddc": BUILD / "bin/ddc", "ddctool": BUILD / "bin/ddctool",
            "ddc-gateway": BUILD / "bin/ddc-gateway", "ddcserver": BUILD / "bin/ddcserver",
            "vdsim_realtime": BUILD / "bin/vdsim_realtime", "ddc-bench": BUILD / "bin/ddc-bench",
            "vds1.py": PROJECT / "programs/python/vds1.py",
            "montisim.py": PROJECT / "programs/python/montisim.py", "demo": PROJECT / "demo",
            "check": PROJECT / "check"}
# The position of a configuration's keys: the program that reads it, and a file with KEYS there.
KEYS_OF = {
    "run": ("ddc-gateway", "KEYS"),
    "program": ("ddc-gateway", "program: {KEYS}"),
    "program.tcp": ("ddc-gateway", "program: {tcp: {port: 1, KEYS}}"),
    "program.ports signal": ("ddc-gateway", "program: {ports: {x: {signal: gas, KEYS}}}"),
    "program.ports csv": ("ddc-gateway", "program: {ports: {x: {csv: x, column: x, KEYS}}}"),
    "timing": ("ddc-gateway", "timing: {KEYS}"),
    "realtime": ("ddc-gateway", "mode: realtime\nrealtime: {KEYS}"),
    "data_port": ("ddc-gateway", "data_port: {KEYS}"),
    "data_port.targets": ("ddc-gateway", "data_port: {targets: [{KEYS}]}"),
    "failsafe": ("ddc-gateway", "failsafe: {KEYS}"),
    "ros2": ("ddc-gateway", "ros2: {KEYS}"),
    "controllers": ("ddc-gateway", "controllers: [{kind: vds1, KEYS}]"),
    "controllers gamepad": ("ddc-gateway", "controllers: [{kind: gamepad, KEYS}]"),
    "vehicle": ("ddc-gateway", "vehicle: {KEYS}"),
    "vehicle.converter": ("ddc-gateway", "vehicle: {model: actuation_cmd, converter: {KEYS}}"),
    "vehicle.can": ("ddc-gateway", "mode: realtime\nvehicle: {can: {KEYS}}"),
    "vehicle.can frame": ("ddc-gateway", "mode: realtime\nvehicle: {can: {send: [{KEYS}]}}"),
    "vehicle.can signal": ("ddc-gateway", "mode: realtime\nvehicle: {can: {send: [{counter: "
                                          "{KEYS}}]}}"),
    "vehicle.controller": ("ddc-gateway", "vehicle: {controller: {KEYS}}"),
    "vehicle.fmu": ("ddc-gateway", "vehicle: {fmu: x.fmu, map: {}, KEYS}"),
    "vehicle.fmu map": ("ddc-gateway", "vehicle: {fmu: x.fmu, map: {KEYS}}"),
    "vehicle.fmu signal": ("ddc-gateway", "vehicle: {fmu: x.fmu, map: {inputs: {brake: {variable: x, KEYS}}}}"),
    "vehicle.vds1": ("ddc-gateway", "mode: realtime\nvehicle: {vds1: {KEYS}}"),
    "vehicle.ddc": ("ddc-gateway", "mode: realtime\nvehicle: {ddc: {KEYS}}"),
    "route": ("ddc-gateway", f"route: {{file: {PROJECT}/programs/demo/route.csv, KEYS}}"),
    "sockets": ("ddc-gateway", "sockets: {KEYS}"),
    "sockets.broadcast": ("ddc-gateway", "sockets: {broadcast: {KEYS}}"),
    "sockets.links": ("ddc-gateway", "sockets: {links: [{KEYS}]}"),
    "sockets.udp": ("ddc-gateway", "mode: realtime\nsockets: {udp: [{KEYS}]}"),
    "pedals": ("ddc-gateway", "KEYS"),
    "safety": ("ddc-gateway safety", "safety: {KEYS}"),
    "campaign": ("ddc-gateway campaign plan", "KEYS"),
    "campaign.keep": ("ddc-gateway campaign plan", "keep: {KEYS}"),
    "campaign.stop": ("ddc-gateway campaign plan", "stop: {KEYS}"),
    "campaign.stop.sprt": ("ddc-gateway campaign plan", "stop: {sprt: {KEYS}}"),
    "vdsim_realtime": ("vdsim_realtime", "vehicles: [{}]\nKEYS"),
    "origin": ("vdsim_realtime", "vehicles: [{}]\norigin: {KEYS}"),
    "vdsim_realtime vehicle": ("vdsim_realtime", "vehicles: [{KEYS}]"),
}
OUTPUT_OF = ("summary", "summary.timing", "summary.realtime", "summary.sockets", "statistics",
             "bench-machine")


def output_of(*words, **options):
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True, timeout=60,
                          check=False, **options)
    return done.stdout + done.stderr


Place = collections.namedtuple("Place", "page line")


def spans_of(page):
    """(position, text) of everything in backticks outside of blocks."""
    in_block = set()
    text = page.read_text()
    for block in pages.blocks_of(page, text):
        in_block.update(range(block.line, block.line + len(block.lines)))
    for number, line in enumerate(text.splitlines(), 1):
        if number not in in_block:
            for span in re.findall(r"`([^`]+)`", line):
                yield pages.place_in(page, number), span.replace("\\|", "|")


def command_lines():
    """(position, words) of commands in blocks and in backticks, a program of this project first."""
    for page in PAGES:
        for block in pages.blocks_of(page, page.read_text()):
            for line in block.lines:
                yield from commands_in(block.place(), line.removeprefix("$ "))
        for place, span in spans_of(page):
            yield from commands_in(place, span)


def commands_in(place, line):
    for part in re.split(r"&&|\||;|<\(", line.split(" #")[0]):
        words = [word.rstrip(")`.,") for word in part.split()]
        while words and (re.match(r"^[A-Z_]+=", words[0]) or words[0] in ("taskset", "-c", "0")):
            words.pop(0)
        if words and pathlib.Path(words[0]).name in PROGRAMS and not words[0].endswith(":"):
            if words[0] not in ("demo", "check"):
                yield place, [pathlib.Path(words[0]).name, *words[1:]]


@functools.lru_cache(None)
def help_of(program, verb=""):
    return output_of(PROGRAMS[program], *([verb] if verb else []), "--help")


@functools.lru_cache(None)
def verbs_of(program):
    """Names and aliases, from a help that lists them, or in braces as in vds1.py."""
    text = help_of(program)
    listed = text.partition("Subcommands:")[2]
    names = re.findall(r"^  ([a-z][\w, -]*?)(?:  |$)", listed, re.MULTILINE)
    braces = re.search(r"\{([\w,]+)\}", text) if program.endswith(".py") else None
    return {name for entry in names for name in re.split(r", *", entry)} | \
        set(braces[1].split(",") if braces else [])


@functools.lru_cache(None)
def help_below(program, verb):
    """The helps of the verbs of a verb."""
    listed = help_of(program, verb).partition("Subcommands:")[2]
    return "".join(output_of(PROGRAMS[program], verb, name, "--help")
                   for name in re.findall(r"^  ([a-z][\w-]*)", listed, re.MULTILINE))


def options_of(program, verb=""):
    texts = help_of(program)
    if verb:
        texts += help_of(program, verb) + help_below(program, verb)
    return set(re.findall(r"--[a-z][\w-]*", texts)) | {"--help"}


@functools.lru_cache(None)
def files_of_project():
    found = set()
    for room in (*known_tests.ROOMS, "."):
        top = PROJECT / room
        for file in top.rglob("*") if room != "." else top.iterdir():
            found.add(str(file.relative_to(PROJECT)))
    return found


def known_keys(name, path=()):
    """The keys that a reader lists when it meets an unknown key."""
    program, template = KEYS_OF[name]
    unknown = "no_such_key: 1"
    for key in reversed(path):
        unknown = f"{key}: {{{unknown}}}"
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "asked.yaml"
        file.write_text(template.replace("KEYS", unknown) + "\n")
        asked = file
        if name == "pedals":
            asked = pathlib.Path(folder) / "run.yaml"
            asked.write_text(f"program: {{pedals: {file}}}\n")
        program, *verb = program.split()
        flag = "validate" if program == "ddc-gateway" and not verb else "--config"
        words = [asked, pathlib.Path(folder) / "out"] if "campaign" in verb else [flag, asked]
        text = output_of(PROGRAMS[program], *verb, *words)
    known = re.search(r"known here: (.*)", text)
    if not known:
        raise AssertionError(f"{name}, {path}: no list of keys in: {text}")
    return re.split(r", ", known[1].strip())


def rows_of_tables(page):
    """(line, marker, header, first cells) of each table."""
    lines = page.read_text().splitlines()
    marker = None
    number = 0
    while number < len(lines):
        found = re.match(r"^<!-- keys of: (.+) -->$", lines[number])
        if found:
            marker = found[1]
        elif lines[number].startswith("|"):
            end = number
            while end < len(lines) and lines[end].startswith("|"):
                end += 1
            cells = [line.split("|")[1].strip() for line in lines[number:end]]
            yield number + 1, marker, cells[0], cells[2:]
            marker, number = None, end
            continue
        elif lines[number].strip() and marker:
            raise ValueError(f"{page}:{number + 1}: 'keys of' stands before a table")
        number += 1


def slug(heading):
    text = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", heading).strip().lower()
    return re.sub(r"[^\w\- ]", "", text).replace(" ", "-")


class NamesTest(unittest.TestCase):
    def each(self, found):
        """One failure with every wrong place."""
        wrong = list(found)
        self.assertEqual(wrong, [], "\n" + "\n".join(wrong))

    def test_tests_named_in_pages_exist(self):
        kinds = (r"^(\w+_tests): +(.+)$", "test"), (r"^(\w+_tests|fuzz_\w+)$", "test program"), \
            (r"^test_\w+(\.\.\.)?$", "test function"), \
            (r"^(interop|ros|setup|docs|c_api)\.\w+$", "test")

        def wrong():
            for page in PAGES:
                for place, span in spans_of(page):
                    for form, kind in kinds:
                        if re.match(form, span) and span != "fuzz_targets" \
                                and not known_tests.is_test(span, BUILD):
                            yield f"{place}: there is no {kind} `{span}`"
        self.each(wrong())

    def test_labels(self):
        made = "\n".join(text for file, text in known_tests.sources().items()
                         if file.name in ("CMakeLists.txt", "project_tests.cmake"))
        labels = set(re.findall(r"\bLABELS? (?!\$)\"?([a-z]\w*)", made)) | \
            set(re.findall(r"command_add_tests\(\w+ (\w+)", made))

        def wrong():
            for page in PAGES:
                for line, _, header, cells in rows_of_tables(page):
                    described = {cell.strip("`") for cell in cells}
                    if header != "label":
                        continue
                    for label in described - labels:
                        yield f"{pages.place_in(page, line)}: no test has the label {label}"
                    for label in labels - described if page == PROJECT / "docs/reference/tests.md" else ():
                        yield f"{pages.place_in(page, line)}: the label {label} is not described"
        self.each(wrong())

    def test_files(self):
        tree = files_of_project()
        suffixes = r"\.(?:cpp|hpp|h|c|py|sh|gp|yaml|json|csv|geojson|tir|lua|md|cmake|txt|svg|png)$"

        def exists(name):
            glob = re.sub(r"<\w+>|\{[^}]*\}", "*", name.rstrip("/"))
            if "*" in glob:
                return any(PROJECT.glob(glob)) or any(PROJECT.rglob(glob))
            return glob in tree or any(file.endswith("/" + glob) for file in tree)

        def wrong():
            for page in PAGES:
                blocks = [line for block in pages.blocks_of(page, page.read_text())
                          for line in [*block.lines, *block.directives.values()]]
                for place, span in spans_of(page):
                    for word in span.split():
                        name = word.removeprefix("./")
                        in_tree = name.startswith(tuple(f"{room}/" for room in known_tests.ROOMS))
                        by_name = re.match(r"^[\w./<>{},*-]+" + suffixes, name) and \
                            not name.startswith((".", "/", "out/", "build/")) and name[0].islower()
                        shown = any(re.search(rf"(^|\W){re.escape(name)}", line) for line in blocks)
                        if in_tree and not exists(name) or \
                                by_name and not in_tree and not shown and not exists(name):
                            yield f"{place}: there is no file `{word}`"
                        binary = re.match(r"^build/(release|asan)/bin/([\w-]+)$", word)
                        if binary and binary[1] == "release" and not (BUILD / "bin" /
                                                                      binary[2]).exists():
                            yield f"{place}: `{word}` is not built"
        self.each(wrong())

    def test_links(self):
        def wrong():
            for page in PAGES:
                for number, line in enumerate(page.read_text().splitlines(), 1):
                    for target in re.findall(r"\]\(([^)\s]+)\)", line):
                        if "://" in target:
                            continue
                        name, _, anchor = target.partition("#")
                        file = (page.parent / name) if name else page
                        place = pages.place_in(page, number)
                        if not file.exists():
                            yield f"{place}: there is no {target}"
                        elif anchor and anchor not in map(slug, re.findall(
                                r"^#+ (.*)$", file.read_text(), re.MULTILINE)):
                            yield f"{place}: there is no heading {target}"
        self.each(wrong())

    def test_commands_and_options(self):
        every = {option for program in PROGRAMS for verb in ("", *verbs_of(program))
                 for option in options_of(program, verb)}

        def wrong():
            for place, (program, *words) in command_lines():
                named = [w for w in words if not w.startswith("-")]
                values = {w for option, w in zip(words, words[1:])
                          if option in ("--name", "-n", "--format", "-f", "--completion")}
                verb = next((w for w in named if w not in values), "")
                if verbs_of(program) and re.match(r"^[a-z]+$", verb) and \
                        verb not in verbs_of(program):
                    yield f"{place}: {program} has no command `{verb}`"
                    continue
                verb = verb if verb in verbs_of(program) else ""
                for option in re.findall(r"(?<!\S)--[a-z][\w-]*", " ".join(words)):
                    if option not in options_of(program, verb):
                        yield f"{place}: {program} {verb} has no option `{option}`"
            for page in PAGES:
                for place, span in spans_of(page):
                    option = re.match(r"^(--[a-z][\w-]*)", span)
                    if option and option[1] not in every:
                        yield f"{place}: no program of ours has an option `{option[1]}`"
        self.each(wrong())

    def test_variables(self):
        text = "\n".join(known_tests.sources().values())

        def wrong():
            for page in PAGES:
                for place, span in spans_of(page):
                    for variable in re.findall(r"\b(?:DDC|LIBDDC)_[A-Z_]+\b", span):
                        if variable not in text:
                            yield f"{place}: nothing looks at `{variable}`"
        self.each(wrong())

    def test_configuration_keys(self):
        def wrong():
            for page in PAGES:
                for line, marker, header, cells in rows_of_tables(page):
                    place = pages.place_in(page, line)
                    if not re.match(r"^key\b", header):
                        continue
                    if marker not in KEYS_OF and marker not in OUTPUT_OF:
                        yield f"{place}: a table of keys needs <!-- keys of: ... -->, see {__file__}"
                    elif marker in KEYS_OF:
                        keys = [key for cell in cells for key in re.findall(r"`([\w.]+)`", cell)]
                        yield from self.wrong_keys(page, place, marker, keys)
        self.each(wrong())

    @staticmethod
    def wrong_keys(page, place, marker, keys):
        known = {(): known_keys(marker)}
        for key in keys:
            *path, last = key.split(".")
            path = tuple(path)
            if path not in known:
                known[path] = known_keys(marker, path)
            if last not in known[path]:
                yield f"{place}: `{key}` is no key of {marker}"
        text = page.read_text()
        for path, names in known.items():
            for name in names:
                if not re.search(rf"`[^`]*\b{name}\b[^`]*`", text):
                    yield f"{place}: {'.'.join((*path, name))} of {marker} is not documented"

    def test_keys_and_columns_of_outputs(self):
        with tempfile.TemporaryDirectory() as folder:
            outputs, columns = self.make_outputs(pathlib.Path(folder))

        def has(value, path):
            for part in path.split("."):
                value = value.get(part.removesuffix("[]")) if isinstance(value, dict) else None
                if part.endswith("[]") and value:
                    value = value[0]
                if value is None:
                    return False
            return True

        def wrong():
            for page in PAGES:
                for line, marker, header, cells in rows_of_tables(page):
                    place = pages.place_in(page, line)
                    names = [name for cell in cells for name in re.findall(r"`([^`]+)`", cell)]
                    if marker in OUTPUT_OF:
                        prefix = ""
                        for name in names:
                            # A name alone is relative to the one before: `ports[].a`, `b`.
                            full = name if "." in name else prefix + name
                            prefix = full[:full.rfind(".") + 1]
                            if not any(has(value, full) or full in value
                                       for value in outputs[marker]):
                                yield f"{place}: {marker} has no `{full}`"
                    elif header == "column" and page == PROJECT / "docs/reference/runs.md":
                        for name in names:
                            if name not in columns:
                                yield f"{place}: a trace has no column `{name}`"
        self.each(wrong())

    @staticmethod
    def make_outputs(folder):
        """Summaries, traces and statistics of short runs of every kind."""
        (folder / "measured.yaml").write_text(
            "duration_s: 0.2\nprogram: {exec: [autopilot, ddc, '4000']}\n"
            f"vehicle: {{sensors: {PROJECT}/plant/data/sensor/sedan.yaml}}\n"
            f"manoeuvre: {PROJECT}/plant/data/scenario/iso_3888_1.yaml\n"
            "trace: measured.csv\nrequirements: {short: always (t_s < 1)}\n"
            "safety: {front_steer_limits: {min: 0, max: 0.000001}}\n"
            "faults: [{name: NAME, target: inputs.true_velocity, kind: freeze}]\n")
        (folder / "realtime.yaml").write_text(
            "mode: realtime\nduration_s: 0.2\nprogram: {exec: [autopilot, ddc, '4000']}\n"
            "vehicle: {vds1: {state_timeout_s: 1}}\ntrace: realtime.csv\n")
        (folder / "sockets.yaml").write_text(
            "duration_s: 0.2\nprogram: {name: car, exec: [platoon, '4000', '0']}\n"
            "sockets: {links: [{from: car.convoy, to: car.convoy}]}\ntrace: sockets.csv\n")
        (folder / "car.yaml").write_text(
            "duration_s: 0.2\nvehicles: [{safety: {}, faults: [{name: NAME, kind: freeze, "
            "target: sensors.steer}]}]\n")
        summaries, columns = [], set()
        for name in ("measured", "realtime", "sockets"):
            said = output_of(PROGRAMS["ddc-gateway"], "run", folder / f"{name}.yaml", "--summary",
                             folder / f"{name}.json", env={
                                 **os.environ, "DDC_NAME": "docs.names",
                                 "XDG_RUNTIME_DIR": str(folder)})
            try:
                summaries.append(json.loads((folder / f"{name}.json").read_text()))
                columns |= set((folder / f"{name}.csv").read_text().splitlines()[0].split(","))
            except OSError as error:
                raise AssertionError(said) from error
        car = subprocess.run([PROGRAMS["vdsim_realtime"], "--config", folder / "car.yaml"],
                             capture_output=True, text=True, timeout=60, check=True)
        bench = subprocess.run([PROGRAMS["ddc-gateway"], "bench-machine", "--duration", "0.02", "--json",
                                "-"], capture_output=True, text=True, timeout=60, check=True)
        return {"summary": summaries, "summary.timing": [part["timing"] for part in summaries],
                "summary.realtime": [summaries[1]["realtime"]],
                "summary.sockets": summaries[2]["sockets"],
                "statistics": [json.loads(car.stdout)],
                "bench-machine": [json.loads(bench.stdout)]}, columns


if __name__ == "__main__":
    try:
        private_machine.enter([])
    except OSError as refused:
        print(f"SKIPPED: no private network and /dev/shm for a test here: {refused}")
        sys.exit(0)
    unittest.main(argv=sys.argv[:1])
