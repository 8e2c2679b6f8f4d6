#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""The FMU of a program and that of a vehicle, loaded into one process and connected: the same drive
as a run of the program with the vehicle.

Environment: DDC_GATEWAY (executable); the program is in its folder.
"""
import csv
import ctypes
import os
import pathlib
import subprocess
import tempfile
import unittest

import fmu

GATEWAY = pathlib.Path(os.environ["DDC_GATEWAY"])
PERIOD_S = 0.01
CYCLES = 2000
LIMIT_S = 60
os.environ["DDC_NAME"] = f"test.cosimulation.{os.getpid()}"  # of the run

Logger = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int, ctypes.c_char_p,
                          ctypes.c_char_p, ctypes.c_char_p)


class Callbacks(ctypes.Structure):
    _fields_ = [("logger", Logger), ("allocate", ctypes.c_void_p), ("free", ctypes.c_void_p),
                ("finished", ctypes.c_void_p), ("environment", ctypes.c_void_p)]


def log(_environment, name, status, _category, form, text):
    print(name.decode(), status, form.decode(), text)


CALLBACKS = Callbacks(Logger(log), None, None, None, None)


class Instance:
    """An instance of an FMU (FMI 2.0) with real variables."""

    def __init__(self, unpacked):
        self.references = {each.name: each.reference for each in unpacked.variables}
        self.library = ctypes.CDLL(str(unpacked.library))
        self.library.fmi2Instantiate.restype = ctypes.c_void_p
        self.handle = ctypes.c_void_p(self.library.fmi2Instantiate(
            b"vehicle", 1, unpacked.token.encode(), (unpacked.folder / "resources").as_uri().encode(),
            ctypes.byref(CALLBACKS), 0, 0))
        assert self.handle.value
        zero = ctypes.c_double(0)
        self.call("SetupExperiment", 0, zero, zero, 0, zero)
        self.call("EnterInitializationMode")
        self.call("ExitInitializationMode")

    def call(self, name, *arguments):
        status = getattr(self.library, "fmi2" + name)(self.handle, *arguments)
        assert status == 0, f"{name} returned {status}"

    def set(self, name, value):
        self.call("SetReal", ctypes.byref(ctypes.c_uint(self.references[name])), ctypes.c_size_t(1),
                  ctypes.byref(ctypes.c_double(value)))

    def get(self, name):
        value = ctypes.c_double()
        self.call("GetReal", ctypes.byref(ctypes.c_uint(self.references[name])),
                  ctypes.c_size_t(1), ctypes.byref(value))
        return value.value

    def step(self, time_s):
        self.call("DoStep", ctypes.c_double(time_s), ctypes.c_double(PERIOD_S), 1)

    def free(self):
        self.library.fmi2FreeInstance(self.handle)


class CosimulationTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def command(self, *words):
        done = subprocess.run([GATEWAY, *words], capture_output=True, text=True, timeout=LIMIT_S,
                              cwd=self.folder)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def instance(self, name, *options):
        self.command("fmu", "export", *options, "--fmi", "2", f"{name}.fmu")
        instance = Instance(fmu.Fmu(self.folder / f"{name}.fmu", self.folder / name))
        self.addCleanup(instance.free)
        return instance

    def trace(self):
        """The rows of a run of the program with the vehicle."""
        (self.folder / "run.yaml").write_text(
            f"duration_s: {CYCLES * PERIOD_S:.2f}\nprogram: {{exec: [cruise, '4000']}}\n"
            "vehicle: {model: seven_dof}\ntiming: {execution_time: constant}\ntrace: trace.csv\n")
        self.command("run", "run.yaml")
        with open(self.folder / "trace.csv", newline="", encoding="utf-8") as file:
            return list(csv.DictReader(file))

    def test_a_program_drives_a_vehicle_as_in_a_run(self):
        program = self.instance("cruise", "--program", "cruise")
        vehicle = self.instance("vehicle", "--model", "seven_dof")
        for i, row in enumerate(self.trace()):
            speed_mps = vehicle.get("ego.vel.longitudinal")
            self.assertEqual((speed_mps, vehicle.get("ego.pose.x")),
                             (float(row["vx_mps"]), float(row["x_m"])), f"row {i}")
            program.set("true_velocity", speed_mps * 3.6)
            vehicle.set("ego.cmd.throttle", program.get("set_gas"))
            vehicle.set("ego.cmd.brake", program.get("set_braking"))
            for each in (program, vehicle):
                each.step(i * PERIOD_S)
            self.assertEqual(program.get("set_gas"), float(row["set_gas"]), f"row {i}")
        self.assertGreater(speed_mps, 10.0)


if __name__ == "__main__":
    unittest.main()
