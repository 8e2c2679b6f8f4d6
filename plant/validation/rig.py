# SPDX-License-Identifier: MIT
"""Used by all topics of the validation: a car of the plant, and rows of the tables.

    car = rig.Car("seven_dof", vehicle={"body.cg_height_m": 0.75}, tyre={"lateral.b": 12.0})
    car.reset(vx_mps=20.0)
    outputs = car.drive(5.0, steer_rad=0.02)

A topic is a file in this folder with `title`, `source` (where its equations come from) and a
function `rows()`, which yields rows. Its equations are implemented from the source, not from the
C++ code.
"""
import dataclasses
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

import numpy as np

PROJECT = pathlib.Path(__file__).resolve().parents[2]
DATA = PROJECT / "plant/data"
sys.path.insert(0, str(PROJECT / "plant/python"))
import plant  # noqa: E402

G = 9.80665
DEFAULTS = {"vehicle": "vehicle/sedan.yaml", "tyre": "tyre/sedan.yaml", "ground": "ground/flat.yaml",
            "solver": "solver/default.yaml", "actuator": "actuator/ideal.yaml",
            "sensors": "sensor/ideal.yaml"}


@dataclasses.dataclass
class Row:
    """One comparison. `allowed` is the largest difference, possibly relative to the reference."""
    what: str
    unit: str
    plant: float
    reference: float
    allowed: float
    is_relative: bool

    def difference(self):
        scale = abs(self.reference) if self.is_relative else 1.0
        return abs(self.plant - self.reference) / scale

    def holds(self):
        return bool(self.difference() <= self.allowed)


def relative(what, unit, measured, reference, allowed):
    return Row(what, unit, float(measured), float(reference), allowed, True)


def absolute(what, unit, measured, reference, allowed):
    return Row(what, unit, float(measured), float(reference), allowed, False)


def read_parameters(file):
    """{"section.key": text} of a flat YAML file of the plant."""
    found, section = {}, ""
    for line in pathlib.Path(file).read_text().splitlines():
        line = line.split("#")[0].rstrip()
        if not line:
            continue
        key, _, value = (part.strip() for part in line.partition(":"))
        section = section if line.startswith(" ") else ""
        if not value:
            section = key + "."
        elif value.startswith("{"):
            for entry in re.findall(r"(\w+): *([^,}]+)", value):
                found[f"{section}{key}.{entry[0]}"] = entry[1]
        else:
            found[section + key] = value
    return found


def numbers(kind, changes=None, file=None):
    """The parameters of `kind` as numbers, for the equations of a topic."""
    found = {}
    for key, text in {**read_parameters(file or DATA / DEFAULTS[kind]), **(changes or {})}.items():
        try:
            found[key] = float(text)
        except ValueError:
            pass
    return found


def write_parameters(values, file):
    lines, section = [], ""
    for key, value in values.items():
        *within, name = key.split(".")
        if within and within[0] != section:
            lines.append(f"{within[0]}:")
        section = within[0] if within else ""
        text = str(value).lower() if isinstance(value, bool) else str(value)
        lines.append(("  " if within else "") + f"{name}: {text}")
    file.write_text("\n".join(lines) + "\n")


def write_changed(kind, given, folder):
    """The file of a kind: a path, changes of the default, or both as (path, changes)."""
    if isinstance(given, dict):
        given = (DATA / DEFAULTS[kind], given)
    if not isinstance(given, tuple):
        return given
    file, changes = given
    known = read_parameters(file)
    if set(changes) - set(known):
        raise KeyError(f"{kind} has no {sorted(set(changes) - set(known))}")
    changed = pathlib.Path(folder) / f"{kind}.yaml"
    write_parameters({**known, **changes}, changed)
    return changed


def replay(scenario, **kinds):
    """{name: value} of the figures that ddc-gateway calculates for the text of a scenario."""
    program = pathlib.Path(os.environ.get("PLANT_LIBRARY", PROJECT / "build/release/lib/x"))
    with tempfile.TemporaryDirectory() as folder:
        file, report = (pathlib.Path(folder) / name for name in ("scenario.yaml", "report.json"))
        file.write_text(scenario)
        options = [word for kind, given in kinds.items()
                   for word in (f"--{kind}", write_changed(kind, given, folder))]
        subprocess.run([program.parents[1] / "bin/ddc-gateway", "replay", file, "--report", report,
                        *options], check=True, timeout=120, stdout=subprocess.DEVNULL)
        return {figure["name"]: figure["value"]
                for figure in json.loads(report.read_text())["findings"]}


class Car:
    """A session of the plant. Each kind of DEFAULTS is a file, changes of the default, or both:
    (file, {"section.key": value})."""

    def __init__(self, model="seven_dof", **kinds):
        with tempfile.TemporaryDirectory() as folder:
            files = {kind: write_changed(kind, given, folder) for kind, given in kinds.items()}
            self.session = plant.SimSession(model, **files)

    def reset(self, **where):
        self.session.reset(**where)

    def output(self):
        return self.session.output()

    def drive(self, duration_s, tick_s=0.001, command=None, **fixed):
        """Drives with a constant command, or with that which command(t_s, output) returns.
        @returns the outputs, including that before the first tick"""
        outputs = [self.session.output()]
        for i in range(round(duration_s / tick_s)):
            fields = command(i * tick_s, outputs[-1]) if command else fixed
            self.session.set_input(**fields)
            self.session.tick(round(tick_s * 1e9))
            outputs.append(self.session.output())
        return outputs


def column(outputs, field, index=None):
    """A field of each output as an array."""
    return np.array([getattr(now, field) if index is None else getattr(now, field)[index]
                     for now in outputs])
