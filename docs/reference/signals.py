# SPDX-License-Identifier: MIT
"""The page of the signals, from the catalogue that the program every_signal prints."""
import json
import subprocess

from markdown import table

HEADER = ["name", "type", "unit", "range", "meaning"]


def type_name(data_type):
    """The type in words: `vector of 4 Q`, `VehicleOdometry`."""
    kind = data_type["type"]
    if kind == "basic":
        return data_type["base_type"]
    if kind == "vector":
        return f"vector of {data_type['size']} {type_name(data_type['base_type'])}"
    return data_type.get("name", kind)


def range_name(signal):
    least, most = signal["min"], signal["max"]
    if least is None and most is None:
        return ""
    return f"at least {least:g}" if most is None else f"{least:g} to {most:g}"


def rows_of(signals):
    for signal in signals:
        is_flag = signal["data_type"].get("base_type") == "boolean"
        yield [f"`{signal['name']}`", type_name(signal["data_type"]),
               "" if signal["unit"] == "1" else signal["unit"],
               "" if is_flag else range_name(signal), signal["meaning"]]


def struct_sections(signals):
    for signal in signals:
        if signal["data_type"]["type"] == "struct":
            fields = [[f"`{name}`", type_name(its)]
                      for name, its in signal["data_type"]["fields"].items()]
            yield f"### {type_name(signal['data_type'])}\n" + table(["name", "type"], fields)


def pages(build):
    printed = subprocess.run([build / "bin/every_signal"], capture_output=True, text=True,
                             timeout=60, check=True).stdout
    signals = json.loads(printed)
    text = ("The catalogue of signals: the gateway uses a port with one of these names without any"
            " configuration.\nNotes and combinations: "
            "[writing a program](programs.md#signals). Ports with other names:"
            " [ports](ports.md).\n\n")
    for direction, title in (("INPUT", "Inputs of a program"), ("OUTPUT", "Outputs of a program")):
        text += f"## {title}\n" + table(HEADER, rows_of(
            signal for signal in signals if signal["direction"] == direction)) + "\n"
    text += "## Messages\nSignals of these types are structs.\n\n"
    return {"signals.md": ("Signals", text + "\n".join(struct_sections(signals)))}
