#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""my_program: keeps to its route and to its speed. README.md tells how it is run.

Usage: main.py REFERENCE_ID   (hexadecimal, 4000 or above)
"""
import json
import math
import pathlib
import signal
import sys
import time

import ddc

TARGET_KMH = 30.0
WHEELBASE_M = 2.7
CROSS_TRACK_GAIN = 2.0  # 1/s: how fast it goes back to the route


def limited(value, low, high):
    return min(max(value, low), high)


class Controller:
    """Change this."""

    def __init__(self):
        self.held_gas = 0.0

    def update(self, delta_s, velocity_kmh, cross_track_error_m, heading_error_deg,
               curvature_per_m):
        """One cycle: the inputs of interface.json, in their order. Both errors are positive to the
        left of the route.

        Returns the outputs: steering (deg at the wheels, -30 to 30, positive to the left), gas and
        braking (0 to 1).
        """
        error_kmh = TARGET_KMH - velocity_kmh
        gas = self.held_gas + 0.1 * error_kmh
        if gas < 1:
            self.held_gas = limited(self.held_gas + 0.02 * error_kmh * delta_s, 0.0, 0.5)
        # Along the curve of the route, against both errors (G. M. Hoffmann et al., Autonomous
        # Automobile Trajectory Tracking for Off-Road Driving, 2007).
        along = math.atan(WHEELBASE_M * curvature_per_m)
        back = math.atan(CROSS_TRACK_GAIN * cross_track_error_m / max(velocity_kmh / 3.6, 1.0))
        steering_deg = limited(math.degrees(along - back) - heading_error_deg, -30.0, 30.0)
        return steering_deg, limited(gas, 0.0, 1.0), limited(-0.05 * (error_kmh + 2.0), 0.0, 1.0)


class Program:
    """The program's side of the table: docs/program-interface.md tells what lies where."""

    (RUNNING, INTERFACE_TYPE, TIME_MODE, RUN_CYCLE_SWITCH, DELTA_SEC, EXECUTION_TIME,
     SIMULATION_RUNNING, SLOT_TABLE_START, DESCRIPTION_SIZE, CHUNKS) = range(10)
    CHUNK_BYTES = 195

    def __init__(self, table, reference_id, interface):
        """`interface`: its ports are of one real number (Q) each."""
        self.table, self.id = table, reference_id
        text = json.dumps(interface)  # ASCII, so that a character is a byte
        chunks = [text[i:i + self.CHUNK_BYTES] for i in range(0, len(text), self.CHUNK_BYTES)]
        slot_table = self.CHUNKS + len(chunks)
        first_port = slot_table + len(interface["ports"])
        ports = list(enumerate(interface["ports"], first_port))
        self.table.clear(self.id, first_port + len(ports))
        self.write({self.INTERFACE_TYPE: "dynamic", self.TIME_MODE: "",
                    self.RUN_CYCLE_SWITCH: False, self.DELTA_SEC: 0.0, self.EXECUTION_TIME: 0.0,
                    self.SIMULATION_RUNNING: False, self.SLOT_TABLE_START: slot_table,
                    self.DESCRIPTION_SIZE: len(chunks)})
        self.write(dict(enumerate(chunks, self.CHUNKS)))
        self.write(dict(enumerate((place for place, _ in ports), slot_table)))
        self.inputs = self.group(self.DELTA_SEC, ports, "INPUT")
        self.outputs = self.group(self.EXECUTION_TIME, ports, "OUTPUT")
        self.outputs.write([0.0] * len(self.outputs))
        self.taken = 0  # write counter of delta_sec when the inputs were taken last
        self.write({self.RUNNING: True})

    def write(self, values):
        for offset, value in values.items():
            self.table.write(self.id + offset, value)

    def group(self, first, ports, direction):
        """Entries that are read and written as one snapshot."""
        offsets = [first, *(place for place, port in ports if port["direction"] == direction)]
        return ddc.Group(self.table, [(self.id + offset, float) for offset in offsets])

    def turn(self, update):
        """A cycle if one is asked for, or if there are new inputs in realtime mode; else a short
        wait. `update` is given delta_s and the inputs, and returns the outputs."""
        asking = [(self.id + offset, self.table.sequence(self.id + offset))
                  for offset in (self.RUN_CYCLE_SWITCH, self.SIMULATION_RUNNING, self.DELTA_SEC)]
        is_asked, is_streaming = (self.table.read(entry) for entry, _ in asking[:2])
        if not self.table.read(self.id + self.RUNNING):
            self.write({self.RUNNING: True})
        if is_asked or (is_streaming and asking[2][1] != self.taken):
            self.taken = asking[2][1]
            self.run_cycle(update, is_asked)
        else:
            self.table.wait_for_change(asking, timeout_s=0.02)

    def run_cycle(self, update, is_asked):
        self.inputs.refresh()
        start_s = time.perf_counter()
        outputs = update(*self.inputs.values)
        self.outputs.write([time.perf_counter() - start_s, *outputs])
        if is_asked:
            self.write({self.RUN_CYCLE_SWITCH: False})


def main(arguments):
    if len(arguments) != 2 or int(arguments[1], 16) < ddc.FIRST_PROGRAM_ID:
        sys.exit(__doc__)
    stopped = []
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: stopped.append(True))
    interface = json.loads(pathlib.Path(__file__).with_name("interface.json").read_text())
    controller = Controller()
    with ddc.Table() as table:  # the environment's DDC_NAME, or "vcg"
        program = Program(table, int(arguments[1], 16), interface)
        while not stopped:
            program.turn(controller.update)
        program.write({Program.RUNNING: False})


if __name__ == "__main__":
    main(sys.argv)
