# SPDX-License-Identifier: MIT
"""The page of FMUs: the variables of the vehicles that `ddc-gateway fmu export` writes, and the rules
that `ddc-gateway fmu show` checks."""
import json
import pathlib
import re
import subprocess
import tempfile

from markdown import table

PROJECT = pathlib.Path(__file__).resolve().parents[2]
RULES = PROJECT / "gateway/src/fmu/rule"
RULE = re.compile(r'\{"([\w-]+)", Severity::(\w+),\s*((?:"[^"]*"\s*)+),')
MODELS = ["kinematic", "bicycle", "seven_dof", "fourteen_dof", "actuation_cmd", "actuation_cmd_steer_map",
          "actuation_cmd_vgr", "actuation_cmd_mechanical"]
WITH_FILE = {"actuation_cmd_steer_map": "plant/data/actuation/actuation_cmd_steer_map.yaml"}
INTRODUCTION = """\
[FMUs](fmu.md) explains frames, signs and steps. `W` is a wheel: `fl`, `fr`, `rl`, `rr`. The types are those of FMI 3.0; in FMI 2.0
they are Real, Integer and Boolean. The parameters have the names of keys, see [parameters](fmu.md#parameters).

"""


def variables_of(build, model, folder):
    """The inputs and outputs of the FMU of a model, as fmu show prints them."""
    gateway, file = build / "bin/ddc-gateway", pathlib.Path(folder, "vehicle.fmu")
    given = ["--actuation", PROJECT / WITH_FILE[model]] if model in WITH_FILE else []
    for words in (["export", "--model", model, *given, file], ["show", "--json", file]):
        printed = subprocess.run([gateway, "fmu", *words], capture_output=True, text=True, timeout=60,
                                 check=True).stdout
    return [each for each in json.loads(printed)["variables"] if each["causality"] in ("input", "output")]


def range_name(variable):
    least, most = variable["min"], variable["max"]
    return "" if least is None else f"{least:g} to {most:g}"


def row_of(variable):
    name = re.sub(r"\.(fl|fr|rl|rr)(?![a-z])", ".W", variable["name"])
    name = re.sub(r"\.(fl|fr|rl|rr)_", ".W_", name)
    meaning = re.sub(r"the (front|rear) (left|right) wheel", "the wheel", variable["description"])
    unit = "" if variable["unit"] in (None, "1") else variable["unit"]
    return variable["causality"], f"`{name}`", variable["type"], unit, range_name(variable), meaning


def rows_by_models(build):
    """{row: models}, in the order of the variables."""
    found = {}
    with tempfile.TemporaryDirectory() as folder:
        for model in MODELS:
            for variable in variables_of(build, model, folder):
                models = found.setdefault(row_of(variable), [])
                if model not in models:
                    models.append(model)
    return found


def models_name(models):
    if len(models) == len(MODELS):
        return "all"
    actuated = [model for model in MODELS if model.startswith("actuation")]
    words = [model for model in models if model not in actuated]
    of_actuation = [model for model in models if model in actuated]
    words += ["`actuation_cmd*`"] if of_actuation == actuated else [f"`{model}`" for model in of_actuation]
    return ", ".join(word if word.startswith("`") else f"`{word}`" for word in words)


def rules():
    """(name, severity, text) of each rule in the sources."""
    for file in sorted(RULES.glob("*_rules.cpp")):
        text = file.read_text()
        found = RULE.findall(text)
        if len(found) != text.count("Severity::"):
            raise ValueError(f"{file}: not all rules are found")
        for name, severity, words in found:
            yield f"`{name}`", severity, "".join(re.findall(r'"([^"]*)"', words))


def pages(build):
    text = INTRODUCTION
    rows = rows_by_models(build)
    for causality, title in (("input", "Inputs of vehicles"), ("output", "Outputs of vehicles")):
        text += f"## {title}\n" + table(
            ["name", "type", "unit", "range", "models", "meaning"],
            [[name, kind, unit, limits, models_name(models), meaning]
             for (its, name, kind, unit, limits, meaning), models in rows.items() if its == causality]) + "\n"
    text += ("## Rules\n`ddc-gateway fmu show` reports violations. With an error an FMU is not imported; a warning"
             " has no effect on the import.\n\n")
    text += table(["rule", "severity", "what is checked"], rules())
    return {"fmu-tables.md": ("Variables and rules of FMUs", text)}
