# SPDX-License-Identifier: MIT
"""Reads recorded sessions, and plays one side of them."""
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "programs/python"))
import montisim  # noqa: E402


FILE = pathlib.Path(__file__).resolve().parents[2] / "schemas/montisim_sessions.hex"
INTERFACE_FILE = pathlib.Path(__file__).with_name("recorded_interface.json")
SIMULATOR, PROGRAM = "C", "S"


def interface_text():
    """The interface of the recorded program: its ports in its order, with the terms of this
    project."""
    return INTERFACE_FILE.read_text(encoding="utf-8")


def read():
    """Number of a session -> its steps: (sender, the bytes of a packet, or None for closing)."""
    found = {}
    for line in FILE.read_text(encoding="utf-8").splitlines():
        if title := re.match(r"## (\d+)\.", line):
            steps = found[int(title[1])] = []
        elif step := re.match(r"([CS])> ([^#]*)", line):
            steps.append((step[1], _bytes(step[2].strip())))
    return found


def _bytes(shown):
    if shown == "closes":
        return None
    if shown == "03 (interface)":
        return montisim.packet(montisim.INTERFACE, montisim.text(interface_text()))
    return bytes.fromhex(shown)


def sent_by(role, steps):
    return [packet for sender, packet in steps if sender == role and packet is not None]


def comparable(packets):
    """The part that is equal in every run: the length of TIME, and that an ERROR is one."""
    shown = []
    for number, payload in packets:
        if number == montisim.TIME:
            payload = len(payload)
        shown.append((number, None if number == montisim.ERROR else payload))
    return shown


def cycles(steps):
    """The recorded cycles: (inputs by their ports, delta, outputs by their ports)."""
    found, inputs, outputs = [], {}, {}
    for _, packet in steps:
        if packet is None:
            continue
        (number, payload), = montisim.split(packet)
        reader = montisim.Reader(payload)
        if number == montisim.INPUT:
            inputs[reader.take("H")] = payload[2:]
        elif number == montisim.RUN_CYCLE:
            delta_s, outputs = reader.take("d"), {}
        elif number == montisim.OUTPUT:
            port = reader.take("H")
            outputs[port] = reader.take("d")
        elif number == montisim.TIME:
            found.append((dict(inputs), delta_s, outputs))
    return found


class Replayed:
    """A program that outputs the recorded outputs, with any inputs."""

    def __init__(self, steps):
        self.interface_text = interface_text()
        self._outputs = iter([outputs for _, _, outputs in cycles(steps)])
        self.shown = []

    def execute(self, inputs, delta_s):
        self.shown.append((dict(inputs), delta_s))
        outputs = next(self._outputs)
        return list(zip(("set_steering", "set_gas", "set_braking"), outputs.values()))
