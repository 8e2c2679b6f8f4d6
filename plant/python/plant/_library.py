# SPDX-License-Identifier: MIT
"""Loads libplant_c.so.1 and declares its functions and structs for ctypes.

The library is, in this order: the one that PLANT_LIBRARY names, the one beside this file (in a
wheel), the one built in the source tree of this file, or that of the system.
"""
import ctypes
import os
import pathlib
import typing

OK, CLAMPED, INVALID, NOT_FINITE, FAILED, ROLLED_OVER = range(6)
FILES = ("vehicle", "tyre", "ground", "actuator", "sensors", "solver", "actuation")
_ABI_VERSION = 1
_NAME = "libplant_c.so.1"


class Error(Exception):
    """A call failed.

    Attributes:
        status: the plant_status: INVALID, NOT_FINITE, FAILED or ROLLED_OVER.
    """

    def __init__(self, status: int) -> None:
        super().__init__(lib.plant_last_error().decode())
        self.status = status


class _Sized(ctypes.Structure):
    def __init__(self, **fields: typing.Any) -> None:
        super().__init__(size=ctypes.sizeof(type(self)), **fields)


class Config(_Sized):
    _fields_ = [("size", ctypes.c_size_t), ("model", ctypes.c_char_p),
                *((name, ctypes.c_char_p) for name in FILES)]


def _doubles(*names: str, count: int = 1) -> typing.List[typing.Tuple[str, typing.Any]]:
    return [(name, ctypes.c_double * count if count > 1 else ctypes.c_double) for name in names]


class Command(_Sized):
    _fields_ = [("size", ctypes.c_size_t), *_doubles("steer_rad", "throttle", "brake"),
                ("gear", ctypes.c_int32), ("handbrake", ctypes.c_int32),
                *_doubles("actuation_accel", "actuation_brake", "actuation_steer"),
                ("abs_off", ctypes.c_int32), ("traction_off", ctypes.c_int32),
                ("esc_off", ctypes.c_int32)]


_STATE = (
    *_doubles("position_m", count=3), *_doubles("roll_rad", "pitch_rad", "yaw_rad"),
    *_doubles("velocity_mps", "angular_velocity_radps", count=3),
    *_doubles("wheel_spin_radps", "suspension_compression_m", "suspension_velocity_mps", count=4))


class State(_Sized):
    """Pose and motion of a vehicle, in the units of the names; axes as in plant_c.h.
    Vectors have length 3, wheels are FL, FR, RL, RR."""
    _fields_ = [("size", ctypes.c_size_t), *_STATE]


class Output(_Sized):
    """Output after a tick, in the units of the names; plant_c.h describes the fields."""
    _fields_ = [
        ("size", ctypes.c_size_t), ("sim_time_ns", ctypes.c_int64),
        *_STATE,
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
        *_doubles("relaxed_slip_ratio", "relaxed_slip_angle_rad", "brake_torque_nm", "abs_active",
                  count=4),
        *_doubles("traction_active", "esc_active")]


def find() -> str:
    """Path of the library, or its name if the system must find it."""
    asked = os.environ.get("PLANT_LIBRARY")
    if asked:
        return asked
    here = pathlib.Path(__file__).absolute().parent
    beside = [here / _NAME]
    if (here.parents[2] / "libddc/version.cmake").exists():
        beside.append(here.parents[2] / "build/release/lib" / _NAME)
    return str(next((path for path in beside if path.exists()), _NAME))


def _declare(library: ctypes.CDLL) -> None:
    handle, size, real = ctypes.c_void_p, ctypes.c_size_t, ctypes.c_double
    words, address = ctypes.POINTER(ctypes.c_uint64), ctypes.c_void_p
    functions: typing.Tuple[typing.Tuple[typing.Any, ...], ...] = (
        ("last_error", ctypes.c_char_p), ("last_notes", ctypes.c_char_p),
        ("create", handle, handle), ("destroy", None, handle),
        ("reset", ctypes.c_int, handle, real, real, real, real),
        ("set_input", ctypes.c_int, handle, ctypes.POINTER(Command)),
        ("tick", ctypes.c_int, handle, ctypes.c_int64),
        ("get_output", ctypes.c_int, handle, address),
        ("get_measured_state", ctypes.c_int, handle, ctypes.POINTER(State)),
        ("snapshot", size, handle, words, size), ("restore", ctypes.c_int, handle, words, size),
        ("batch_create", handle, handle, size), ("batch_destroy", None, handle),
        ("batch_reset", ctypes.c_int, handle, size, real, real, real, real),
        ("batch_get_state", ctypes.c_int, handle, address, size),
        ("batch_step", ctypes.c_int, handle, address, size, ctypes.c_int64, address, size))
    for name, result, *arguments in functions:
        function = getattr(library, "plant_" + name)
        function.restype, function.argtypes = result, arguments


def _load() -> ctypes.CDLL:
    path = find()
    try:
        library = ctypes.CDLL(path)
    except OSError as error:
        raise ImportError(f"{error}; install libplant-c1, or set PLANT_LIBRARY to {_NAME} of a "
                          "build (cmake --build --preset release --target plant_c)") from None
    try:
        abi = library.plant_abi_version()
        _declare(library)
    except AttributeError as error:
        raise ImportError(f"{path} is older than this package: {error}") from None
    if abi != _ABI_VERSION:
        raise ImportError(f"{path} has ABI version {abi}, this package needs {_ABI_VERSION}")
    return library


lib = _load()


def checked(status: int) -> bool:
    """Whether a value was limited.
    @raises Error"""
    if status not in (OK, CLAMPED):
        raise Error(status)
    return status == CLAMPED


def config_of(model: typing.Optional[str],
              files: typing.Mapping[str, "os.PathLike[str]"]) -> Config:
    unknown = set(files) - set(FILES)
    if unknown:
        raise TypeError(f"no such file: {', '.join(sorted(unknown))}; there are {FILES}")
    return Config(model=model and model.encode(),
                  **{name: os.fsencode(path) for name, path in files.items()})


def last_notes() -> typing.List[str]:
    notes: bytes = lib.plant_last_notes()
    return notes.decode().splitlines()
