# SPDX-License-Identifier: MIT
"""One simulated vehicle."""
import ctypes
import typing

from ._library import (FAILED, INVALID, Command, Error, Output, State, checked, config_of,
                       last_notes, lib)

COLUMNS = ("steer_rad", "throttle", "brake", "gear", "handbrake")


class SimSession:
    """One vehicle, at rest at the origin; who calls tick owns its time.

    Args:
        model: such as "kinematic", "bicycle", "seven_dof", "fourteen_dof", or an actuation model;
            None: the one that the actuation file names, or seven_dof.
        files: vehicle, tyre, ground, actuator, sensors, solver, actuation: paths of YAML files as
            in plant/data, a tyre also .tir; what is left out has its defaults.

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
        self._shown: typing.Optional[Output] = None

    def __del__(self) -> None:
        lib.plant_destroy(getattr(self, "_handle", None))

    def reset(self, x_m: float = 0.0, y_m: float = 0.0, yaw_rad: float = 0.0,
              vx_mps: float = 0.0) -> None:
        """Starts at time 0, rolling straight, with a zero command."""
        checked(lib.plant_reset(self._handle, x_m, y_m, yaw_rad, vx_mps))
        self._show()

    def set_input(self, gear: int = 1, **fields: float) -> bool:
        """Holds a command until the next one: steer_rad (positive left), throttle and brake (0..1),
        handbrake; of an actuation model actuation_accel, actuation_brake, actuation_steer. Those
        left out are 0. Returns whether a value was taken at its limit."""
        return checked(lib.plant_set_input(self._handle, Command(gear=gear, **fields)))

    def tick(self, duration_ns: int) -> None:
        """Moves time on.
        @raises Error that leaves all as it was, also with NOT_FINITE or ROLLED_OVER"""
        checked(lib.plant_tick(self._handle, duration_ns))
        self._show()

    def output(self) -> Output:
        """A copy of all that is so after the last tick, of one moment."""
        output = Output()
        checked(lib.plant_get_output(self._handle, ctypes.byref(output)))
        return output

    def measured_state(self) -> State:
        """The state that the configured sensors measure, with their rates, delays and errors, after
        the last tick. What no configured sensor measures is the truth."""
        state = State()
        checked(lib.plant_get_measured_state(self._handle, ctypes.byref(state)))
        return state

    def _show(self) -> None:
        if self._shown is not None:
            checked(lib.plant_get_output(self._handle, ctypes.byref(self._shown)))

    @property
    def view(self) -> typing.Any:
        """All that is so after the last tick as a structured array of numpy, shape (), with the
        fields of Output: view["position_m"] has shape (3,), view["wheel_load_n"] (4,). It is a view
        of memory that each tick and reset writes anew, so it need be taken only once."""
        import numpy
        if self._shown is None:
            self._shown = Output()
            self._show()
        shown = memoryview(self._shown)
        return numpy.frombuffer(shown, dtype=numpy.dtype(Output), count=1).reshape(())

    def drive(self, commands: typing.Any, step_ns: int) -> typing.Any:
        """Ticks once for each row of commands, and returns the trace.

        Args:
            commands: float64, shape (n, 5): steering in rad, throttle, brake, gear, handbrake.
            step_ns: of each tick, in ns.

        Returns:
            A structured array, shape (n,), with the fields of Output, a row after each tick; the
            library writes into it. trace["yaw_rad"] has shape (n,), trace["position_m"] (n, 3).

        Raises:
            Error: what a tick raises; the vehicle is where it was before that one.
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
        self._show()
        return trace

    def snapshot(self) -> typing.Any:
        """The complete state; restored into a session that was made in the same way, the run
        repeats itself to the bit."""
        size = lib.plant_snapshot(self._handle, None, 0)
        words = (ctypes.c_uint64 * size)()
        if lib.plant_snapshot(self._handle, words, size) == 0:
            raise Error(FAILED)
        return words

    def restore(self, words: typing.Any) -> None:
        checked(lib.plant_restore(self._handle, words, len(words)))
        self._show()
