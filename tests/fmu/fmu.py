# SPDX-License-Identifier: MIT
"""Runs an FMU in the importer of this folder: unpacks it, reads its description, writes the plan."""
import csv
import dataclasses
import functools
import pathlib
import subprocess
import typing
import xml.etree.ElementTree
import zipfile

PLATFORMS = {2: "linux64", 3: "x86_64-linux"}
TYPES = {"Real": "real", "Integer": "integer", "Float64": "real", "Int32": "integer",
         "Boolean": "boolean", "String": "string", "Enumeration": "enumeration"}
LIMIT_S = 60


def each_version(test):
    """Decorates a test case, which is called with the versions 2 and 3."""
    @functools.wraps(test)
    def run_both(self):
        for version in (2, 3):
            with self.subTest(version=version):
                test(self, version)
    return run_both


@dataclasses.dataclass
class Variable:
    name: str
    type: str
    reference: int
    causality: str
    attributes: typing.Dict[str, str]


@dataclasses.dataclass
class Run:
    """An instance. `save` is a time and a file, `load` a file."""
    inputs: pathlib.Path
    outputs: pathlib.Path
    save: typing.Optional[typing.Tuple[float, pathlib.Path]] = None
    load: typing.Optional[pathlib.Path] = None


def variable_of(element):
    """A variable of either version; None for a type that the importer does not support."""
    outer = element.attrib
    inner = element
    if element.tag == "ScalarVariable":
        inner = next(child for child in element if child.tag in TYPES)
    if inner.tag not in TYPES or element.find("Dimension") is not None:
        return None
    return Variable(outer["name"], TYPES[inner.tag], int(outer["valueReference"]),
                    outer.get("causality", "local"), {**outer, **inner.attrib})


class Fmu:
    """An unpacked archive."""

    def __init__(self, path, folder):
        self.folder = pathlib.Path(folder)
        with zipfile.ZipFile(path) as archive:
            archive.extractall(self.folder)
        root = xml.etree.ElementTree.parse(self.folder / "modelDescription.xml").getroot()
        self.version = int(root.attrib["fmiVersion"][0])
        self.token = root.attrib["guid" if self.version == 2 else "instantiationToken"]
        self.interface = root.find("CoSimulation").attrib
        self.library = (self.folder / "binaries" / PLATFORMS[self.version]
                        / (self.interface["modelIdentifier"] + ".so"))
        variables = map(variable_of, root.find("ModelVariables"))
        self.variables = [variable for variable in variables if variable]
        (self.folder / "resources").mkdir(exist_ok=True)

    def names(self, causality):
        return [variable.name for variable in self.variables if variable.causality == causality]

    def plan(self, runs, step_s, stop_s, from_s=0.0, values=None, token=None):
        """The text that the importer reads; `values` are set before initialisation."""
        lines = [f"fmi {self.version}", f"library {self.library}", f"token {token or self.token}",
                 f"resources {self.folder / 'resources'}/", f"step {step_s!r}", f"from {from_s!r}",
                 f"stop {stop_s!r}"]
        lines += [f"variable {variable.type} {variable.reference} {variable.causality} {variable.name}"
                  for variable in self.variables]
        lines += [f"set {name} {value}" for name, value in (values or {}).items()]
        for run in runs:
            lines.append(f"run {run.inputs} {run.outputs}")
            lines += [f"save {run.save[0]!r} {run.save[1]}"] if run.save else []
            lines += [f"load {run.load}"] if run.load else []
        return "\n".join(lines) + "\n"


def execute(importer, plan):
    """Runs the importer; returns the finished process."""
    return subprocess.run([importer], input=plan, capture_output=True, text=True, timeout=LIMIT_S,
                          check=False)


def run(importer, fmu, runs, step_s, stop_s, **more):
    """Runs the importer, which must succeed."""
    process = execute(importer, fmu.plan(runs, step_s, stop_s, **more))
    if process.returncode != 0:
        raise AssertionError(f"the importer ended with {process.returncode}: {process.stderr}")
    return process


def statuses(importer, fmu, step_s):
    """The status of each wrong call, and for steps the last successful time."""
    process = execute(importer, fmu.plan([], step_s, 0.0) + "calls\n")
    if process.returncode != 0:
        raise AssertionError(f"the importer ended with {process.returncode}: {process.stderr}")
    rows = [line.split() for line in process.stdout.splitlines()]
    return {name: (int(status), *map(float, time)) for name, status, *time in rows}


def value_of(text):
    """A number is exact: it has 17 digits."""
    try:
        return float(text)
    except ValueError:
        return text


def read_columns(path):
    """Columns of a CSV file by name."""
    with open(path, newline="", encoding="utf-8") as file:
        rows = list(csv.reader(file))
    return {name: [value_of(row[i]) for row in rows[1:]] for i, name in enumerate(rows[0])}


def write_columns(path, columns):
    """`columns`: name to values; the first is the time."""
    with open(path, "w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(columns)
        writer.writerows([repr(value) for value in row] for row in zip(*columns.values()))
