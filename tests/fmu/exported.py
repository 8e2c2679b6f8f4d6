# SPDX-License-Identifier: MIT
"""Exports vehicles as FMUs, and drives the same vehicles without an FMU.

Environment: DDC_GATEWAY (executable), PLANT_LIBRARY, PYTHONPATH with the package plant.
"""
import dataclasses
import math
import os
import pathlib
import subprocess

import plant

DATA = pathlib.Path(__file__).resolve().parents[2] / "plant" / "data"
PEDAL_MODELS = ("kinematic", "bicycle", "seven_dof", "fourteen_dof")
ACTUATION_MODELS = ("actuation_cmd", "actuation_cmd_steer_map", "actuation_cmd_vgr",
                    "actuation_cmd_mechanical")
MODELS = PEDAL_MODELS + ACTUATION_MODELS
SEDAN = {kind: DATA / kind.replace("sensors", "sensor") / "sedan.yaml"
         for kind in ("vehicle", "tyre", "actuator", "sensors")}
TICK_NS = 1_000_000
FIRST_SPEED_MPS = 8.0

# Inputs of the FMU, and the fields of a command.
PEDALS = {"ego.cmd.throttle": "throttle", "ego.cmd.brake": "brake",
          "ego.cmd.steeringAngle": "steer_rad", "ego.cmd.gear": "gear"}
ACTUATION = {"ego.cmd.accel": "actuation_accel", "ego.cmd.brake": "actuation_brake",
             "ego.cmd.steer": "actuation_steer", "ego.cmd.gear": "gear"}
# Outputs of the FMU, and what a session has.
OUTPUTS = {
    "ego.pose.x": lambda o: o.position_m[0],
    "ego.pose.y": lambda o: o.position_m[1],
    "ego.pose.z": lambda o: o.position_m[2],
    "ego.pose.roll": lambda o: o.roll_rad,
    "ego.pose.pitch": lambda o: o.pitch_rad,
    "ego.pose.yaw": lambda o: o.yaw_rad,
    "ego.vel.longitudinal": lambda o: o.velocity_mps[0],
    "ego.vel.lateral": lambda o: o.velocity_mps[1],
    "ego.yawRate": lambda o: o.angular_velocity_radps[2],
    "ego.acc.longitudinal": lambda o: o.ax_mps2,
    "ego.acc.lateral": lambda o: o.ay_mps2,
    "ego.acc.vertical": lambda o: o.az_mps2,
    "ego.steeringAngle": lambda o: o.steer_applied_rad,
    "ego.wheelSpeed.fl": lambda o: o.wheel_spin_radps[0],
    "ego.wheelSpeed.rr": lambda o: o.wheel_spin_radps[3],
    "ego.friction.rl": lambda o: o.friction[2],
}


def export(folder, model, version, **files):
    """Writes FOLDER/MODEL_fmiVERSION.fmu with ddc-gateway and returns its path. `files`: as those of a
    session."""
    path = pathlib.Path(folder) / f"{model}_fmi{version}.fmu"
    options = [word for kind, file in files.items() for word in (f"--{kind}", str(file))]
    subprocess.run([os.environ["DDC_GATEWAY"], "fmu", "export", "--model", model, *options,
                    "--fmi", str(version), str(path)], check=True, capture_output=True, timeout=60)
    return path


@dataclasses.dataclass
class Drive:
    """Commands over time: rows that are a whole number of ticks long."""
    model: str
    row_ticks: int
    rows: list  # of dict: field of a command to value

    def inputs(self):
        """Columns of a CSV file for the FMU."""
        names = PEDALS if self.model in PEDAL_MODELS else ACTUATION
        times = [round(i * self.row_ticks * 0.001, 6) for i in range(len(self.rows))]
        return {"time": times} | {name: [row[field] for row in self.rows]
                                  for name, field in names.items()}

    def outputs(self, session):
        """Columns of a session's outputs at time 0 and after each tick."""
        session.reset(vx_mps=FIRST_SPEED_MPS)
        taken = [session.output()]
        for row in self.rows:
            session.set_input(**row)
            for _ in range(self.row_ticks):
                session.tick(TICK_NS)
                taken.append(session.output())
        return {name: [take(output) for output in taken] for name, take in OUTPUTS.items()}


def weave(model, seconds, row_ticks=100):
    """Accelerates, weaves, brakes."""
    rows = []
    for i in range(seconds * 1000 // row_ticks):
        time_s = i * row_ticks * 0.001
        is_braking = time_s % 4.0 > 3.0
        speed_up, slow_down = (0.0, 0.3) if is_braking else (0.4, 0.0)
        steer = 0.05 * math.sin(time_s)
        if model in PEDAL_MODELS:
            rows.append({"throttle": speed_up, "brake": slow_down, "steer_rad": steer, "gear": 1})
        else:
            rows.append({"actuation_accel": speed_up, "actuation_brake": slow_down,
                         "actuation_steer": steer, "gear": 1})
    return Drive(model, row_ticks, rows)
