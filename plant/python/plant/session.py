# SPDX-License-Identifier: MIT
"""One simulated vehicle."""
import ctypes
import typing

from ._library import (FAILED, INVALID, Command, Error, Output, State, checked, config_of,
                       last_notes, lib)

COLUMNS = ("steer_rad", "throttle", "brake", "gear", "handbrake")


class SimSession:
    """One vehicle, at rest at the origin. Only the caller's tick advances time.

    Args:
        model: such as "kinematic", "bicycle", "seven_dof", "fourteen_dof", or an actuation model;
            None: the one that the actuation file names, or seven_dof.
        files: vehicle, tyre, ground, actuator, sensors, solver, actuation: paths of YAML files as
            in plant/data, for a tyre also .tir; omitted files have their defaults.

    Attributes:
        notes: what the files leave open, a line each.

    Raises:
        Error: a file is wrong; the message has line and key.
    """

    def __init__(self, model: typing.Optional[str] = None, **files: typing.Any) -> None:
        self._handle = lib.plant_create(ctypes.byref(config_of(model, files)))
        if not self._handle:
            raise Error(INVALID)
        self.notes = last_notes()
        self._output: typing.Optional[Output] = None

    def __del__(self) -> None:
        lib.plant_destroy(getattr(self, "_handle", None))

    def reset(self, x_m: float = 0.0, y_m: float = 0.0, yaw_rad: float = 0.0,
              vx_mps: float = 0.0) -> None:
        """Restarts at time 0, in straight motion, with a zero command."""
        checked(lib.plant_reset(self._handle, x_m, y_m, yaw_rad, vx_mps))
        self._read()

    def set_input(self, gear: int = 1, **fields: float) -> bool:
        """Sets the command until the next call: steer_rad (positive left), throttle and brake (0..1),
        handbrake; abs_off, traction_off, esc_off (1: switched off); for an actuation model
        actuation_accel, actuation_brake, actuation_steer. Omitted fields are 0. Returns whether a
        value was limited."""
        return checked(lib.plant_set_input(self._handle, Command(gear=gear, **fields)))

    def tick(self, duration_ns: int) -> None:
        """Advances simulated time.
        @raises Error the state is unchanged, also with NOT_FINITE or ROLLED_OVER"""
        checked(lib.plant_tick(self._handle, duration_ns))
        self._read()

    def output(self) -> Output:
        """A copy of the output after the last tick, all of one instant."""
        output = Output()
        checked(lib.plant_get_output(self._handle, ctypes.byref(output)))
        return output

    def measured_state(self) -> State:
        """The state as measured by the configured sensors, with their rates, delays and errors,
        after the last tick. Values that no configured sensor measures are the truth."""
        state = State()
        checked(lib.plant_get_measured_state(self._handle, ctypes.byref(state)))
        return state

    def _read(self) -> None:
        if self._output is not None:
            checked(lib.plant_get_output(self._handle, ctypes.byref(self._output)))

    @property
    def view(self) -> typing.Any:
        """The output after the last tick as a structured array of numpy, shape (), with the fields
        of Output: view["position_m"] has shape (3,), view["wheel_load_n"] (4,). Each tick and
        reset overwrites its memory, so one view is sufficient."""
        import numpy
        if self._output is None:
            self._output = Output()
            self._read()
        memory = memoryview(self._output)
        return numpy.frombuffer(memory, dtype=numpy.dtype(Output), count=1).reshape(())

    def drive(self, commands: typing.Any, step_ns: int) -> typing.Any:
        """Ticks once for each row of commands, and returns the trace.

        Args:
            commands: float64, shape (n, 5): steering in rad, throttle, brake, gear, handbrake.
            step_ns: of each tick, in ns.

        Returns:
            A structured array, shape (n,), with the fields of Output, a row after each tick; the
            library writes into it. trace["yaw_rad"] has shape (n,), trace["position_m"] (n, 3).

        Raises:
            Error: that of a tick; the state is that before this tick.
        """
        import numpy
        rows = numpy.asarray(commands, dtype=numpy.float64)
        if rows.ndim != 2 or rows.shape[1] != len(COLUMNS):
            raise ValueError(f"commands: shape must be (n, {len(COLUMNS)}), is {rows.shape}")
        if not numpy.isfinite(rows).all() or not numpy.isin(rows[:, 3], (-1.0, 0.0, 1.0)).all():
            raise ValueError("commands: must be finite, with gear -1, 0 or 1")
        trace = numpy.zeros(len(rows), dtype=numpy.dtype(Output))
        trace["size"] = ctypes.sizeof(Output)
        address, command, handle = trace.ctypes.data, Command(), self._handle
        for steer_rad, throttle, brake, gear, handbrake in rows.tolist():
            command.steer_rad, command.throttle, command.brake = steer_rad, throttle, brake
            command.gear, command.handbrake = int(gear), handbrake != 0.0
            checked(lib.plant_set_input(handle, command))
            checked(lib.plant_tick(handle, step_ns))
            checked(lib.plant_get_output(handle, address))
            address += trace.itemsize
        self._read()
        return trace

    def snapshot(self) -> typing.Any:
        """The complete state. After it is restored into a session that was created in the same way,
        the run continues bit-identically."""
        size = lib.plant_snapshot(self._handle, None, 0)
        words = (ctypes.c_uint64 * size)()
        if lib.plant_snapshot(self._handle, words, size) == 0:
            raise Error(FAILED)
        return words

    def restore(self, words: typing.Any) -> None:
        checked(lib.plant_restore(self._handle, words, len(words)))
        self._read()
