# SPDX-License-Identifier: MIT
"""Finds libddc.so.1 and declares its functions for ctypes.

Uses the library in DDC_LIBRARY, else the one beside this file (in a wheel), else the one built by
the source tree around this file, else the system's.
"""
import ctypes
import os
import pathlib

_ABI_VERSION = 1
_NAME = "libddc.so.1"


class Options(ctypes.Structure):
    _fields_ = [("size", ctypes.c_size_t), ("name", ctypes.c_char_p),
                ("read_only", ctypes.c_bool), ("capacity", ctypes.c_int32),
                ("mode", ctypes.c_uint32), ("group_id", ctypes.c_int64),
                ("open_timeout_ns", ctypes.c_int64), ("lock_timeout_ns", ctypes.c_int64),
                ("spin_ns", ctypes.c_int64)]


class Watch(ctypes.Structure):
    _fields_ = [("id", ctypes.c_int32), ("sequence", ctypes.c_uint64)]


def find() -> str:
    """The library's file, or only its name if the system has to find it."""
    asked = os.environ.get("DDC_LIBRARY")
    if asked:
        return asked
    here = pathlib.Path(__file__).absolute().parent
    beside = [here / _NAME]
    if (here.parents[2] / "libddc/version.cmake").exists():
        beside.append(here.parents[2] / "build/release/lib" / _NAME)
    return str(next((path for path in beside if path.exists()), _NAME))


def _declare(library: ctypes.CDLL) -> None:
    status, text, size = ctypes.c_int, ctypes.c_char_p, ctypes.c_size_t
    table, group, entry, out = ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int32, ctypes.c_void_p
    time_ns, watches = ctypes.c_int64, ctypes.POINTER(Watch)
    functions = {
        "version": (text,), "strerror": (text, status), "last_error": (text,),
        "options_init": (None, ctypes.POINTER(Options)),
        "open": (status, ctypes.POINTER(Options), out),
        "create": (status, ctypes.POINTER(Options), out),
        "open_or_create": (status, ctypes.POINTER(Options), out),
        "close": (None, table), "name": (text, table), "capacity": (entry, table),
        "take_overs": (ctypes.c_uint64, table), "explain": (status, table, status, text, size),
        "read_bool": (status, table, entry, out), "read_int32": (status, table, entry, out),
        "read_double": (status, table, entry, out),
        "read_string": (status, table, entry, text, size, out),
        "read_type": (status, table, entry, out, out),
        "write_bool": (status, table, entry, ctypes.c_bool),
        "write_int32": (status, table, entry, ctypes.c_int32),
        "write_double": (status, table, entry, ctypes.c_double),
        "write_string": (status, table, entry, text),
        "write_no_data": (status, table, entry, ctypes.c_int32),
        "group_new": (status, out), "group_free": (None, group),
        "group_add": (status, group, entry, ctypes.c_int, out),
        "group_set_string": (status, group, size, text),
        "group_get_string": (status, group, size, out), "group_status": (status, group, size),
        "read_group_values": (status, table, group, out, size),
        "write_group_values": (status, table, group, out, size),
        "wait_bool": (status, table, entry, ctypes.c_bool, time_ns),
        "wait_int32": (status, table, entry, ctypes.c_int32, time_ns),
        "wait_double": (status, table, entry, ctypes.c_double, time_ns),
        "watch_from_now": (status, table, watches, size),
        "watch_from_read": (status, group, watches, size),
        "wait_for_change": (status, table, watches, size, time_ns, ctypes.c_bool),
    }
    for name, (result, *arguments) in functions.items():
        function = getattr(library, "ddc_" + name)
        function.restype, function.argtypes = result, arguments


def _load() -> ctypes.CDLL:
    path = find()
    try:
        library = ctypes.CDLL(path)
    except OSError as error:
        raise ImportError(f"{error}; install libddc1, or set DDC_LIBRARY to {_NAME} of a build "
                          "(cmake --build --preset release --target ddc_c)") from None
    try:
        _declare(library)
        abi = library.ddc_abi_version()
    except AttributeError as error:
        raise ImportError(f"{path} is older than this package: {error}") from None
    if abi != _ABI_VERSION:
        raise ImportError(f"{path} has ABI version {abi}, this package needs {_ABI_VERSION}")
    return library


lib = _load()


def version() -> str:
    """The version of libddc.so.1, such as 1.0.0."""
    text: bytes = lib.ddc_version()
    return text.decode()
