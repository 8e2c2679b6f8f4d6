# SPDX-License-Identifier: MIT
"""Pages of the keys of YAML files, from their schemas and an example each."""
import pathlib

import conditions
from markdown import paragraph
from schema_tables import Tables

PROJECT = pathlib.Path(__file__).resolve().parents[2]
SCHEMAS = PROJECT / "schemas"
# Kind of file: how a sentence calls it, and an example.
KINDS = {
    "run": ("a run", "programs/demo/faults_safe.yaml"),
    "campaign": ("a campaign", "programs/demo/falsify.yaml"),
    "vdsim_realtime": ("vdsim_realtime", "programs/vdsim_realtime/two_vehicles.yaml"),
    "fmu_map": ("a map of an FMU", "gateway/data/fmu/map.yaml"),
    "scenario": ("a scenario", "plant/data/scenario/braking_split.yaml"),
    "vehicle": ("a vehicle", "plant/data/vehicle/sedan.yaml"),
    "tyre": ("a tyre", "plant/data/tyre/sedan.yaml"),
    "ground": ("the ground", "plant/data/ground/everything.yaml"),
    "sensor": ("sensors", "plant/data/sensor/sedan.yaml"),
    "actuator": ("actuators", "plant/data/actuator/sedan.yaml"),
    "solver": ("the solver", "plant/data/solver/default.yaml"),
    "actuation": ("an actuation vehicle", "plant/data/actuation/actuation_cmd.yaml"),
    "converter": ("a converter", "plant/data/actuation/raw_vehicle_cmd_converter.yaml"),
    "pedals": ("torque to pedals", "gateway/data/autohyu/pedals.yaml"),
}


def page_of(kind):
    return f"keys-{kind}.md"


def example_of(file):
    """The file without the comments at its start."""
    lines = (PROJECT / file).read_text().splitlines()
    while lines[0].startswith("#"):
        lines.pop(0)
    return f"## Example\n\n`{file}`:\n\n```yaml\n" + "\n".join(lines).strip("\n") + "\n```\n"


def keys_page(kind):
    file = f"{kind}.schema.json"
    other = {f"{name}.schema.json": name for name in KINDS if name != kind}

    def link_to(its_file, name):
        is_page = its_file in other and name is None
        kind = other.get(its_file)
        return f"[keys of {KINDS[kind][0]}]({page_of(kind)})" if is_page else None

    tables = Tables(SCHEMAS, link_to)
    schema = tables.load(file)
    tables.add("", tables.resolve(schema, file), "Keys")
    parts = [paragraph(schema["description"]), *tables.sections]
    rules = [paragraph(f"- {rule}", "  ") for rule in conditions.sentences(schema)]
    if rules:
        parts.append("## Keys that depend on others\n\n" + "\n".join(rules))
    parts.append(example_of(KINDS[kind][1]))
    return f"Keys of {KINDS[kind][0]}", "\n".join(part.rstrip("\n") + "\n" for part in parts)


def pages(_):
    return {page_of(kind): keys_page(kind) for kind in KINDS}
