# SPDX-License-Identifier: MIT
"""VCG programs in DDC mode for tests, on the package ddc.

Usage: ddc_program.py echo REFERENCE_ID            returns every value: see echo_interface.json
       ddc_program.py replay REFERENCE_ID          outputs recorded values, session 8
       ddc_program.py die REFERENCE_ID             as echo, but ends itself in the first cycle
       ddc_program.py hang REFERENCE_ID            as echo, but never ends the first cycle

The reference id is hexadecimal. DDC_NAME names the table, DDC_LIBRARY libddc.so.
"""
import json
import os
import pathlib
import signal
import sys
import time

root = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(root / "programs/python"), str(root / "libddc/python")]
import ddc  # noqa: E402
import montisim  # noqa: E402
import sessions  # noqa: E402


(RUNNING, INTERFACE_TYPE, TIME_MODE, RUN_CYCLE_SWITCH, DELTA_SEC, EXECUTION_TIME,
 SIMULATION_RUNNING, SLOT_TABLE_START, DESCRIPTION_SIZE, DESCRIPTION) = range(10)
CHUNK_BYTES, QUEUE_PACKETS = 195, 8
BASIC = {"Q": [0.0], "Z": [0], "N": [0], "N1": [0], "boolean": [False], "void": [],
         "C": [0.0] * 2, "vec2": [0.0] * 2, "vec3": [0.0] * 3}


def entries(data_type):
    """Type of every entry of a value, from its first value."""
    kind = data_type["type"]
    if kind == "basic":
        return BASIC[data_type["base_type"]]
    if kind == "vector":
        return entries(data_type["base_type"]) * data_type["size"]
    if kind == "matrix":
        return entries(data_type["base_type"]) * data_type["rows"] * data_type["columns"]
    if kind == "struct":
        return sum(map(entries, data_type["fields"].values()), [])
    if kind == "simple_packet":
        return [""] + entries(data_type["payloadType"])
    if kind == "dyn_vector":
        return [0] + entries(data_type["base_type"]) * data_type["max_size"]
    return [0]  # enum


class Program:
    """Its interface, and the ids of its ports in the table."""

    def __init__(self, table, reference_id, interface_text):
        self.table, self.reference_id, self.text = table, reference_id, interface_text
        self.ports = json.loads(interface_text)["ports"]
        raw = interface_text.encode()
        self.chunks = [raw[at:at + CHUNK_BYTES] for at in range(0, len(raw), CHUNK_BYTES)]
        self.slot_table = DESCRIPTION + len(self.chunks) + 2
        self.slots, next_slot = {}, self.slot_table + len(self.ports) + 5
        for port in self.ports:
            self.slots[port["name"]] = next_slot
            next_slot += self._size(port)
        self.end = next_slot

    def _size(self, port):
        count = len(entries(port["data_type"]))
        if not montisim.is_socket(port):
            return count
        queues = montisim.is_input(port) + montisim.is_output(port)
        return 6 + queues * QUEUE_PACKETS * count

    def read(self, offset):
        return self.table.read(self.reference_id + offset)

    def write(self, offset, value):
        self.table.write(self.reference_id + offset, value)

    def publish(self):
        self.table.clear(self.reference_id, self.end)
        header = {INTERFACE_TYPE: "dynamic", TIME_MODE: "", RUN_CYCLE_SWITCH: False,
                  DELTA_SEC: 0.0, EXECUTION_TIME: 0.0, SIMULATION_RUNNING: False,
                  SLOT_TABLE_START: self.slot_table, DESCRIPTION_SIZE: len(self.chunks)}
        for offset, value in header.items():
            self.write(offset, value)
        for index, chunk in enumerate(self.chunks):
            self.write(DESCRIPTION + index, chunk.decode())
        for index, port in enumerate(self.ports):
            self.write(self.slot_table + index, self.slots[port["name"]])
            if montisim.is_socket(port):
                self._write_descriptor(port)
            else:
                for at, value in enumerate(entries(port["data_type"])):
                    self.write(self.slots[port["name"]] + at, value)
        self.write(RUNNING, True)

    def _write_descriptor(self, port):
        slot, count = self.slots[port["name"]], len(entries(port["data_type"]))
        for at, value in enumerate((slot + 6, QUEUE_PACKETS, 0,
                                    slot + 6 + QUEUE_PACKETS * count, QUEUE_PACKETS, 0)):
            self.write(slot + at, value)

    def run(self, execute):
        """Runs until SIGTERM. @param execute called in each cycle"""
        while True:
            if not self.read(RUNNING):
                self.write(RUNNING, True)
            if not self.table.wait(self.reference_id + RUN_CYCLE_SWITCH, True, timeout_s=0.01):
                continue
            start = time.perf_counter()
            execute(self)
            self.write(EXECUTION_TIME, time.perf_counter() - start)
            self.write(RUN_CYCLE_SWITCH, False)

    def copy(self, source, target, count):
        for at in range(count):
            self.write(target + at, self.read(source + at))


def echo(program):
    for port in program.ports:
        slot, count = program.slots[port["name"]], len(entries(port["data_type"]))
        if montisim.is_socket(port):
            if program.read(slot + 5) > 0 and program.read(slot + 2) == 0:
                packets = program.read(slot + 5)
                program.copy(program.read(slot + 3), program.read(slot), packets * count)
                program.write(slot + 2, packets)
                program.write(slot + 5, 0)
        elif port["name"].endswith("_back"):
            program.copy(program.slots[port["name"].removesuffix("_back")], slot, count)


def replay():
    outputs = iter([given for _, _, given in sessions.cycles(sessions.read()[8])] * 1000)

    def execute(program):
        for port, value in next(outputs).items():
            program.write(program.slots[program.ports[port]["name"]], value)

    return execute


def hang(_program):
    while True:
        signal.pause()


def main(arguments):
    behaviours = {"echo": echo, "replay": None, "hang": hang,
                  "die": lambda _: os.kill(os.getpid(), signal.SIGKILL)}
    if len(arguments) != 3 or arguments[1] not in behaviours:
        sys.exit(__doc__)
    file = pathlib.Path(__file__).with_name("echo_interface.json")
    text, execute = file.read_text(encoding="utf-8"), behaviours[arguments[1]]
    if arguments[1] == "replay":
        text, execute = sessions.interface_text(), replay()
    with ddc.Table() as table:
        program = Program(table, int(arguments[2], 16), text)
        program.publish()
        program.run(execute)


if __name__ == "__main__":
    main(sys.argv)
