# SPDX-License-Identifier: MIT
"""The vehicle simulator for Python programs: a thin layer over libplant_c.so (plant/plant_c.h).

    session = plant.Session("fourteen_dof", sensors="plant/data/sensor/sedan.yaml")
    session.reset(vx_mps=20.0)
    session.set_input(steer_rad=0.02, throttle=0.3)
    session.tick(10_000_000)                        # nanoseconds
    print(session.output().measured_imu_gyro_radps[2])

The library is looked for in PLANT_LIBRARY, beside this file, in build/release/lib, and where the
system keeps its libraries.
"""
import ctypes
import os
import pathlib

OK, CLAMPED, INVALID, NOT_FINITE, FAILED, ROLLED_OVER = range(6)
COMMANDS = STEER_RAD, THROTTLE, BRAKE, GEAR, HANDBRAKE = range(5)  # columns of a batch
STATES = X_M, Y_M, Z_M, YAW_RAD, VX_MPS, VY_MPS, YAW_RATE_RADPS, SPIN_RADPS = range(8)
COMMAND_COLUMNS, STATE_COLUMNS = len(COMMANDS), SPIN_RADPS + 4
_ABI_VERSION = 1
_FILES = ("vehicle", "tyre", "ground", "actuator", "sensors", "solver", "actuation")


class Error(Exception):
    """A call failed; `status` is the plant_status."""

    def __init__(self, status):
        super().__init__(_lib.plant_last_error().decode())
        self.status = status


class _Sized(ctypes.Structure):
    def __init__(self, **fields):
        super().__init__(size=ctypes.sizeof(type(self)), **fields)


class _Config(_Sized):
    _fields_ = [("size", ctypes.c_size_t), ("model", ctypes.c_char_p),
                *((name, ctypes.c_char_p) for name in _FILES)]


def _doubles(*names, count=1):
    return [(name, ctypes.c_double * count if count > 1 else ctypes.c_double) for name in names]


class _Command(_Sized):
    _fields_ = [("size", ctypes.c_size_t), *_doubles("steer_rad", "throttle", "brake"),
                ("gear", ctypes.c_int32), ("handbrake", ctypes.c_int32),
                *_doubles("actuation_accel", "actuation_brake", "actuation_steer")]


class Output(_Sized):
    """What is so after a tick; plant_c.h tells the units."""
    _fields_ = [
        ("size", ctypes.c_size_t), ("sim_time_ns", ctypes.c_int64),
        *_doubles("position_m", count=3), *_doubles("roll_rad", "pitch_rad", "yaw_rad"),
        *_doubles("velocity_mps", "angular_velocity_radps", count=3),
        *_doubles("wheel_spin_radps", "suspension_compression_m", "suspension_velocity_mps",
                  count=4),
        *_doubles("ax_mps2", "ay_mps2"),
        *_doubles("wheel_load_n", "tyre_force_x_n", "tyre_force_y_n", "slip_ratio",
                  "slip_angle_rad", "friction", "peak_friction", "slip_ratio_at_peak",
                  "slip_angle_at_peak_rad", count=4),
        *_doubles("rack_torque_nm", "steer_applied_rad", "throttle_applied", "brake_applied",
                  "wheel_radius_m", "actuation_accel", "actuation_brake", "actuation_steer"),
        *_doubles("measured_imu_accel_mps2", "measured_imu_gyro_radps", count=3),
        *_doubles("measured_wheel_speed_radps", count=4), *_doubles("measured_steer_rad"),
        *_doubles("measured_gnss_position_m", count=3),
        *_doubles("measured_gnss_roll_rad", "measured_gnss_pitch_rad", "measured_gnss_yaw_rad"),
        *_doubles("measured_gnss_velocity_mps", count=3), *_doubles("az_mps2"),
        *_doubles("relaxed_slip_ratio", "relaxed_slip_angle_rad", count=4)]


def _load():
    here = pathlib.Path(__file__).resolve().parent
    candidates = [os.environ.get("PLANT_LIBRARY"), here / "libplant_c.so",
                  here.parent.parent / "build/release/lib/libplant_c.so"]
    found = next((path for path in candidates if path and os.path.exists(path)), "libplant_c.so.1")
    library = ctypes.CDLL(str(found))
    if library.plant_abi_version() != _ABI_VERSION:
        raise ImportError(f"{found} has ABI version {library.plant_abi_version()}, "
                          f"this module needs {_ABI_VERSION}")
    handle, size, real = ctypes.c_void_p, ctypes.c_size_t, ctypes.c_double
    words, table = ctypes.POINTER(ctypes.c_uint64), ctypes.POINTER(ctypes.c_double)
    for name, result, *arguments in (
            ("last_error", ctypes.c_char_p), ("last_notes", ctypes.c_char_p),
            ("create", handle, handle), ("destroy", None, handle),
            ("reset", ctypes.c_int, handle, real, real, real, real),
            ("set_input", ctypes.c_int, handle, ctypes.POINTER(_Command)),
            ("tick", ctypes.c_int, handle, ctypes.c_int64),
            ("get_output", ctypes.c_int, handle, ctypes.POINTER(Output)),
            ("snapshot", size, handle, words, size), ("restore", ctypes.c_int, handle, words, size),
            ("batch_create", handle, handle, size), ("batch_destroy", None, handle),
            ("batch_reset", ctypes.c_int, handle, size, real, real, real, real),
            ("batch_set_input", ctypes.c_int, handle, table, size),
            ("batch_tick", ctypes.c_int, handle, ctypes.c_int64),
            ("batch_get_state", ctypes.c_int, handle, table, size)):
        function = getattr(library, "plant_" + name)
        function.restype, function.argtypes = result, arguments
    return library


_lib = _load()


def _checked(status):
    """@returns whether a value was taken at its limit"""
    if status not in (OK, CLAMPED):
        raise Error(status)
    return status == CLAMPED


def _config(model, files):
    unknown = set(files) - set(_FILES)
    if unknown:
        raise TypeError(f"no such file: {', '.join(sorted(unknown))}; there are {_FILES}")
    return _Config(model=model and model.encode(),
                   **{name: os.fsencode(path) for name, path in files.items()})


def _last_notes():
    return _lib.plant_last_notes().decode().splitlines()


class Session:
    """One vehicle. `files` are vehicle, tyre, ground, actuator, sensors, solver, actuation; `notes`
    has what these leave open."""

    def __init__(self, model=None, **files):
        self._handle = _lib.plant_create(ctypes.byref(_config(model, files)))
        if not self._handle:
            raise Error(INVALID)
        self.notes = _last_notes()

    def __del__(self):
        _lib.plant_destroy(getattr(self, "_handle", None))

    def reset(self, x_m=0.0, y_m=0.0, yaw_rad=0.0, vx_mps=0.0):
        _checked(_lib.plant_reset(self._handle, x_m, y_m, yaw_rad, vx_mps))

    def set_input(self, gear=1, **fields):
        """Fields of plant_command; those left out are 0."""
        return _checked(_lib.plant_set_input(self._handle, _Command(gear=gear, **fields)))

    def tick(self, duration_ns):
        _checked(_lib.plant_tick(self._handle, duration_ns))

    def output(self):
        output = Output()
        _checked(_lib.plant_get_output(self._handle, output))
        return output

    def snapshot(self):
        size = _lib.plant_snapshot(self._handle, None, 0)
        words = (ctypes.c_uint64 * size)()
        if _lib.plant_snapshot(self._handle, words, size) == 0:
            raise Error(FAILED)
        return words

    def restore(self, words):
        _checked(_lib.plant_restore(self._handle, words, len(words)))


class Batch:
    """Many vehicles: fill `commands`, call step, look at `states`; both have a row a vehicle."""

    def __init__(self, count, **files):
        self._handle = _lib.plant_batch_create(ctypes.byref(_config(None, files)), count)
        if not self._handle:
            raise Error(INVALID)
        self.notes = _last_notes()
        self.commands = (ctypes.c_double * (count * COMMAND_COLUMNS))()
        self.states = (ctypes.c_double * (count * STATE_COLUMNS))()
        self.commands[GEAR::COMMAND_COLUMNS] = [1.0] * count
        self._look()

    def __del__(self):
        _lib.plant_batch_destroy(getattr(self, "_handle", None))

    def _look(self):
        _checked(_lib.plant_batch_get_state(self._handle, self.states, len(self.states)))

    def reset(self, index, x_m=0.0, y_m=0.0, yaw_rad=0.0, vx_mps=0.0):
        _checked(_lib.plant_batch_reset(self._handle, index, x_m, y_m, yaw_rad, vx_mps))
        self._look()

    def step(self, duration_ns):
        _checked(_lib.plant_batch_set_input(self._handle, self.commands, len(self.commands)))
        _checked(_lib.plant_batch_tick(self._handle, duration_ns))
        self._look()
