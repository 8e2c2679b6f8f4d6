#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Packs the test car into FMUs: NAME_fmi2.fmu and NAME_fmi3.fmu for each variant, see VARIANTS and
FAULTS.

Usage: make_fmus.py LIBRARY FOLDER
"""
import dataclasses
import math
import pathlib
import sys
import typing
import zipfile
from xml.sax.saxutils import quoteattr

IDENTIFIER = "test_car"
PLATFORMS = {2: "linux64", 3: "x86_64-linux"}
ACTIVE_FROM_S = 2.0

# Exponents of the base units, factor.
UNITS = {
    "1": ({}, 1.0),
    "%": ({}, 0.01),
    "s": ({"s": 1}, 1.0),
    "m": ({"m": 1}, 1.0),
    "m/s": ({"m": 1, "s": -1}, 1.0),
    "km/h": ({"m": 1, "s": -1}, 1 / 3.6),
    "m/s2": ({"m": 1, "s": -2}, 1.0),
    "g": ({"m": 1, "s": -2}, 9.80665),
    "rad": ({"rad": 1}, 1.0),
    "deg": ({"rad": 1}, math.pi / 180),
    "rad/s": ({"rad": 1, "s": -1}, 1.0),
    "deg/s": ({"rad": 1, "s": -1}, math.pi / 180),
}


@dataclasses.dataclass
class Variable:
    """A variable of a model description; `kind` is a type of FMI 3.0."""
    name: str
    reference: int
    kind: str
    causality: str
    unit: str = ""
    start: str = ""
    alias: str = ""
    dimension: int = 0
    lowest: typing.Optional[float] = None
    highest: typing.Optional[float] = None


def real(name, reference, causality, unit, start="", **more):
    return Variable(name, reference, "Float64", causality, unit, start, **more)


def pedal(name, reference, unit, full):
    return real(name, reference, "input", unit, "0", lowest=0.0, highest=full)


TIME = real("time", 0, "independent", "s")
PARAMETERS = [
    real("wheelbase", 40, "parameter", "m", "2.7", lowest=0.5, highest=10.0),
    real("wheelRadius", 41, "parameter", "m", "0.3", lowest=0.1, highest=2.0),
    real("initial.speed", 42, "parameter", "m/s", "0"),
    real("initial.x", 43, "parameter", "m", "0"),
    real("initial.y", 44, "parameter", "m", "0"),
    real("initial.yaw", 45, "parameter", "rad", "0"),
    Variable("name", 300, "String", "parameter", start="test car"),
]
COUNTS = [Variable("test.writes", 101, "Int32", "output"),
          Variable("test.children", 102, "Int32", "output")]
STEERING = real("driver.steeringAngle", 3, "input", "rad", "0")
GEARBOX = [Variable("driver.gear", 100, "Int32", "input", start="1"),
           Variable("driver.handbrake", 200, "Boolean", "input", start="false")]
CHASSIS = [
    real("chassis.x", 10, "output", "m"),
    real("chassis.y", 11, "output", "m"),
    real("chassis.yaw", 12, "output", "rad"),
    real("chassis.speed", 13, "output", "m/s"),
    real("chassis.yawRate", 14, "output", "rad/s"),
    real("chassis.longitudinalAcceleration", 15, "output", "m/s2"),
    real("chassis.lateralAcceleration", 16, "output", "m/s2"),
    real("chassis.steeringAngle", 17, "output", "rad"),
    Variable("chassis.standstill", 201, "Boolean", "output"),
]
WHEELS = [real(f"wheel[{i + 1}].speed", 30 + i, "output", "rad/s") for i in range(4)]
PEDALS = [pedal("driver.accelerator", 1, "1", 1.0), pedal("driver.brake", 2, "1", 1.0), STEERING]
COMMON = [TIME, *PARAMETERS, *COUNTS]

# SI and ISO 8855: x ahead, y to the left.
SI = COMMON + PEDALS + GEARBOX + CHASSIS + WHEELS
# Other units, and y to the right.
SAE = COMMON + [
    pedal("pedals.accelerator", 4, "%", 100.0),
    pedal("pedals.brake", 5, "%", 100.0),
    real("steering.roadWheelAngle", 6, "input", "deg", "0"),
    Variable("gearLever", 100, "Enumeration", "input", start="1"),
    real("body.X", 10, "output", "m"),
    real("body.Y", 20, "output", "m"),
    real("body.heading", 21, "output", "deg"),
    real("body.v", 22, "output", "km/h"),
    real("body.yawRate", 23, "output", "deg/s"),
    real("body.ay", 24, "output", "g"),
]
ACCELERATION = COMMON + [real("driver.acceleration", 7, "input", "m/s2", "0"), STEERING] + CHASSIS
# Pose only: what else a gateway needs, it has to derive.
POSE = COMMON + PEDALS + CHASSIS[:3]
ALIASES = COMMON + PEDALS + GEARBOX + [
    dataclasses.replace(variable, alias=f"{variable.name}.alias") for variable in CHASSIS]
ARRAYS = COMMON + PEDALS + GEARBOX + CHASSIS + [
    real("wheel.speeds", 60, "output", "rad/s", dimension=4)]


@dataclasses.dataclass
class Variant:
    variables: typing.List[Variable]
    fault: str = ""
    versions: typing.Tuple[int, ...] = (2, 3)
    element: str = "CoSimulation"
    needs_tool: bool = False
    has_variable_step: bool = True


FAULTS = ("crash", "hang", "exit", "allocate", "descriptors", "fork", "fill", "log", "discard", "time",
          "warning", "fatal", "nan", "instantiate", "terminate")
VARIANTS = {
    "car": Variant(SI),
    "car_sae": Variant(SAE),
    "car_acceleration": Variant(ACCELERATION),
    "car_pose": Variant(POSE),
    "car_aliases": Variant(ALIASES),
    "car_arrays": Variant(ARRAYS, versions=(3,)),
    "car_tool": Variant(SI, needs_tool=True),
    "car_model_exchange": Variant(SI, element="ModelExchange"),
    "car_fixed_step": Variant(SI, has_variable_step=False),
} | {f"car_{fault}": Variant(SI, fault=fault) for fault in FAULTS}


def attributes(**values):
    """Without those that are None or empty."""
    return "".join(f" {name}={quoteattr(str(value))}" for name, value in values.items()
                   if value is not None and value != "")


def flag(value):
    return "true" if value else "false"


def interface_of(variant, version):
    state = "State" if version == 3 else "state"
    step = {"canHandleVariableCommunicationStepSize": flag(variant.has_variable_step)}
    return f"<{variant.element}" + attributes(
        modelIdentifier=IDENTIFIER, needsExecutionTool=flag(variant.needs_tool),
        **(step if variant.element == "CoSimulation" else {}),
        **{f"canGetAndSetFMU{state}": "true", f"canSerializeFMU{state}": "true"}) + "/>"


def units_of(variables):
    names = sorted({variable.unit for variable in variables} - {""})
    lines = []
    for name in names:
        exponents, factor = UNITS[name]
        base = attributes(**exponents, factor=None if factor == 1.0 else repr(factor))
        lines.append(f"<Unit name={quoteattr(name)}><BaseUnit{base}/></Unit>")
    return "<UnitDefinitions>" + "".join(lines) + "</UnitDefinitions>"


def types_of(version):
    items = "".join(f'<Item name="{name}" value="{value}"/>'
                    for name, value in (("reverse", -1), ("neutral", 0), ("drive", 1)))
    if version == 3:
        inner = f'<EnumerationType name="Lever">{items}</EnumerationType>'
    else:
        inner = f'<SimpleType name="Lever"><Enumeration>{items}</Enumeration></SimpleType>'
    return f"<TypeDefinitions>{inner}</TypeDefinitions>"


def variability_of(variable):
    if variable.causality == "parameter":
        return "fixed"
    return "continuous" if variable.kind == "Float64" else "discrete"


def head_of(variable, name):
    return {"name": name, "valueReference": variable.reference, "causality": variable.causality,
            "variability": variability_of(variable)}


def value_of(variable):
    lever = "Lever" if variable.kind == "Enumeration" else None
    return {"declaredType": lever, "unit": variable.unit, "min": variable.lowest,
            "max": variable.highest}


def variable_2(variable, name):
    kind = {"Float64": "Real", "Int32": "Integer"}.get(variable.kind, variable.kind)
    value = attributes(**value_of(variable), start=variable.start)
    return f"<ScalarVariable{attributes(**head_of(variable, name))}><{kind}{value}/></ScalarVariable>"


def variable_3(variable):
    text, inner = attributes(**head_of(variable, variable.name), **value_of(variable)), ""
    if variable.kind == "String":
        inner += f"<Start value={quoteattr(variable.start)}/>"
    else:
        text += attributes(start=variable.start)
    if variable.dimension:
        inner += f'<Dimension start="{variable.dimension}"/>'
    if variable.alias:
        inner += f"<Alias name={quoteattr(variable.alias)}/>"
    return f"<{variable.kind}{text}>{inner}</{variable.kind}>"


def body_2(variables):
    """Variables and structure of FMI 2.0: an alias is another variable with the same reference."""
    named = [(variable, variable.name) for variable in variables]
    named += [(variable, variable.alias) for variable in variables if variable.alias]
    outputs = "".join(f'<Unknown index="{i + 1}"/>' for i, (variable, _) in enumerate(named)
                      if variable.causality == "output")
    return ("<ModelVariables>" + "\n".join(variable_2(*item) for item in named) + "</ModelVariables>\n"
            f"<ModelStructure><Outputs>{outputs}</Outputs>"
            f"<InitialUnknowns>{outputs}</InitialUnknowns></ModelStructure>")


def body_3(variables):
    outputs = [variable.reference for variable in variables if variable.causality == "output"]
    return ("<ModelVariables>" + "\n".join(map(variable_3, variables)) + "</ModelVariables>\n"
            "<ModelStructure>"
            + "".join(f'<Output valueReference="{reference}"/>' for reference in outputs)
            + "".join(f'<InitialUnknown valueReference="{reference}"/>' for reference in outputs)
            + "</ModelStructure>")


def describe(name, variant, version):
    """The text of modelDescription.xml."""
    token = "{ca40" + f"{list(VARIANTS).index(name):04d}-0000-4000-8000-00000000000{version}" + "}"
    root = attributes(fmiVersion=f"{version}.0", modelName=name,
                      **{"guid" if version == 2 else "instantiationToken": token},
                      description="A car for tests: a bicycle without slip",
                      variableNamingConvention="structured")
    has_types = any(variable.kind == "Enumeration" for variable in variant.variables)
    return "\n".join([
        '<?xml version="1.0" encoding="UTF-8"?>',
        f"<fmiModelDescription{root}>",
        interface_of(variant, version),
        units_of(variant.variables),
        types_of(version) if has_types else "",
        '<DefaultExperiment startTime="0" stopTime="10" stepSize="0.01"/>',
        body_2(variant.variables) if version == 2 else body_3(variant.variables),
        "</fmiModelDescription>\n"])


def make(path, library, name, version, variant=None):
    """Writes an archive; the same input has the same bytes."""
    variant = variant or VARIANTS[name]
    files = {"modelDescription.xml": describe(name, variant, version).encode(),
             f"binaries/{PLATFORMS[version]}/{IDENTIFIER}.so": pathlib.Path(library).read_bytes()}
    if variant.fault:
        files["resources/fault.txt"] = f"{variant.fault} {ACTIVE_FROM_S}\n".encode()
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for entry, content in files.items():
            archive.writestr(zipfile.ZipInfo(entry), content, zipfile.ZIP_DEFLATED)


def main():
    library, folder = map(pathlib.Path, sys.argv[1:])
    folder.mkdir(parents=True, exist_ok=True)
    for name, variant in VARIANTS.items():
        for version in variant.versions:
            make(folder / f"{name}_fmi{version}.fmu", library, name, version)


if __name__ == "__main__":
    main()
