# SPDX-License-Identifier: MIT
"""Runs of the gateway with a vehicle that an FMU simulates.

Environment: PROGRAMS (folder of executables), TEST_FMUS (folder).
"""
import csv
import json
import os
import pathlib
import subprocess

PROJECT = pathlib.Path(__file__).resolve().parents[2]
PROGRAMS = pathlib.Path(os.environ["PROGRAMS"]).resolve()
FMUS = pathlib.Path(os.environ["TEST_FMUS"]).resolve()
LIMIT_S = 60
AXLE_TO_CENTRE_M = 1.35

# The signals of the variants of the test car, see car/make_fmus.py.
PEDALS = {"throttle": "driver.accelerator", "brake": "driver.brake",
          "steer_rad": "driver.steeringAngle"}
POSE = {"x_m": "chassis.x", "y_m": "chassis.y", "yaw_rad": "chassis.yaw"}
CHASSIS = POSE | {
    "vx_mps": "chassis.speed", "yaw_rate_radps": "chassis.yawRate",
    "ax_mps2": "chassis.longitudinalAcceleration", "ay_mps2": "chassis.lateralAcceleration",
    "steer_applied_rad": "chassis.steeringAngle"}
START = {"x_m": "initial.x", "y_m": "initial.y", "yaw_rad": "initial.yaw",
         "vx_mps": "initial.speed"}
MAP = {"inputs": PEDALS | {"gear": "driver.gear", "hand_brake": "driver.handbrake"},
       "outputs": CHASSIS, "start": START, "reference_point_x_m": -AXLE_TO_CENTRE_M}
ACCELERATION_MAP = {"inputs": {"accel_mps2": "driver.acceleration",
                               "steer_rad": "driver.steeringAngle"},
                    "outputs": CHASSIS, "start": START}
POSE_MAP = {"inputs": PEDALS, "outputs": POSE, "start": START,
            "reference_point_x_m": -AXLE_TO_CENTRE_M}
RIGHT = {"gain": -1}
SAE_MAP = {
    "inputs": {"throttle": "pedals.accelerator", "brake": "pedals.brake",
               "steer_rad": {"variable": "steering.roadWheelAngle", **RIGHT}, "gear": "gearLever"},
    "outputs": {"x_m": "body.X", "y_m": {"variable": "body.Y", **RIGHT},
                "yaw_rad": {"variable": "body.heading", **RIGHT}, "vx_mps": "body.v",
                "yaw_rate_radps": {"variable": "body.yawRate", **RIGHT},
                "ay_mps2": {"variable": "body.ay", **RIGHT}},
    "start": START, "reference_point_x_m": -AXLE_TO_CENTRE_M}


def vehicle(name, mapped=None, **keys):
    """The section `vehicle` with one of the test FMUs."""
    return {"fmu": str(FMUS / f"{name}.fmu"), "map": MAP if mapped is None else mapped, **keys}


def configuration(folder, section, duration_s=20, **keys):
    """Writes a run of the demo's autopilot on the demo's route. @return its path"""
    path = folder / "run.yaml"
    path.write_text(json.dumps({
        "mode": "measured", "duration_s": duration_s,
        "program": {"reference_id": "0x4000", "exec": ["autopilot", "ddc", "4000"]},
        "vehicle": section, "route": {"file": str(PROJECT / "programs/demo/route.csv")},
        "trace": "trace.csv", **keys}))
    return path


def table(folder):
    return f"test.fmu.{os.getpid()}.{folder.name}"


def environment(folder):
    """A table and a temporary folder of this test alone."""
    temporary = folder / "tmp"
    temporary.mkdir(exist_ok=True)
    return dict(os.environ, DDC_NAME=table(folder), TMPDIR=str(temporary))


def remove_table(folder):
    """A gateway that was killed leaves its table."""
    pathlib.Path(f"/dev/shm/ddc.{table(folder)}").unlink(missing_ok=True)


def gateway(folder, *words):
    """Runs ddc-gateway; returns the finished process."""
    return subprocess.run([PROGRAMS / "ddc-gateway", *map(str, words)], cwd=folder,
                          env=environment(folder), capture_output=True, text=True,
                          timeout=LIMIT_S, check=False)


def drive(folder, section, *options, **keys):
    """Runs a vehicle repeatably; returns the finished process."""
    return gateway(folder, "run", "--repeatable", *options, configuration(folder, section, **keys))


def columns(folder, name="trace.csv"):
    """The numbers of a trace by column."""
    with open(folder / name, newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    return {key: [float(row[key]) for row in rows] for key in rows[0]}


def parts_of(name):
    """Pids of the processes ddc-fmu-host that execute an FMU of that name."""
    found = []
    for entry in pathlib.Path("/proc").iterdir():
        try:
            words = (entry / "cmdline").read_bytes().split(b"\0")
        except OSError:
            continue
        if words[0].endswith(b"ddc-fmu-host") and words[1:2] == [name.encode()]:
            found.append(int(entry.name))
    return found
