# SPDX-License-Identifier: MIT
"""Many vehicles of one kind, stepped together."""
import ctypes
import typing

from ._library import INVALID, Error, checked, config_of, last_notes, lib

COMMANDS = STEER_RAD, THROTTLE, BRAKE, GEAR, HANDBRAKE = range(5)
STATES = X_M, Y_M, Z_M, YAW_RAD, VX_MPS, VY_MPS, YAW_RATE_RADPS, SPIN_RADPS = range(8)
COMMAND_COLUMNS, STATE_COLUMNS = len(COMMANDS), SPIN_RADPS + 4


class Batch:
    """`count` seven-DOF vehicles on one ground: fill the commands, call step, look at the states.

    Args:
        count: 1 to 1000000.
        files: vehicle, tyre, ground, solver: as of SimSession. Actuators and sensors it has none.

    Attributes:
        notes: what the files leave open, a line each.
    """

    def __init__(self, count: int, **files: typing.Any) -> None:
        self._handle = lib.plant_batch_create(ctypes.byref(config_of(None, files)), count)
        if not self._handle:
            raise Error(INVALID)
        self.notes = last_notes()
        # Handed over with every step, for as long as the batch lives.
        self._commands = (ctypes.c_double * (count * COMMAND_COLUMNS))()
        self._states = (ctypes.c_double * (count * STATE_COLUMNS))()
        self._commands[GEAR::COMMAND_COLUMNS] = [1.0] * count
        self._look()

    def __del__(self) -> None:
        lib.plant_batch_destroy(getattr(self, "_handle", None))

    @property
    def commands(self) -> "ctypes.Array[ctypes.c_double]":
        """count * COMMAND_COLUMNS numbers, a row a vehicle: steering in rad, throttle, brake, gear,
        handbrake."""
        return self._commands

    @property
    def states(self) -> "ctypes.Array[ctypes.c_double]":
        """count * STATE_COLUMNS numbers: x, y, z in m, yaw in rad, vx, vy in m/s, yaw rate and spin
        of the four wheels in rad/s. Every step writes it anew."""
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

    def _look(self) -> None:
        checked(lib.plant_batch_get_state(self._handle, self._states, len(self._states)))

    def reset(self, index: int, x_m: float = 0.0, y_m: float = 0.0, yaw_rad: float = 0.0,
              vx_mps: float = 0.0) -> None:
        """One vehicle starts anew, rolling straight."""
        checked(lib.plant_batch_reset(self._handle, index, x_m, y_m, yaw_rad, vx_mps))
        self._look()

    def step(self, duration_ns: int) -> None:
        """Takes the commands and moves all on: one call into the library, which reads and writes
        the two arrays where they are.
        @raises Error with NOT_FINITE if vehicles would have rolled over or broken: these stay where
        they were, the others have moved"""
        checked(lib.plant_batch_step(self._handle, self._commands, len(self._commands),
                                     duration_ns, self._states, len(self._states)))
