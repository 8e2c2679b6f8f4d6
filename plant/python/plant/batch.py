# SPDX-License-Identifier: MIT
"""Several vehicles with the same parameters, stepped together."""
import ctypes
import typing

from ._library import INVALID, Error, checked, config_of, last_notes, lib

COMMANDS = STEER_RAD, THROTTLE, BRAKE, GEAR, HANDBRAKE = range(5)
STATES = X_M, Y_M, Z_M, YAW_RAD, VX_MPS, VY_MPS, YAW_RATE_RADPS, SPIN_RADPS = range(8)
COMMAND_COLUMNS, STATE_COLUMNS = len(COMMANDS), SPIN_RADPS + 4


class Batch:
    """`count` seven-DOF vehicles on one ground: write the commands, call step, read the states.

    Args:
        count: 1 to 1000000.
        files: vehicle, tyre, ground, solver, as for SimSession. There are no actuators or sensors.

    Attributes:
        notes: what the files leave open, a line each.
    """

    def __init__(self, count: int, **files: typing.Any) -> None:
        self._handle = lib.plant_batch_create(ctypes.byref(config_of(None, files)), count)
        if not self._handle:
            raise Error(INVALID)
        self.notes = last_notes()
        # Passed to every step; must live as long as the batch.
        self._commands = (ctypes.c_double * (count * COMMAND_COLUMNS))()
        self._states = (ctypes.c_double * (count * STATE_COLUMNS))()
        self._commands[GEAR::COMMAND_COLUMNS] = [1.0] * count
        self._read()

    def __del__(self) -> None:
        lib.plant_batch_destroy(getattr(self, "_handle", None))

    @property
    def commands(self) -> "ctypes.Array[ctypes.c_double]":
        """count * COMMAND_COLUMNS numbers, one row per vehicle: steering in rad, throttle, brake,
        gear, handbrake."""
        return self._commands

    @property
    def states(self) -> "ctypes.Array[ctypes.c_double]":
        """count * STATE_COLUMNS numbers: x, y, z in m, yaw in rad, vx, vy in m/s, yaw rate and spin
        of the four wheels in rad/s. Every step overwrites it."""
        return self._states

    @property
    def command_rows(self) -> typing.Any:
        """`commands` as an array of numpy, float64, shape (count, 5): the same memory."""
        return self._rows(self._commands, COMMAND_COLUMNS)

    @property
    def state_rows(self) -> typing.Any:
        """`states` as an array of numpy, float64, shape (count, 11): the same memory."""
        return self._rows(self._states, STATE_COLUMNS)

    @staticmethod
    def _rows(numbers: "ctypes.Array[ctypes.c_double]", columns: int) -> typing.Any:
        import numpy
        return numpy.frombuffer(memoryview(numbers), dtype=numpy.float64).reshape(-1, columns)

    def _read(self) -> None:
        checked(lib.plant_batch_get_state(self._handle, self._states, len(self._states)))

    def reset(self, index: int, x_m: float = 0.0, y_m: float = 0.0, yaw_rad: float = 0.0,
              vx_mps: float = 0.0) -> None:
        """Resets one vehicle to straight motion."""
        checked(lib.plant_batch_reset(self._handle, index, x_m, y_m, yaw_rad, vx_mps))
        self._read()

    def step(self, duration_ns: int) -> None:
        """Advances all vehicles with the commands: one call of the library, which reads and writes
        the two arrays in place.
        @raises Error with NOT_FINITE if vehicles would roll over or have a state that is not
        finite: these keep their state, the others have advanced"""
        checked(lib.plant_batch_step(self._handle, self._commands, len(self._commands),
                                     duration_ns, self._states, len(self._states)))
