# SPDX-License-Identifier: MIT
"""The vehicle simulator for Python, on libplant_c.so.1 with ctypes.

    session = plant.SimSession("fourteen_dof", sensors="plant/data/sensor/sedan.yaml")
    session.reset(vx_mps=20.0)
    session.set_input(steer_rad=0.02, throttle=0.3)
    session.tick(10_000_000)                        # nanoseconds
    print(session.output().measured_imu_gyro_radps[2])

Only functions that return arrays need numpy: `SimSession.view`, `drive`, `Batch.command_rows`,
`state_rows`, and `plant.environment`.
"""
from ._library import (CLAMPED, FAILED, INVALID, NOT_FINITE, OK, ROLLED_OVER, Error, Output,
                       State)
from .batch import (BRAKE, COMMAND_COLUMNS, GEAR, HANDBRAKE, SPIN_RADPS, STATE_COLUMNS, STEER_RAD,
                    THROTTLE, VX_MPS, VY_MPS, X_M, Y_M, YAW_RAD, YAW_RATE_RADPS, Z_M, Batch)
from .session import SimSession

__all__ = ["BRAKE", "Batch", "CLAMPED", "COMMAND_COLUMNS", "Error", "FAILED", "GEAR", "HANDBRAKE",
           "INVALID", "NOT_FINITE", "OK", "Output", "ROLLED_OVER", "SPIN_RADPS", "STATE_COLUMNS",
           "STEER_RAD", "SimSession", "State", "THROTTLE", "VX_MPS", "VY_MPS", "X_M", "YAW_RAD",
           "YAW_RATE_RADPS", "Y_M", "Z_M"]
